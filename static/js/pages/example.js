import "./site.js";
import "../duel.js";
import "../learn/example.js";
