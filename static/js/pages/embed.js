import "./replay/replay.js";
