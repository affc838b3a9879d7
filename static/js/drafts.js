// Picks that were not sealed yet, kept by this tab for each duel, so that a reload loses none.

const key = (slug, wizard) => `draft:${slug}:${wizard}`;

const tagOf = ({ round, type }) => `${round} ${type}`;

/** The picks kept for this very request; null if there are none. */
export function loadDraft(slug, request) {
  try {
    const { tag, picks } = JSON.parse(sessionStorage.getItem(key(slug, request.wizard))) ?? {};
    return tag === tagOf(request) ? picks : null;
  } catch {
    return null;
  }
}

export function saveDraft(slug, request, picks) {
  try {
    sessionStorage.setItem(key(slug, request.wizard), JSON.stringify({ tag: tagOf(request), picks }));
  } catch {
    // A browser that keeps nothing: the picks live as long as the page.
  }
}
