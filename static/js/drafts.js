// Picks that were not sealed yet, kept by this tab for each duel and round.

const key = (slug, wizard, round) => `draft:${slug}:${wizard}:${round}`;

export function loadDraft(slug, { wizard, round }) {
  try {
    return JSON.parse(sessionStorage.getItem(key(slug, wizard, round)));
  } catch {
    return null;
  }
}

export function saveDraft(slug, { wizard, round }, picks) {
  try {
    sessionStorage.setItem(key(slug, wizard, round), JSON.stringify(picks));
    sessionStorage.removeItem(key(slug, wizard, round - 1));
  } catch {
    // A browser that keeps nothing: the picks live as long as the page.
  }
}
