// @ts-check
// The targets to offer: only new monsters that can really appear, and groups if there are many. Pure.

import { isAlly, isMelee } from "../board/circle.js";
import { _ } from "../lib/words.js";

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

/** Return refs in groups as `{label, refs}`, "" for those without one; a two-player duel has a single group. */
export function grouped(view, me, refs) {
  if (!isMelee(view)) return [{ label: "", refs }];
  const groups = new Map();
  for (const ref of refs) {
    const [rank, label] = groupOf(view, me, ref);
    const key = `${rank} ${label}`;
    groups.set(key, { rank, label, refs: [...(groups.get(key)?.refs ?? []), ref] });
  }
  return [...groups.values()]
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ label, refs }) => ({ label, refs }));
}

const [SELF, ALLIES, OTHERS, OWN, THEIRS, LOOSE, NEW, DEAD, NOBODY] = Array.from({ length: 9 }).keys();

function groupOf(view, me, ref) {
  const wizard = view.wizards.find(({ name }) => name === ref);
  const monster = view.monsters.find(({ name }) => name === ref);
  if (ref === me) return [SELF, ""];
  if (isNew(ref)) return [NEW, _("Monsters about to appear")];
  if ((wizard ?? monster)?.alive === false) return [DEAD, _("Dead")];
  if (wizard) return wizardGroup({ ...view, viewer: me }, wizard);
  return monster ? monsterGroup(monster, me) : [NOBODY, ""];
}

function wizardGroup(view, wizard) {
  if (wizard.team === undefined) return [OTHERS, _("Wizards")];
  return isAlly(view, wizard) ? [ALLIES, _("Your team")] : [OTHERS, _("Team {number}", { number: wizard.team })];
}

function monsterGroup({ owner }, me) {
  if (owner === null) return [LOOSE, _("Uncontrolled")];
  return owner === me ? [OWN, _("Your monsters")] : [THEIRS, _("{owner}’s monsters", { owner })];
}
