// @ts-check
// The targets to offer: only new monsters that can really appear. Pure.

const isNew = (ref) => ref.includes(":");

/** Return whether the hand of this ref may summon a monster in this round, as far as the wizard knows. */
export function maySummon({ ahead }, ref) {
  const [hand, name] = ref.split(":");
  const completions = ahead?.wizards[name];
  if (!completions?.whole) return true;
  return Object.values(completions[hand][0] ?? {}).some((spells) =>
    spells.some((spell) => spell.startsWith("summon_")),
  );
}

/** Return whether a ref can exist in this round: the wizard's own new monsters only if they are `coming`. */
export const isOpen = (request, coming) => (ref) => {
  if (!isNew(ref)) return true;
  return ref.endsWith(`:${request.wizard}`) ? coming.includes(ref) : maySummon(request, ref);
};
