// The closed spell book next to the board: its button and its keys. The open book (spell-book-panel.js) and the spells
// are fetched when it is first opened.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { onKey } from "../lib/keys.js";
import { _ } from "../lib/words.js";

const UNREAD = {
  drawer: null,
  spells: null,
  failed: false,
  isOpen: false,
  by: "near",
  kind: "",
  query: "",
  unfolded: [],
  cameFrom: null,
};

const field = () => document.getElementById("spellbook-search");

const load = () => import("./spell-book-panel.js");

/** The book of one duel. `address`: of its spells; `by`: its first order; `redraw()`. Returns
 * `{button(), panel(view), isOpen(), close(), load()}`; `load()` fetches the open book. */
export function spellBookOf({ address, by = UNREAD.by, redraw }) {
  const book = { ...UNREAD, by };

  function change(some) {
    Object.assign(book, some);
    redraw();
  }

  /** Fetch the missing parts of the book, and keep them. */
  async function fill() {
    try {
      book.drawer ??= (await load()).drawer;
      redraw();
      book.spells ??= await spellsAt(address);
    } catch {
      book.failed = true;
    }
    redraw();
  }

  async function open(focused = () => document.getElementById("spellbook")) {
    if (!book.isOpen) book.cameFrom = document.activeElement;
    change({ isOpen: true, failed: false });
    if (!book.drawer || !book.spells) await fill();
    if (!book.isOpen) return;
    focused()?.focus({ preventScroll: true });
  }

  function close() {
    if (!book.isOpen) return false;
    change({ isOpen: false });
    book.cameFrom?.focus({ preventScroll: true });
    return true;
  }

  const act = {
    toggle: () => (book.isOpen ? close() : open()),
    close,
    change,
    typed: (event) => {
      if (event.key === "Escape" ? close() : isOwn(event)) event.stopPropagation();
      if (isLetter(event)) field().focus();
    },
  };
  onKey("b", _("Open or close the spell book"), act.toggle);
  onKey("/", _("Search the spell book"), () => open(field));
  onKey("Escape", "", close);
  return {
    button: () => opener(book, act),
    isOpen: () => book.isOpen,
    close,
    load,
    panel: (view) => (book.isOpen && book.drawer ? book.drawer(book, view, act) : nothing),
  };
}

async function spellsAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).spells;
}

/** Return whether a key is a letter. Letters typed in the book search it, and must not pick gestures for the hands. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }) => /^[a-z]$/i.test(key) && !ctrlKey && !metaKey && !altKey;

const isOwn = (event) => isLetter(event) || ["Enter", "Backspace", ">", "-"].includes(event.key);

const opener = ({ isOpen }, act) => html`
  <button class="spellbook__opener" type="button" aria-expanded=${isOpen} aria-controls="spellbook" aria-keyshortcuts="b" title=${_("Spell book (B)")} @click=${act.toggle}>
    ${icon("book")}<span>${_("Spell book")}</span>
  </button>
`;
