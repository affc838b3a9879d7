// Types of the messages between server and scripts (docs/protocol.md), and of the state of pages. For the type checker
// only.

// Terms of the game ---------------------------------------------------------------------------------------------------

export type Name = string; // of a wizard
export type Slug = string; // of a spell, an effect, a kind of monster
/** A being: the name of a wizard or monster, "left:White" for the monster that a hand summons, or "nobody". */
export type Ref = string;
export type Gesture = "C" | "D" | "F" | "P" | "S" | "W" | ">" | "-" | "?";
export type Hand = "left" | "right";
/** The hand or hands that cast a spell. */
export type Slot = Hand | "both";
/** "" is the first pair of a round. */
export type Pair = "" | "second";
export type Kind = "normal" | "haste" | "time_stop";
export type ByHand<T> = Record<Hand, T>;

// Views ---------------------------------------------------------------------------------------------------------------

export interface Wizard {
  name: Name;
  gender: string;
  hp: number;
  max_hp: number;
  alive: boolean;
  surrendered: boolean;
  /** Rounds left of each effect. */
  effects: Record<Slug, number | "permanent">;
  minds?: Record<Slug, unknown>;
  blind: boolean;
  invisible: boolean;
  /** The spell if the viewer has banked it; for others, whether there is one. */
  banked: Slug | boolean | null;
  seen: boolean;
  team?: number;
}

export interface Monster {
  name: Ref;
  kind: Slug;
  owner: Name | null;
  target: Ref | null;
  hp: number;
  max_hp: number;
  alive: boolean;
  effects: Record<Slug, number | "permanent">;
}

/** An event; its other fields depend on its type. */
export interface Event {
  type: string;
  text: string;
  section?: string;
  rule?: { id: Slug };
  // biome-ignore lint/suspicious/noExplicitAny: each type of event has its own fields
  [field: string]: any;
}

/** The gestures of a wizard in a round; "?" where hidden. */
export interface Gestures {
  left: Gesture;
  right: Gesture;
  cast?: Slot[];
  forced?: Partial<ByHand<Slug>>;
  barrier?: boolean;
  second?: Gestures | null;
}

export interface Round {
  number: number;
  kind: Kind;
  gestures: Record<Name, Gestures>;
  events: Event[];
  hp?: Record<Name, number>;
}

export interface Result {
  outcome: string;
  winners: Name[];
  killed: Name[];
  surrendered: Name[];
}

/** The duel as one viewer knows it; `viewer` is null for spectators. */
export interface View {
  book: Slug;
  number: number;
  kind: Kind;
  viewer: Name | null;
  wizards: Wizard[];
  monsters: Monster[];
  rounds: Round[];
  reveal: Round | null;
  result: Result | null;
}

// Requests ------------------------------------------------------------------------------------------------------------

/** A spell that a gesture completes; `target`: its usual target. */
export interface SpellOption {
  spell: Slug;
  name: string;
  gestures: string;
  target: Ref | null;
  aimed: boolean;
  hand?: Hand;
  first_both?: boolean;
}

export type SpellTable = Record<string, SpellOption[]>;

/** The missing gestures of each spell that a gesture leads to. A lower-case letter means both hands. */
export type Paths = Record<Slug, string>;

export interface OpenHand {
  gestures: Gesture[];
  default: Gesture;
  forced: Slug | null;
}

export interface Target {
  ref: Ref;
  name?: string;
  kind: Slug;
  owner?: Name | null;
}

/** A monster that can be ordered to attack; `target`: null if dice choose; `by`: the spell that must win it first. */
export interface Attacker {
  ref: Ref;
  name: string;
  kind: Slug;
  target: Ref | null;
  targets: Ref[];
  second?: { target: Ref | null };
  /** The target without a pick. */
  usual?: Ref | null;
  /** True if dice may decide. */
  isLoose?: boolean;
  by?: Slug;
}

export interface Question {
  /** The path of the question's answer in the orders. */
  field: string[];
  kind: string;
  text: string;
  choices: Choice[];
  labels?: string[];
  default: Choice | null;
  hands?: Hand[];
  gestures?: Gesture[];
}

export type Choice = string | { hand?: Hand; gesture?: Gesture };

