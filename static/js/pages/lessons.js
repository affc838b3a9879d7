import "./site.js";
import "../learn/lessons.js";
