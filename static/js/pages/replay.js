import "./site.js";
import "../replay.js";
