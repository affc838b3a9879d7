import "./site.js";
import "./home/featured.js";
import "./home/lessons.js";
import "./home/steps.js";
import "../lobby/tell.js";
import "./home/replayed.js";
