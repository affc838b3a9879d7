import "./site.js";
import "../duel.js";
