// Loaded before the first paint, so that a chosen theme does not flash; without it the system's preference holds.
(() => {
  const root = document.documentElement;
  const chosen = (wish = "theme") => {
    try {
      return localStorage.getItem(wish);
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const choose = (theme) => {
    root.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // A browser that keeps nothing: the choice lasts for this page.
    }
  };
  root.dataset.scripted = "";
  for (const wish of ["theme", "motion"]) if (chosen(wish)) root.dataset[wish] = chosen(wish);
  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    button?.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
  });
})();
