// Work in slices: between two of them the browser takes what is tapped, and paints.

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Resolves in a task of its own. */
export const nextTask = () => after(0);

/** Resolves when what has been drawn is to be seen: what asks how the page lies would hold that up. On a page that nobody sees, soon. */
export const afterFrame = () =>
  new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));

const A_WHILE = 1_000; // milliseconds
const LATEST = 2_000;

/** Resolves when the page has been there for a while, and the browser has nothing else to do, as far as it says so. */
export async function atRest() {
  await after(A_WHILE);
  await new Promise((done) => globalThis.requestIdleCallback?.(done, { timeout: LATEST }) ?? done());
}
