import "./site.js";
import "./home/featured.js";
import "../lobby/tell.js";
import "./home/replayed.js";
