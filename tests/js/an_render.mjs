import "./templates.js";
import { readFileSync } from "node:fs";
const [file, factsFile, index] = process.argv.slice(2);
const facts = readFileSync(factsFile, "utf8");
globalThis.document.getElementById = (id) => (id === "spell-facts" ? { textContent: facts } : null);
const { analysisPanel } = await import("../../static/js/analysis/panel.js");
const { markupOf } = await import("./templates.js");
const d = JSON.parse(readFileSync(file, "utf8").trim().split("\n")[index]);
const act = { addressOf: (r) => `/${r}/`, go() {}, retryOf: () => "", otherOf: (w) => d.an.wizards.find((x) => x !== w) };
const words = (t) => markupOf(t).replaceAll(/<span class="visually-hidden">[^<]*<\/span>/g, " ").replaceAll(/<(?:p|li|h2|h3|h4|dt|article|summary|details|tr)\b[^>]*>/g, "\n").replaceAll(/<[^>]*>/g, " ").replaceAll(/[ \t]+/g, " ").replaceAll(/\n\s*\n+/g, "\n").trim();
const last = d.an.chances.length - 1;
console.log(words(analysisPanel({ standing: { may_ask: false }, result: d.an }, { number: 0, rounds: d.rounds, book: d.book, login: null }, act)).split("All rounds as a table")[0]);
for (let n = 1; n <= last; n++) {
  const t = words(analysisPanel({ standing: { may_ask: false }, result: d.an }, { number: n, rounds: d.rounds, book: d.book, login: null }, act)).split("All rounds as a table")[0];
  const at = d.an.wizards.map((w) => t.indexOf(`\n ${w} `)).filter((x) => x > 0);
  console.log(`==== round ${n}: ${(d.rounds.find((r) => r.number === n)?.events ?? []).map((e) => e.text).join(" ")}`);
  console.log(`     chances ${d.an.chances[n]}`);
  const i = t.indexOf("Played:"); console.log(i > 0 ? t.slice(t.lastIndexOf("\n", t.lastIndexOf("\n", i) - 1)) : t.split("\n").slice(-2).join("\n"));
}
