import "./site.js";
import "./duel/duel.js";
