// "?" opens the help and leads to it; once more, it closes it and leads back.

const help = document.getElementById("help");
let cameFrom = null;

addEventListener("keydown", (event) => {
  const isTaken = event.target.matches("input:not([type=radio]), select, textarea, dialog *");
  if (event.key !== "?" || isTaken) return;
  event.preventDefault();
  help.open = !help.open;
  if (help.open) cameFrom = document.activeElement;
  (help.open ? help.querySelector("summary") : cameFrom)?.focus();
});
