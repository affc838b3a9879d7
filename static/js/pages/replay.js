import "./site.js";
import "./replay/replay.js";
