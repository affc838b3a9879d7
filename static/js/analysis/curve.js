// The winning chances over the steps of a replay, and the mistakes. Pure.

/** The minimum cost of a mistake with two question marks, in percent. */
export const SERIOUS = 40;
/** The minimum distance of marks from the edges, as a share of the height. */
const EDGE = 0.16;

/** Return the chances of both wizards at a step; after the last analysed round they stay the same. */
const chancesAt = ({ chances }, number) => {
  const chance = chances[Math.min(number, chances.length - 1)];
  return [chance, 1 - chance];
};

/** Return one line per wizard, `[[x, y]...]`: `x` counts steps, `y` runs from 0 (won) to 1 (lost). */
export const linesOf = (result, steps) =>
  [0, 1].map((seat) => steps.map(({ number }, x) => [x, 1 - chancesAt(result, number)[seat]]));

/** Return the sign of a mistake, "?" or "??", by its cost as pages show it. */
export const mistakeSign = ({ cost }) => (percent(cost) >= SERIOUS ? "??" : "?");

/** Return the marks of mistakes on their wizard's line; `left` and `top` are percentages. */
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
          sign: mistakeSign({ cost }),
          left: (100 * at) / wide,
          top: 100 * Math.min(1 - EDGE, Math.max(EDGE, y)),
        },
      ];
    });
}

/**
 * Return the rows of the table for screen readers: for each round the chances after it in percent, and its mistakes.
 */
export const rowsOf = (result) =>
  result.chances.map((chance, round) => ({
    round,
    chances: [chance, 1 - chance].map(round === result.chances.length - 1 ? percent : forecastPercent),
    mistakes: result.moves.filter((move) => move.is_mistake && move.round === round).map(({ wizard }) => wizard),
  }));

/** Convert a share to whole percent. */
export const percent = (part) => Math.round(100 * part);

/** Convert a forecast to whole percent: before the end of a duel nothing is certain. */
export const forecastPercent = (part) => Math.min(99, Math.max(1, percent(part)));

/** Return the moves of a round, in the order of the wizards. */
export const movesOf = ({ moves, wizards }, number) =>
  moves
    .filter(({ round }) => round === number)
    .toSorted((one, other) => wizards.indexOf(one.wizard) - wizards.indexOf(other.wizard));