/** Threats ahead: the spells that hands may complete in the next rounds, by missing gestures. */
export interface Ahead {
  wizards: Record<Name, ByHand<Record<string, Slug[]>[]> & { whole: boolean; stops: Record<Slug, Slug[]>[] }>;
  attacks: Record<string, Slug[]>;
}

export interface Threat {
  by: Name;
  spell?: Slug;
  hand?: Hand;
  gesture?: Gesture;
  both?: boolean;
  target?: Ref;
  kind?: Slug;
  attack?: number;
}

/** The choices of one pair of hands. */
export interface PairRequest {
  hands: ByHand<OpenHand>;
  completes: Record<Slot, SpellTable>;
  paths: ByHand<Record<string, Paths>>;
  stab: { target: Ref };
}

export interface SecondRequest {
  hands: ByHand<OpenHand>;
  /** By the gesture of the first pair. */
  completes: Record<Slot, Record<string, SpellTable>>;
  /** By the gesture of the first pair, in lower case if both hands make it. */
  paths: ByHand<Record<string, Record<string, Paths>>>;
}

/** An effect that takes a spell: Delayed Effect or Permanency. */
export interface Window {
  must: boolean;
  left: number | null;
  full?: boolean;
  spells?: Slug[];
}

export interface OrdersRequest extends PairRequest {
  type: "orders";
  round: number;
  kind: Kind;
  wizard: Name;
  notes: { effect: Slug; text: string }[];
  second: SecondRequest | null;
  delay: Window | null;
  permanent: Window | null;
  fire: { spell: Slug; name: string; target: Ref | null } | null;
  ahead: Ahead;
  targets: Target[];
  corpses: Ref[];
  missed: Ref[];
  mind_clash: string;
  monsters: Attacker[];
  claims: Attacker[];
  questions: Question[];
  threats: Threat[];
  surrender: [Gesture, Gesture][];
  /** How the wizard may give up: with two palms, or by word, which may be deadly. */
  forfeit: "palms" | "surrenders" | "dies";
}

export interface AnswersRequest {
  type: "answers";
  ahead?: undefined;
  second?: undefined;
  round: number;
  wizard: Name;
  questions: Question[];
}

export type Request = OrdersRequest | AnswersRequest;

// Orders and answers --------------------------------------------------------------------------------------------------

export interface PairOrders {
  left?: Gesture;
  right?: Gesture;
  cast?: Partial<Record<Slot, Slug>>;
  target?: Partial<Record<Slot, Ref>>;
  attack?: Record<Ref, Ref>;
  delay?: Slot;
  permanent?: Slot;
}

/** Orders in the format of the duel record; answers given with them are at the `field` of their questions. */
export interface Orders extends PairOrders {
  second?: PairOrders;
  fire?: boolean;
  say?: string;
  forfeit?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: questions name the paths of their answers
  [answer: string]: any;
}

/** Answers at the `field` of their questions. */
// biome-ignore lint/suspicious/noExplicitAny: nested as deeply as those paths
export type Answers = Record<string, any>;

/** A line of a plan: the orders to give if the others make these gestures. */
export interface PlanLine {
  if: Record<Name, Partial<ByHand<Gesture>>>;
  orders: PairOrders;
  lines: PlanLine[];
}

export interface Plan {
  round: number;
  lines: PlanLine[];
  told?: { round: number; why: string; line?: number; field?: string; hand?: Hand; by?: Slug };
}

/** Picks that are not sealed; the server keeps them, and seals `orders` or `answers` when time runs out. */
export interface Draft {
  of: string;
  orders?: Orders;
  answers?: Answers;
  made: number;
  picks: Partial<Picks>;
  past?: Partial<Picks>[];
  future?: Partial<Picks>[];
}

export interface PairPicks {
  left: Gesture | null;
  right: Gesture | null;
  apart: boolean;
  cast: Partial<Record<Slot, Slug>>;
  target: Partial<Record<Slot, Ref>>;
  attack: Record<Ref, Ref>;
}

/** The picks changed in a request; `answers` by the keys of their questions. */
export interface Picks extends PairPicks {
  second: PairPicks;
  answers: Record<string, Choice>;
  delay: string | null;
  permanent: string | null;
  fire: boolean;
  say: string;
}

