import "./site.js";
import "./duel/duel.js";
import "./puzzle/run.js";
