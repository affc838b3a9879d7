// The text mode of a duel: typed commands and a log. It shares its state, picks and socket with the page with the
// board.

import { resultText } from "../board/result.js";
import { lowText } from "../lib/clock.js";
import { reloadLoggedOut } from "../lib/logged-out.js";
import { playSound } from "../lib/play-sound.js";
import { connect, LOGGED_OUT, socketAddress } from "../lib/protocol.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { called } from "../orders/beings.js";
import { castings } from "../orders/castings.js";
import { closedNews, closingText } from "../orders/closing.js";
import { currentRound, hasSealed, oncePerQuestion } from "../orders/duel-state.js";
import { givingUp } from "../orders/giving-up.js";
import * as orders from "../orders/orders.js";
import { pageModelOf } from "../orders/page-model.js";
import { isOfDraft, picksOn } from "../orders/page-state.js";
import { pairsOf } from "../orders/pairs.js";
import { roundBegins, sealedText, turnText } from "../orders/status.js";
import { warningsOf } from "../orders/warnings.js";
import { meant, meantSpell, parse } from "./command-parser.js";
import {
  hands,
  helpLines,
  picksLines,
  questionLines,
  roundLines,
  sentence,
  spellLines,
  standing,
  threatLines,
} from "./text-view.js";

const root = document.getElementById("textmode");
const log = document.getElementById("log");
const input = document.getElementById("line");

const first = JSON.parse(document.getElementById("frame").textContent);

let socket = null;
let warned = null; // the grave warnings already shown
const model = pageModelOf(first, { socket: () => socket });

const picks = () => picksOn(model.page);

// Output
// ----------------------------------------------------------------------------------------------------------------

