// Translated texts. Bundles bring those of each module, and other pages load `static/words/LANGUAGE.js`; see
// `wavinghands/assets/catalogue.py`.

const words = () => globalThis.words ?? { texts: {} };

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang || "en";

const filled = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field) : text);

/** `text` in the page's language, its `{fields}` filled from `values`. */
export const _ = (text, values) => filled(words().texts[text] ?? text, values);

/** The same by number: `{count}` is filled too. */
export const ngettext = (one, many, count, values) =>
  filled(words().texts[one]?.[words().plural(count)] ?? (count === 1 ? one : many), { count, ...values });

/** A translated text whose `{fields}` are templates, as lit-html takes it: "Read {rules} first." with `{ rules: html`…` }`. */
export const woven = (text, values) => text.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part);

/** A number as one reads it: "−3". */
export const numeral = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** A change as one reads it: "+3", "−3". */
export const signed = (change) => (change > 0 ? `+${change}` : numeral(change));
