import "./site.js";
import "../featured.js";
import "../lobby/tell.js";
import "../replayed.js";
