// Search in the spell book: three orders, by gestures or by name. Pure.
//
// A spell is `{slug, name, gestures: [pattern, …], class, at, brief, effect, stopped_by, source}`; a small letter in a
// pattern needs both hands.

export const ORDERS = ["near", "name", "gestures"];

/** The most missing gestures of a spell that can be completed soon. */
const SOON = 3;

/**
 * Return rows `{spell, patterns}` of all spells: one per pattern by gestures, otherwise one per spell; "near" sorts by
 * the number of gestures that are still missing after those of both hands, and adds it as `missing`.
 */
export function rowsOf(spells, by, trails = { left: [], right: [] }) {
  if (by === "gestures") {
    const rows = spells.flatMap((spell) => spell.gestures.map((pattern) => ({ spell, patterns: [pattern] })));
    return sorted(rows, ({ patterns: [pattern] }) => pattern.toUpperCase());
  }
  const rows = sorted(
    spells.map((spell) => ({ spell, patterns: spell.gestures })),
    ({ spell }) => spell.name,
  );
  if (by === "name") return rows;
  const near = rows.map((row) => ({ ...row, missing: Math.min(...row.patterns.map((one) => missingOf(one, trails))) }));
  return near.toSorted((one, other) => one.missing - other.missing);
}

const missingOf = (pattern, trails) => {
  const made = begun(pattern, trails);
  return pattern.length - Math.max(made.left, made.right);
};

/** Return what a row can become: complete "now", "soon" or "later". */
export const reachOf = ({ missing }) => (missing === 1 ? "now" : missing <= SOON ? "soon" : "later");

const sorted = (rows, key) => rows.toSorted((one, other) => key(one).localeCompare(key(other)));

/** Return the query as gestures ("s w" becomes "SW"), empty if it contains other letters. */
export const gesturesIn = (query) =>
  /^[CDFPSW>\s,-]+$/i.test(query) ? query.replace(/[\s,-]/g, "").toUpperCase() : "";

/**
 * Return how well a row matches: 0 pattern starts with it, 1 ends with it, 2 contains it, 3 name starts with it, 4 name
 * contains it; null: no match.
 */
function fitOf({ spell, patterns }, query) {
  const gestures = gesturesIn(query);
  const fits = gestures ? patterns.flatMap((pattern) => fitOfPattern(pattern.toUpperCase(), gestures)) : [];
  const at = spell.name.toLowerCase().indexOf(query.trim().toLowerCase());
  if (at >= 0) fits.push(at === 0 || spell.name[at - 1] === " " ? 3 : 4);
  return fits.length ? Math.min(...fits) : null;
}

function fitOfPattern(pattern, gestures) {
  if (pattern.startsWith(gestures)) return [0];
  if (pattern.endsWith(gestures)) return [1];
  return pattern.includes(gestures) ? [2] : [];
}

/** Return the rows that match the query, best first; all rows without a query. */
export function search(rows, query) {
  if (!query.trim()) return rows;
  const found = rows.map((row) => ({ row, fit: fitOf(row, query) })).filter(({ fit }) => fit !== null);
  return found.toSorted((one, other) => one.fit - other.fit).map(({ row }) => row);
}

/** Split a pattern into pieces `{letters, found}` to mark the match. */
export function piecesOf(pattern, query) {
  const gestures = gesturesIn(query);
  const at = gestures ? pattern.toUpperCase().indexOf(gestures) : -1;
  const cut =
    at < 0
      ? [[pattern, false]]
      : [
          [pattern.slice(0, at), false],
          [pattern.slice(at, at + gestures.length), true],
          [pattern.slice(at + gestures.length), false],
        ];
  return cut.filter(([letters]) => letters).map(([letters, found]) => ({ letters, found }));
}

/** The choice of spells that are in force on someone. */
export const IN_FORCE = "in force";

/** Return whom a spell is affecting, and for how long: `[{name, rounds}]`. */
export const inForce = ({ wizards, monsters }, slug) =>
  [...wizards, ...monsters]
    .filter(({ alive, effects }) => alive && effects && slug in effects)
    .map(({ name, effects }) => ({ name, rounds: effects[slug] }));

/** Return the rows of a kind: a class of spells by `classOf(slug)`, or the spells in force; "": all. */
export function ofKind(rows, kind, view, classOf) {
  if (!kind) return rows;
  const fits = kind === IN_FORCE ? (slug) => inForce(view, slug).length > 0 : (slug) => classOf(slug) === kind;
  return rows.filter(({ spell }) => fits(spell.slug));
}

/** How many gestures of a pattern each hand has made at the end of its trail: `{left: 2, right: 0}`. */
export const begun = (pattern, trails) => ({
  left: begunBy(pattern, trails.left, trails.right),
  right: begunBy(pattern, trails.right, trails.left),
});

/** Return the gestures that a hand still needs for one of the patterns that it has begun, the fewest; "" for none. */
export const neededBy = (hand, patterns, trails) =>
  patterns
    .map((pattern) => ({ pattern, made: begun(pattern, trails)[hand] }))
    .filter(({ made }) => made > 0)
    .map(({ pattern, made }) => pattern.slice(made))
    .reduce((fewest, one) => (fewest && fewest.length <= one.length ? fewest : one), "");

function begunBy(pattern, mine, others) {
  for (let count = Math.min(pattern.length - 1, mine.length); count > 0; count--) {
    const from = mine.length - count;
    if ([...pattern.slice(0, count)].every((letter, at) => isMade(letter, mine[from + at], others[from + at])))
      return count;
  }
  return 0;
}

const isMade = (letter, mine, other) => mine === letter.toUpperCase() && (letter === mine || other === mine);
