// Which terms of a challenge mean nothing to what is chosen, by the names of their fields.

/** `terms`: `audience`, `limit`, `teams` and `house_seats` as the form has them. */
export function meaningless({ audience, limit, teams, house_seats }) {
  const isClosed = audience === "mage";
  const isOfTwo = limit === "2" || (limit === "" && !isClosed);
  return [
    ...(isOfTwo && !isClosed ? ["named"] : []),
    ...(isOfTwo ? ["teams", "authoritarian", "house_seats"] : []),
    ...(isOfTwo || teams === "0" ? ["team"] : []),
    ...(isOfTwo || house_seats === "0" ? ["house_level"] : []),
    ...(isClosed ? ["excluded", "lowest", "highest", "bots"] : []),
    ...(isClosed || isOfTwo ? ["per_user"] : []),
  ];
}
