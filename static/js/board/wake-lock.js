// Keeps the screen awake while a live duel is on: who thinks for a minute does not touch it.

/** A function that is told whether the screen is to stay awake. The browser lets it sleep with each hidden page: it is asked again. */
export function wakeLockOf({ host = globalThis } = {}) {
  const { navigator, document } = host;
  let isWanted = false;
  let lock = null;

  async function hold() {
    if (!isWanted || document.hidden || !navigator.wakeLock) return;
    const fresh = await navigator.wakeLock.request("screen").catch(() => null); // refused where there is little power
    letGo(); // another request may have been answered meanwhile
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
