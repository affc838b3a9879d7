// Motion that explains a step of the playback: a missile flies, a shield flashes, an attacker steps forward. It only
// animates `transform` and `opacity`, and draws above the page, so that nothing moves or is laid out again.

/** Milliseconds until a missile or an attacker reaches the victim; the mark of a blow waits as long (playback.css). */
const REACH = 280;

/** The part of the way to the victim that an attacker steps, and the longest step in pixels. */
const STRIDE = 0.3;
const LONGEST_STRIDE = 28;

/** Causes of damage that are no spell cast at the victim. */
const STEPS_FORWARD = new Set(["stab", "monster", "elemental", "fire_elemental", "ice_elemental"]);
const FROM_ABOVE = new Set(["fire_storm", "ice_storm"]);

const GUARDS = new Set(["shielded", "countering", "mirroring"]);

/**
 * Return the motions of these events: `{kind, from, to}` with the names of beings. `kind` is "flies", "steps" or
 * "flashes"; a flash has no `from`. Nobody has two equal motions in one step.
 */
export function motionsOf(events) {
  const motions = events.flatMap((event) => [motionOf(event), flashOf(event)]).filter(Boolean);
  return [...new Map(motions.map((motion) => [`${motion.kind} ${motion.from} ${motion.to}`, motion])).values()];
}

function motionOf({ type, subject, by, cause, attacker, victim, caster, mirror }) {
  if (type === "attack" || type === "stab") return going("steps", attacker, victim);
  if (type === "reflected") return going("flies", caster, mirror);
  if (type !== "damage" || FROM_ABOVE.has(cause)) return null;
  return going(STEPS_FORWARD.has(cause) ? "steps" : "flies", by, subject);
}

const going = (kind, from, to) => (from && to && from !== to ? { kind, from, to } : null);

function flashOf({ type, subject, victim, result, mirror }) {
  if (GUARDS.has(type)) return { kind: "flashes", to: subject };
  if (type === "reflected") return { kind: "flashes", to: mirror };
  return result === "deflected" ? { kind: "flashes", to: victim } : null;
}

/** Animate the motions of these events between the beings that are visible in `root`. */
export function animate(root, events) {
  const place = placesIn(root);
  for (const { kind, from, to } of motionsOf(events)) {
    const [start, goal] = [place(from), place(to)];
    if (goal && (start || kind === "flashes")) MOTIONS[kind](goal, start);
  }
}

/**
 * Return a function that finds a being's element and its box by name, or null if it is not visible. If there are several,
 * the last one covers the others.
 */
function placesIn(root) {
  const parts = new Map();
  for (const part of root.querySelectorAll("[data-being]")) {
    const box = part.getBoundingClientRect();
    if (box.width) parts.set(part.dataset.being, { part, box });
  }
  return (name) => parts.get(name) ?? null;
}

const MOTIONS = {
  steps(goal, start) {
    const [x, y] = wayBetween(start.box, goal.box);
    const part = Math.min(STRIDE, LONGEST_STRIDE / Math.hypot(x, y) || 0);
    const forward = `translate(${part * x}px, ${part * y}px)`;
    start.part.animate([{ transform: "none" }, { transform: forward, offset: 0.5 }, { transform: "none" }], {
      duration: 2 * REACH,
      easing: "ease-in-out",
    });
  },
  flies(goal, start) {
    const [x, y] = wayBetween(start.box, goal.box);
    const [left, top] = middleOf(start.box);
    const missile = drawn("missile", { left, top });
    const turned = `rotate(${Math.atan2(y, x)}rad)`;
    play(
      missile,
      [
        { transform: `${turned} scale(0.4)`, opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: `translate(${x}px, ${y}px) ${turned}`, opacity: 1, offset: 0.9 },
        { transform: `translate(${x}px, ${y}px) ${turned} scale(1.8)`, opacity: 0 },
      ],
      { duration: 1.1 * REACH, easing: "ease-in" },
    );
  },
  flashes({ box: { left, top, width, height } }) {
    const guard = drawn("guard", { left, top, width, height });
    play(
      guard,
      [
        { transform: "scale(0.94)", opacity: 0 },
        { transform: "none", opacity: 1, offset: 0.4 },
        { transform: "scale(1.04)", opacity: 0 },
      ],
      { duration: 2 * REACH, easing: "ease-out" },
    );
  },
};

const middleOf = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

function wayBetween(start, goal) {
  const [from, to] = [middleOf(start), middleOf(goal)];
  return [to[0] - from[0], to[1] - from[1]];
}

/** Add an element to the page for the time of its animation, at this place of the window. */
function drawn(name, place) {
  const part = document.createElement("div");
  part.className = name;
  part.ariaHidden = "true";
  for (const [side, pixels] of Object.entries(place)) part.style[side] = `${pixels}px`;
  document.body.append(part);
  return part;
}

function play(part, frames, timing) {
  const animation = part.animate(frames, timing);
  animation.onfinish = animation.oncancel = () => part.remove();
}
