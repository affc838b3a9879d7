import "./site.js";
import "../lobby/quick.js";