/** Append lines to the log as one element, so that screen readers read them together. */
function tell(lines, kind = "told") {
  const part = document.createElement("div");
  part.className = `log__part ${kind}`;
  part.append(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  log.append(part);
  log.scrollTop = log.scrollHeight;
  document.getElementById("turn").textContent = turnText(model.page.duel);
}

/** Print the current state or questions. */
function tellAsked() {
  const { request, view } = model.page.duel;
  if (view.result) tell([resultText(view)]);
  else if (request && !hasSealed(model.page.duel))
    tell([
      request.type === "orders" ? roundBegins(model.page.duel) : _("Answer a question."),
      ...(request.notes ?? []).map(({ text }) => text),
      ...questionLines(request.questions ?? [], picks().answers),
      ...[closingText(model.page)].filter(Boolean),
    ]);
  else tell([sentence(turnText(model.page.duel))]);
}

/** Print the reveal of a round that is not over. */
const tellReveal = () => tell([_("Gestures revealed."), ...roundLines(model.page.duel.view.reveal)]);

function receive(frame) {
  if (isOfDraft(frame)) return;
  const before = model.receive(frame);
  answered(frame, before.duel, model.page.duel);
}

function answered(frame, before, state) {
  const told = state.view.rounds.filter(({ number }) => number > before.view.number);
  const isRevealed = state.view.reveal && !before.view.reveal;
  const closed = closedNews(before, state);
  if (closed) tell([closed]);
  if (told.length) tell(told.flatMap((round) => roundLines(round)));
  if (isRevealed) tellReveal();
  if (told.length || isRevealed) tellAsked();
  else if (frame.type === "refused") tell([frame.why], "refused");
  else if (frame.type === "talk") tell([_("{name}: {words}", { name: frame.line.by, words: frame.line.text })], "talk");
  else if (frame.type === "accepted" && (frame.orders || frame.answers)) tell([_("Sealed.")]);
  else if (frame.type === "accepted" && (frame.orders === null || frame.answers === null))
    tell([_("Nothing is sealed.")]);
  else if (frame.type === "waiting") tellWaiting(before, state);
}

function tellWaiting(before, state) {
  const lines = [sealedText(before, state), hasSealed(state) && sentence(turnText(state))].filter(Boolean);
  if (lines.length) tell(lines);
}

function linked(link, code) {
  model.dispatch("link", { link });
  onLink(link, code);
}

/** Send a message, or print why it is not sent, or not yet. */
function send(message) {
  const { link } = model.page;
  if (link === "closed") tell([_("Not sent: you are disconnected. Reload the page.")], "refused");
  else socket.send(message);
  if (link === "lost")
    tell([_("The connection is lost. Your command will be sent as soon as the connection is back.")], "refused");
}

const isNew = oncePerQuestion();

/** Announce once per question that little time is left. */
function tellTime() {
  const text = lowText(model.page.duel, Date.now());
  if (!text || !isNew("low", model.page.duel)) return;
  tell([`${text} ${closingText(model.page)}`.trim()]);
  playSound("low");
}

function onLink(link, code) {
  if (code === LOGGED_OUT) reloadLoggedOut();
  else if (link === "lost") tell([_("Connection lost, trying again…")], "refused");
  else if (link === "closed") tell([_("Disconnected. Reload the page.")], "refused");
}

// Input
// -----------------------------------------------------------------------------------------------------------------

const ACTIONS = {
  gestures: ({ pair, left, right }) =>
    pick((picks) => orders.pickGesture(orders.pickGesture(picks, "left", left, pair), "right", right, pair)),
  hand: handAction,
  cast: castAction,
  attack: attackAction,
  window: ({ pair, field, hand }) => pick((picks) => ({ ...picks, [field]: pair ? `${pair}/${hand}` : hand })),
  release: () => pick((picks) => ({ ...picks, fire: true })),
  answer: answerAction,
  say: ({ rest }) => pick((picks) => ({ ...picks, say: rest })),
  clear: () => pick(() => orders.noPicks()),
  undo: () => turned("undo"),
  redo: () => turned("redo"),
  orders: tellPicks,
  seal,
  back: () => asked() && send({ type: "withdraw", round: model.page.duel.request.round }),
  talk: ({ rest }) => rest && send({ type: "talk", text: rest }),
  status: () => tell([sentence(turnText(model.page.duel)), ...standing(model.page.duel.view)]),
  hands: () => tell(hands(model.page.duel.view)),
  threats: () => tell(threatLines(model.page.duel.request ?? {})),
  questions: tellQuestions,
  spells: ({ rest }) => tell(spellLines(spellFacts, rest)),
  history: ({ rest }) =>
    tell(model.page.duel.view.rounds.slice(-(Number.parseInt(rest, 10) || 3)).flatMap((round) => roundLines(round))),
  round: roundAction,
  help: () => tell(helpLines()),
  up: tellGivingUp,
  surely: () => send({ type: "forfeit", round: currentRound(model.page.duel) }),
  unknown: ({ text }) => tell([_("Unknown command “{text}”. Type “help” for a list.", { text })], "refused"),
};

/** Return whether orders or answers are wanted; print a message if not. */
function asked() {
  const why = model.page.duel.view.viewer ? _("Nothing to do right now.") : _("You’re a spectator.");
  if (!model.page.duel.request) tell([why, sentence(turnText(model.page.duel))], "refused");
  return Boolean(model.page.duel.request);
}

function pick(change, tellIt = tellPicks) {
  if (!asked()) return;
  warned = null;
  model.dispatch("pick", { picks: change(picks()) });
  tellIt();
}

function tellPicks() {
  if (!asked()) return;
  const { request, view } = model.page.duel;
  tell(
    request.type === "orders" ? picksLines(view, request, picks()) : questionLines(request.questions, picks().answers),
  );
}

function tellQuestions() {
  const questions = model.page.duel.request?.questions ?? [];
  tell(questions.length ? questionLines(questions, picks().answers) : [_("There are no questions.")]);
}

function tellGivingUp() {
  const { duel } = model.page;
  const { text, danger } = givingUp(duel);
  tell(
    duel.view.result
      ? [sentence(turnText(duel))]
      : [...text, ...(danger ? [danger] : []), _("To leave the duel, type “give up yes”.")],
  );
}

function turned(type) {
  model.dispatch(type);
  tellPicks();
}

/** Return the ref with this name; print a message and return null if there is none. */
function refOf(words, targets) {
  const ref = meant(words, targets, model.page.duel.request.wizard);
  if (ref === null)
    tell(
      [
        _("Nobody here is called “{words}”. Choose from: {names}.", {
          words,
          names: targets.map(({ ref }) => called(model.page.duel.request, ref)).join("; "),
        }),
      ],
      "refused",
    );
  return ref;
}

function handAction({ pair, hand, letter, whom }) {
  if (!asked()) return;
  const ref = whom ? refOf(whom, orders.beingsFor(model.page.duel.request, picks(), true)) : null;
  if (whom && ref === null) return;
  pick((picks) => {
    const made = letter ? orders.pickGesture(picks, hand, letter, pair) : picks;
    return ref === null ? made : orders.inPair(made, pair, (it) => ({ ...it, target: { ...it.target, [hand]: ref } }));
  });
}

function castAction({ pair, hand, spell }) {
  if (!asked()) return;
  const one = pairsOf(model.page.duel.request, picks()).find((it) => it.pair === pair);
  const apart = hand !== "both";
  const changed = one && orders.pickApart(one.picks, apart);
  const options = one ? (castings(one.request, changed).find((casting) => casting.hand === hand)?.options ?? []) : [];
  const slug = meantSpell(spell, options);
  if (!slug) tell([_("These gestures don’t complete “{spell}”.", { spell })], "refused");
  else pick((picks) => orders.inPair(picks, pair, (it) => orders.pickSpell(orders.pickApart(it, apart), hand, slug)));
}

function attackAction({ pair, monster, victim }) {
  if (!asked()) return;
  const ref = refOf(monster, orders.attackers(model.page.duel.request, picks()));
  const whom = ref && refOf(victim, model.page.duel.request.targets);
  if (whom) pick((picks) => orders.inPair(picks, pair, (it) => ({ ...it, attack: { ...it.attack, [ref]: whom } })));
}

function answerAction({ rest }) {
  if (!asked()) return;
  const questions = model.page.duel.request.questions ?? [];
  const words = rest.split(" ");
  const isNumbered = questions.length > 1 || (words.length > 1 && /^\d+$/.test(words[0]));
  const at = isNumbered ? Number.parseInt(words.shift(), 10) - 1 : 0;
  const question = questions[at];
  const choice =
    question && (question.kind === "direct" ? direction(words) : question.choices[Number.parseInt(words[0], 10) - 1]);
  if (choice === undefined || choice === null)
    tell(
      [
        _("Answer with the number of the question and the number of the answer."),
        ...questionLines(questions, picks().answers),
      ],
      "refused",
    );
  else pick((picks) => ({ ...picks, answers: { ...picks.answers, [orders.keyOf(question)]: choice } }), tellQuestions);
}

function direction([hand, gesture]) {
  const { verb, letter, hand: slot } = parse(`${hand} ${gesture}`);
  return verb === "hand" && letter ? { hand: slot, gesture: letter } : null;
}

function roundAction({ rest }) {
  const round = model.page.duel.view.rounds.find(({ number }) => number === Number.parseInt(rest, 10));
  tell(round ? roundLines(round, { withRules: true }) : [_("There is no such round.")]);
}

function seal() {
  if (!asked()) return;
  const { request, view } = model.page.duel;
  if (request.type === "answers") sealAnswers();
  else if (orders.missing(request, picks()).length) tellPicks();
  else if (isWarned(warningsOf(view, request, picks()).filter(({ isGrave }) => isGrave))) {
    send({ type: "orders", round: request.round, orders: orders.ordersOf(request, picks()) });
  }
}

/** Return whether the user has already seen the grave warnings of these orders, so that sealing again confirms them. */
function isWarned(grave) {
  const told = grave.map(({ text }) => text).join(" ");
  if (!told || warned === told) return true;
  warned = told;
  tell([told, _("Type “seal” again to confirm.")], "refused");
  return false;
}

function sealAnswers() {
  const { questions, round } = model.page.duel.request;
  const open = orders.unanswered(questions, picks().answers).length;
  if (open) tell([ngettext("{count} question is unanswered.", "{count} questions are unanswered.", open)], "refused");
  else send({ type: "answers", round, answers: orders.answersOf(questions, picks().answers, { all: true }) });
}

// Begin -----------------------------------------------------------------------------------------------------------------

document.getElementById("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = input.value;
  input.value = "";
  if (!line.trim()) return;
  tell([line], "typed");
  const command = parse(line);
  ACTIONS[command.verb](command);
});

tell([_("Type “help” for a list of commands."), ...standing(model.page.duel.view)]);
if (model.page.duel.view.reveal) tellReveal();
tellAsked();
socket = connect({
  address: socketAddress(root.dataset.socket),
  onFrame: receive,
  onLink: linked,
});
setInterval(tellTime, 1000);
addEventListener("online", socket.wake);
addEventListener("offline", socket.sleep);
addEventListener("pagehide", model.flush);
input.focus();