// Frames from the server ----------------------------------------------------------------------------------------------

interface Clocks {
  /** Milliseconds since 1970. */
  deadline: number | null;
  /** Seconds. */
  reserves: Record<Name, number>;
  vacations: Record<Name, { began: number; until: number; later: number }>;
}

interface Standing extends Clocks {
  version: number;
  view: View;
  request: Request | null;
  ahead: Ahead | null;
  entered: Orders | Answers | null;
  plan: Plan | null;
  acting: Name[];
  waiting: Name[];
  missed: Record<Name, number>;
  sealed_by_time: number | null;
}

interface Counts {
  scores: Record<Name, number> | null;
  points?: Record<Name, number> | null;
  ratings?: Record<Name, [number, number]> | null;
  provisional?: Name[] | null;
  repeated?: { wins: number; part: string } | null;
}

export interface DuelFrame extends Standing, Counts {
  type: "duel";
  slug: string;
  pace: number | null;
  mountain: boolean;
  practice: boolean;
  counts: boolean;
  house: Record<Name, number>;
  draft: Draft | null;
  now: number;
  connected: Name[];
  watchers: number;
}

export interface RoundFrame extends Standing, Counts {
  type: "round";
  now: number;
}

export interface RevealFrame extends Standing {
  type: "reveal";
  now: number;
}

export interface WaitingFrame {
  type: "waiting";
  version: number;
  waiting: Name[];
  reserves: Record<Name, number>;
}

interface EnteredState {
  round?: number;
  orders?: Orders | null;
  answers?: Answers | null;
  plan?: Plan;
}

export interface AcceptedFrame extends EnteredState {
  type: "accepted";
  id: string;
  tally?: Tally;
}

export interface EnteredFrame extends EnteredState {
  type: "entered";
  id?: undefined;
  round: number;
}

export interface DraftFrame {
  type: "draft";
  round: number;
  draft: Draft | null;
}

export interface RefusedFrame {
  type: "refused";
  id: string;
  code: string;
  why: string;
}

export interface PresenceFrame {
  type: "presence";
  connected: Name[];
  watchers: number;
}

export interface Line {
  id: number;
  by: string;
  path: string | null;
  room: "duelists" | "watchers" | "lobby";
  round: number;
  announced: boolean;
  text: string;
  at: number;
}

export type Frame =
  | DuelFrame
  | RoundFrame
  | RevealFrame
  | WaitingFrame
  | AcceptedFrame
  | EnteredFrame
  | DraftFrame
  | RefusedFrame
  | PresenceFrame
  | { type: "pong"; id: string }
  | { type: "outdated" }
  | { type: "lines"; lines: Line[] }
  | { type: "talk"; line: Line };

// Messages to the server ----------------------------------------------------------------------------------------------

export type Message =
  | { type: "orders"; round: number; orders: Orders }
  | { type: "answers"; round: number; answers: Answers }
  | { type: "plan"; round: number; plan: { lines: PlanLine[] } }
  | { type: "withdraw" | "forfeit"; round: number }
  | { type: "draft"; round: number; draft: Draft }
  | ({ type: "guess" } & Guess)
  | { type: "talk"; text: string; announce?: boolean; round?: undefined }
  | { type: "sync"; round?: undefined };

/** A message with the id by which the server answers it. */
export type SentMessage = Message & { id: string };

/** A connection of a page: the socket of protocol.js, or a sandbox. */
export interface Connection {
  send(message: Message): string;
  tell?(message: Message): boolean;
  wake(): void;
  sleep(): void;
  close(): void;
}

export type Link = "connecting" | "open" | "lost" | "closed";

// Guesses -------------------------------------------------------------------------------------------------------------

/** A spectator's guess at the gesture of a hand in a round. */
export interface Guess {
  round: number;
  wizard: Name;
  hand: Hand;
  gesture: Gesture;
}

/** Statistics of guesses: their number, the right ones, and the current and best streaks. */
export interface Tally {
  guesses: number;
  hits: number;
  streak: number;
  best: number;
}

/** The result of a guess; `made`: the gesture, null if nobody saw it, so that the guess does not count. */
export interface Verdict extends Guess {
  made: Gesture | null;
  isRight: boolean;
}

