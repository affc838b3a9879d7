// The page's words in its language: English as written here, else from Django's catalogue, which the page has loaded before.

const catalogue = globalThis.django ?? {};

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang || "en";

const filled = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field) : text);

/** `text` in the page's language, its `{fields}` filled from `values`. */
export const _ = (text, values) => filled(catalogue.gettext?.(text) ?? text, values);

/** The same by number: `{count}` is filled too. */
export const ngettext = (one, many, count, values) =>
  filled(catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many), { count, ...values });

/** A translated text whose `{fields}` are templates, as lit-html takes it: `woven(_("Read {rules} first."), { rules: html`…` })`. */
export const woven = (text, values) => text.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part);

/** A number as one reads it: "−3". */
export const numeral = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** A change as one reads it: "+3", "−3". */
export const signed = (change) => (change > 0 ? `+${change}` : numeral(change));
