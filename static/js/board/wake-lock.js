// Keeps the screen awake during a live duel, because players may think for a minute without touching it.

/**
 * Return a function that sets whether the screen stays awake. Browsers release the lock when the page is hidden, so it
 * is requested again.
 */
export function wakeLockOf({ host = globalThis } = {}) {
  const { navigator, document } = host;
  let isWanted = false;
  let lock = null;

  async function hold() {
    if (!isWanted || document.hidden || !navigator.wakeLock) return;
    const fresh = await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low
    letGo(); // another request may have finished first
    lock = fresh;
    if (!isWanted) letGo();
  }

  function letGo() {
    lock?.release();
    lock = null;
  }

  document.addEventListener("visibilitychange", hold);
  return (isOn) => {
    if (isOn === isWanted) return;
    isWanted = isOn;
    if (isWanted) hold();
    else letGo();
  };
}
