import "../replay.js";
