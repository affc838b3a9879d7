// Loaded before the first paint, so that a chosen theme does not flash; without it the system's preference holds.
(() => {
  const root = document.documentElement;
  const chosen = (wish) => {
    try {
      return localStorage.getItem(wish);
    } catch {
      return null;
    }
  };
  root.dataset.scripted = "";
  for (const wish of ["theme", "motion"]) if (chosen(wish)) root.dataset[wish] = chosen(wish);
})();
