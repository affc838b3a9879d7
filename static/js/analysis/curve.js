// The chances of two wizards over the steps of a replay, and where somebody made a mistake. Pure.

/** What a mistake costs at least that has two marks. */
const BLUNDER = 0.4;
/** Marks keep so far from the edges, as parts of the height. */
const EDGE = 0.16;

/** The chance of each wizard at a step; after the last round that was analysed, as then. */
const chancesAt = ({ chances }, number) => {
  const chance = chances[Math.min(number, chances.length - 1)];
  return [chance, 1 - chance];
};

/** A line for each wizard, `[[x, y]...]`: `x` counts steps, `y` is 0 where he has won and 1 where he has lost. */
export const linesOf = (result, steps) =>
  [0, 1].map((seat) => steps.map(({ number }, x) => [x, 1 - chancesAt(result, number)[seat]]));

/** Where the line of a mistake's wizard stands after it; `left` and `top` are percent, `sign` is "?" or "??". */
export function marksOf(result, steps) {
  const wide = Math.max(1, steps.length - 1);
  return result.moves
    .filter(({ is_mistake }) => is_mistake)
    .flatMap(({ round, wizard, cost }) => {
      const at = steps.findIndex(({ number }) => number === round);
      if (at < 0) return [];
      const seat = result.wizards.indexOf(wizard);
      const y = 1 - chancesAt(result, round)[seat];
      return [
        {
          round,
          wizard,
          seat,
          cost,
          sign: cost >= BLUNDER ? "??" : "?",
          left: (100 * at) / wide,
          top: 100 * Math.min(1 - EDGE, Math.max(EDGE, y)),
        },
      ];
    });
}

/** What a reader gets as a table: for each round the chances after it in percent, and its mistakes. */
export const rowsOf = (result) =>
  result.chances.map((chance, round) => ({
    round,
    chances: [percent(chance), percent(1 - chance)],
    mistakes: result.moves.filter((move) => move.is_mistake && move.round === round).map(({ wizard }) => wizard),
  }));

/** The loser whose hands rested half of the time or more, as `{wizard, count, of}` gestures; null: there is none. */
export function idlerOf({ wizards, chances, moves }) {
  const [loser] = wizards.filter((_wizard, seat) => chances.at(-1) === seat);
  const made = moves.filter(({ wizard }) => wizard === loser).flatMap(({ orders }) => [orders.left, orders.right]);
  const count = made.filter((gesture) => (gesture ?? "-") === "-").length;
  return count && 2 * count >= made.length ? { wizard: loser, count, of: made.length } : null;
}

/** A part as whole percent. */
export const percent = (part) => Math.round(100 * part);

/** The moves of a round, in the order of the wizards. */
export const movesOf = ({ moves, wizards }, number) =>
  moves
    .filter(({ round }) => round === number)
    .toSorted((one, other) => wizards.indexOf(one.wizard) - wizards.indexOf(other.wizard));
