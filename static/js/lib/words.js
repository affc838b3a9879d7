// Translated texts. Bundles contain the texts of their modules; other pages load `static/words/LANGUAGE.js`. See
// `wavinghands/assets/catalogue.py`.

const words = () => globalThis.words ?? { texts: {} };

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang || "en";

const filled = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field) : text);

/** Translate `text` and fill in its `{fields}`. */
export const _ = (text, values) => filled(words().texts[text] ?? text, values);

/** Translate by number; `{count}` is also filled in. */
export const ngettext = (one, many, count, values) =>
  filled(words().texts[one]?.[words().plural(count)] ?? (count === 1 ? one : many), { count, ...values });

/** Translate a text whose `{fields}` are lit-html templates: "Read {rules} first." with `{ rules: html`…` }`. */
export const woven = (text, values) => text.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part);

/** Format a number with a proper minus sign: "−3". */
export const numeral = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** Format a change with its sign: "+3", "−3". */
export const signed = (change) => (change > 0 ? `+${change}` : numeral(change));