// State of pages ------------------------------------------------------------------------------------------------------

/** The state of a duel from one socket; see duel-state.js. */
export type Duel = Omit<DuelFrame, "type" | "now"> & {
  /** Milliseconds by which the server's clock is ahead of the local one. */
  skew: number;
  talk: Line[];
  refusal: { id?: string; code?: string; why: string } | null;
  lagging: boolean;
  /** The message being sent, and the orders or answers to restore if it is refused. */
  pending: { id: string; before: Duel["entered"] } | null;
  overtaken: Overtaken | null;
};

/** The orders or answers that counted in a round because a change of them, sent as `id`, came too late or never. */
export interface Overtaken {
  id: string;
  round: number;
  /** The last round after which the page says so. */
  until: number;
  request: Request;
  orders: Orders | Answers;
  /** Whether the gestures of the round prove it. */
  isSure: boolean;
}

/** Picks with undo and redo; see undo.js. */
export interface Course {
  past: Picks[];
  picks: Picks;
  future: Picks[];
  what: string | null;
}

export interface Desk {
  request: Request | null;
  course: Course;
  made: number;
}

export interface Place {
  pair: Pair;
  hand: Hand;
}

export type Effect = "sync" | "keep" | "send" | "cancel" | "forget";

export interface Page {
  duel: Duel;
  desk: Desk;
  caret: Place | null;
  warned: string[] | null;
  link: Link;
  asking: "surrender" | "forfeit" | null;
  said: string | null;
  unsaid: { id: string; text: string }[];
  effects: Effect[];
}

/** An action on a page, at the local time `at`. */
export type Action = { at: number } & (
  | { type: "frame"; frame: Frame; kept?: Draft | null }
  | { type: "pick"; picks: Picks; what?: string; caret?: Place | null }
  | { type: "undo" | "redo" | "warn" }
  | { type: "go"; caret: Place }
  | { type: "seal"; id: string; sealed: Orders | Answers }
  | { type: "withdraw"; id: string }
  | { type: "plan"; frame: { type: "plan"; round: number; plan: { lines: PlanLine[] } } }
  | { type: "refuse"; why: string }
  | { type: "ask"; about: Page["asking"] }
  | { type: "say"; id: string; text: string }
  | { type: "link"; link: Link }
);

/** A spell that a pair of hands casts, with the alternatives for the same gestures. */
export interface Casting {
  hand: Slot;
  options: SpellOption[];
  spell: SpellOption;
  target: Ref;
}

/** A spell, the knife or a monster (`ref`) with its present target; `usual`: its target without a pick. */
export interface Aim {
  kind: "spell" | "stab" | "attack";
  name: string;
  pair: Pair;
  hand?: Slot;
  spell?: Slug;
  ref?: Ref;
  /** The kind of a monster. */
  being?: Slug;
  target: Ref | null;
  usual: Ref | null;
  targets: Ref[];
}

/** A row of the orders: aims with the same target; `serves`: the aim of the spell that summons the monster. */
export interface AimRow {
  id: string;
  aims: Aim[];
  serves: Aim | null;
}

/** A warning before orders are sealed; `mend`: a way to fix it. */
export interface Warning {
  kind: string;
  text: string;
  isGrave: boolean;
  mend: { label: string; picks: Picks } | null;
}

/** A pair of hands, for warnings: `whole` is the request, `all` are the picks of the round. */
export interface WarnedPair {
  view: View;
  whole: OrdersRequest;
  all: Picks;
  pair: Pair;
  request: OrdersRequest;
  picks: PairPicks;
}

/** The result of a click on the seal. */
export type Sealing =
  | { does: "refuse"; why: string; place: Place | null; name?: string }
  | { does: "remind"; why: string; place: Place }
  | { does: "ask" | "warn" | "nothing" }
  | { does: "send"; type: "orders"; sealed: Orders }
  | { does: "send"; type: "answers"; sealed: Answers };

/** Assumed orders of the other wizards, by name. */
export type Replies = Record<Name, Orders>;

/** The spell book's facts of its spells. */
export type SpellFacts = Record<
  Slug,
  { name: string; gestures: string[]; class: string; stopped_by: Slug[]; once: boolean; worth: number }
>;
