// Lessons completed in this browser. If storage is blocked, all lessons stay open.

const KEY = "lessons";

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
