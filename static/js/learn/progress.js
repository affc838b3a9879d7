// Lessons completed in this browser, by slug, and whether a puzzle was solved. If storage is blocked, all stay open.

const KEY = "lessons";

/** The entry for a solved puzzle. */
export const PUZZLE = "puzzle";

export function done() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keep(slug) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...done(), slug])]));
  } catch {
    // Storage is blocked: the lesson counts as new next time.
  }
}

/**
 * Return the place of the next of these lessons, given the completed ones: 0 for the first, -1 when all are completed.
 * @type {(lessons: string[], completed: string[]) => number}
 */
export const nextOf = (lessons, completed) => lessons.findIndex((slug) => !completed.includes(slug));
