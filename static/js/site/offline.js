// The offline page, a classic script without imports, so that the service worker has all of it: loads the page that
// could not be reached as soon as the site answers again.

{
  const { own } = document.currentScript.dataset;
  const LONGEST = 30_000;
  let wait = 2_000;
  let timer = null;

  /**
   * Load the page if the site has it; a page that only takes forms is left to the user. Many pages do not answer HEAD.
   */
  async function retry() {
    clearTimeout(timer);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.replace(location.href);
    else later();
  }

  /** Wait longer each time, and not as long as other pages, so that they do not all come back at once. */
  function later() {
    timer = setTimeout(retry, wait * (0.5 + Math.random() / 2));
    wait = Math.min(LONGEST, 2 * wait);
  }

  // The offline page itself would load itself again and again.
  if (location.pathname !== own) {
    addEventListener("online", retry);
    document.addEventListener("visibilitychange", () => document.hidden || retry());
    later();
  }
}
