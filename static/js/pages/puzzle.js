import "./site.js";
import "./duel/duel.js";
import "./puzzle/puzzle.js";
