// The desk at which a wizard writes his orders: what is picked, what can be undone, and where it is kept. A pick stands at once;
// the browser keeps it, and soon the server does, for his other tabs and devices. No page here, and no socket.

import { keep, kept, newer, packed, tagOf, unpacked } from "./drafts.js";
import { enteredPicks, noPicks, stands } from "./orders.js";
import { begun, did, redone, undone } from "./undo.js";

const SOON = 400; // milliseconds, in which picks are gathered

/**
 * A desk for the duel `slug`. `tell(frame)` sends a frame to the server, and gives whether it could; `now()` is the server's
 * clock. `keeps`: whether anything is to be kept. `host` carries what tests replace: setTimeout, clearTimeout, localStorage.
 */
export function deskOf({ slug, tell, now, keeps = true, host = globalThis }) {
  let request = null;
  let course = begun(noPicks());
  let made = 0;
  let timer = null;

  /** A new question: what was picked for it last, here or elsewhere, else what is sealed. */
  function open(state) {
    host.clearTimeout(timer);
    timer = null;
    request = state.request;
    course = begun(request ? enteredPicks(request, state.entered) : noPicks());
    made = 0;
    if (request) meet(state);
    else if (keeps && state.view.viewer) keep(slug, state.view.viewer, null, host.localStorage);
  }

  /** The whole duel has come: the later draft counts, here or there. */
  function meet({ draft }) {
    if (!request || !keeps) return;
    const own = made ? packed(request, course, made) : kept(slug, request.wizard, host.localStorage);
    take(newer(request, own, draft));
    if (made > (draft?.of === tagOf(request) ? draft.made : 0)) send();
  }

  /** Another tab has picked something. */
  const hear = ({ draft }) => request && take(newer(request, made ? packed(request, course, made) : null, draft));

  function take(draft) {
    if (!draft || draft.made <= made) return;
    course = unpacked(request, draft);
    made = draft.made;
  }

  function set(changed) {
    if (changed === course) return;
    course = changed;
    made = Math.max(made + 1, now());
    if (!keeps) return;
    keep(slug, request.wizard, packed(request, course, made), host.localStorage);
    timer ??= host.setTimeout(send, SOON);
  }

  /** Sends the draft now. */
  function send() {
    host.clearTimeout(timer);
    timer = null;
    if (keeps && request && made) tell({ type: "draft", round: request.round, draft: packed(request, course, made) });
  }

  return {
    open,
    meet,
    hear,
    send,
    /** Sends what still waits to be sent. */
    flush: () => timer !== null && send(),
    pick: (picks, what) => set(did(course, picks, what)),
    undo: () => set(undone(course)),
    redo: () => set(redone(course)),
    /** What stands has been sealed elsewhere: the picks are what it says. */
    adopt: ({ entered }) => request && entered && set(did(course, enteredPicks(request, entered))),
    get picks() {
      return course.picks;
    },
    get mayUndo() {
      return course.past.length > 0;
    },
    get mayRedo() {
      return course.future.length > 0;
    },
    /** Whether the picks say something else than what is sealed. */
    isChanged: ({ entered }) => Boolean(request && entered) && !stands(request, course.picks, entered),
  };
}
