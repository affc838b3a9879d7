import "./site.js";
import "../duel.js";
import "../puzzle.js";
