// Work in slices: between two of them the browser takes what is tapped, and paints.

/** Resolves in a task of its own. */
export const nextTask = () => new Promise((done) => setTimeout(done));

/** Resolves when what has been drawn is to be seen: what asks how the page lies would hold that up. On a page that nobody sees, soon. */
export const afterFrame = () =>
  new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

const LATEST = 2_000; // milliseconds

/** Resolves when the browser has nothing else to do, as far as it says so. */
export const atRest = () =>
  new Promise((done) =>
    globalThis.requestIdleCallback ? requestIdleCallback(done, { timeout: LATEST }) : setTimeout(done, LATEST / 10),
  );
