import "./site.js";
import "../featured.js";
