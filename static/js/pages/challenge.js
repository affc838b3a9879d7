import "./site.js";
import "../lobby/challenge.js";
