// Which lessons this browser has seen to their end. One that keeps nothing has all lessons open just the same.

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
    // It is not known next time.
  }
}
