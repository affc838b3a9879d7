// Terms of a challenge that have no meaning with the other choices, by field name.

/** Return the names of the meaningless fields, given `audience`, `limit`, `teams` and `house_seats` of the form. */
export function meaningless({ audience, limit, teams, house_seats }) {
  const isClosed = audience === "mage";
  const isOfTwo = limit === "2" || (limit === "" && !isClosed);
  return [
    ...(audience === "club" ? ["everybody"] : ["club"]),
    ...(isOfTwo && !isClosed ? ["named"] : []),
    ...(isOfTwo ? ["teams", "authoritarian", "house_seats"] : []),
    ...(isOfTwo || teams === "0" ? ["team"] : []),
    ...(isOfTwo || house_seats === "0" ? ["house_level"] : []),
    ...(isClosed ? ["excluded", "lowest", "highest", "bots"] : []),
    ...(isClosed || isOfTwo ? ["per_user"] : []),
  ];
}
