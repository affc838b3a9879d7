// Loaded before the first paint, so that a chosen theme does not flash; without it the system's preference holds.
(() => {
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem("theme");
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
  if (chosen()) root.dataset.theme = chosen();
  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    button?.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
  });
})();
