// Frames and requests as the server sends them; each test overrides only the fields it needs.

export const view = (changes = {}) => ({
  book: "classic",
  number: 0,
  kind: "normal",
  viewer: "Black",
  wizards: [],
  monsters: [],
  rounds: [],
  reveal: null,
  result: null,
  ...changes,
});

export const round = (number) => ({ number, kind: "normal", gestures: {}, hp: {}, events: [] });

export const duelFrame = (changes = {}) => ({
  type: "duel",
  version: 5,
  slug: "abc",
  pace: 60,
  practice: false,
  counts: true,
  house: {},
  view: view(),
  request: request(),
  entered: null,
  waiting: ["Black", "White"],
  missed: {},
  deadline: 70_000,
  reserves: {},
  vacations: {},
  now: 10_000,
  connected: ["Black"],
  watchers: 0,
  talk: [],
  scores: null,
  ...changes,
});

export const roundFrame = (number, changes = {}) => ({
  type: "round",
  version: 6,
  view: view({ number, rounds: [round(number)] }),
  request: request({ round: number + 1 }),
  entered: null,
  waiting: ["Black", "White"],
  missed: {},
  deadline: 130_000,
  now: 70_000,
  scores: null,
  ...changes,
});

const ALL = ["C", "D", "F", "P", "S", "W", ">", "-"];

export const free = () => ({ gestures: ALL, default: "-", forced: null });

export const held = (gesture, effect = "paralysis") => ({ gestures: [gesture], default: gesture, forced: effect });

export const spell = (slug, changes = {}) => ({
  spell: slug,
  name: slug,
  gestures: "",
  target: "White",
  aimed: true,
  ...changes,
});

export const request = (changes = {}) => ({
  type: "orders",
  round: 1,
  kind: "normal",
  wizard: "Black",
  hands: { left: free(), right: free() },
  notes: [],
  completes: { left: {}, right: {}, both: {} },
  paths: { left: {}, right: {} },
  targets: [
    { ref: "Black", name: "Black", kind: "wizard" },
    { ref: "White", name: "White", kind: "wizard" },
    { ref: "left:Black", name: "the monster of Black’s left hand", kind: "new" },
    { ref: "right:White", name: "the monster of White’s right hand", kind: "new" },
    { ref: "nobody", kind: "nobody" },
  ],
  corpses: [],
  missed: [],
  mind_clash: "kinds",
  stab: { target: "White" },
  monsters: [],
  claims: [],
  questions: [],
  threats: [],
  surrender: [["P", "P"]],
  forfeit: "palms",
  ...changes,
});
