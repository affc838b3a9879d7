import "./site.js";
import "../text/text-mode.js";
