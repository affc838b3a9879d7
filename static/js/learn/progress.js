// Completed lessons, by slug, and `PUZZLE`. Those of a user are stored with the account, those of others in this
// browser.

const KEY = "lessons";

/** The entry for a solved puzzle. */
export const PUZZLE = "puzzle";

/** Return the lessons completed in this browser, and `PUZZLE` if one was solved. If storage is blocked, there are none. */
export function done() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keep(slug) {
  store([...new Set([...done(), slug])]);
}

function store(slugs) {
  try {
    localStorage.setItem(KEY, JSON.stringify(slugs));
  } catch {
    // Storage is blocked: the lesson counts as new next time.
  }
}

/** Return the lessons completed by the user, whose account `place` names, or in this browser. */
export const completed = ({ dataset }) => [...(dataset.completed ?? "").split(" "), ...done()];

/** Move the lessons completed in this browser, and `PUZZLE`, to the user's account, if `place` names one. */
export async function moveToAccount({ dataset: { account, token } }, host = globalThis) {
  const lessons = done();
  if (!account || !lessons.length) return;
  const body = new URLSearchParams([["csrfmiddlewaretoken", token], ...lessons.map((slug) => ["lesson", slug])]);
  const { ok } = await host.fetch(account, { method: "POST", body }).catch(() => ({ ok: false }));
  if (ok) store(done().filter((slug) => !lessons.includes(slug)));
}

/**
 * Return the place of the next of these lessons, given the completed ones: 0 for the first, -1 when all are completed.
 * @type {(lessons: string[], completed: string[]) => number}
 */
export const nextOf = (lessons, completed) => lessons.findIndex((slug) => !completed.includes(slug));
