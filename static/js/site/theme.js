// Loaded before the first paint, so that a chosen theme does not flash. Without a choice the system's preference
// applies.
(() => {
  const root = document.documentElement;
  const chosen = (preference) => {
    try {
      return localStorage.getItem(preference);
    } catch {
      return null;
    }
  };
  root.dataset.scripted = "";
  for (const preference of ["theme", "motion"]) if (chosen(preference)) root.dataset[preference] = chosen(preference);
})();
