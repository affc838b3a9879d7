// Loaded before the first paint, so that a chosen theme does not flash. Without a choice the system's preference
// applies. All pages but duels preload the site's fonts; a duel uses them from then on.
(() => {
  const root = document.documentElement;
  const chosen = (preference) => {
    try {
      return localStorage.getItem(preference);
    } catch {
      return null;
    }
  };
  const loadsFonts = !root.classList.contains("app");
  root.dataset.scripted = "";
  for (const preference of ["theme", "motion", "fonts"])
    if (chosen(preference)) root.dataset[preference] = chosen(preference);
  if (!loadsFonts || chosen("fonts")) return;
  addEventListener("load", () => {
    try {
      localStorage.setItem("fonts", "loaded");
    } catch {
      // Without storage, a duel keeps the fonts of the system.
    }
  });
})();
