import "./site.js";

// All rules of a book were on one page once: its old addresses lead to their chapters.
const [, rule] = /^#rule-(\w+)$/.exec(location.hash) ?? [];
if (rule && !document.getElementById(location.hash.slice(1))) {
  const book = location.pathname.split("/")[2] || "classic";
  location.replace(`${document.body.dataset.rules}${book}/rule/${rule}/`);
}
