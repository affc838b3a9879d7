// Work for later: in slices, between which the browser handles input and paints, and fetches that need a connection.

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Resolve in a new task. */
export const nextTask = () => after(0);

/**
 * Resolve after the next frame has been painted; soon if the page is hidden. Code that reads the layout would delay
 * that frame.
 */
export const afterFrame = () =>
  new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

const A_WHILE = 1_000; // milliseconds
const LATEST = 2_000;

/** Resolve when the page has existed for a while and the browser is idle, if the browser reports that. */
export async function atRest() {
  await after(A_WHILE);
  await new Promise((done) => globalThis.requestIdleCallback?.(done, { timeout: LATEST }) ?? done());
}

/**
 * Call asynchronous functions that fetch something, one after the other, and ignore their failures. Before each, wait
 * until the browser is online: some browsers do not fetch a module again that once failed.
 */
export async function fetchInTurn(functions) {
  for (const fetchIt of functions) {
    if (!navigator.onLine) await new Promise((done) => addEventListener("online", done, { once: true }));
    await fetchIt().catch(() => {});
  }
}
