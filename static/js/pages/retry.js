import "./site.js";
import "../duel.js";
import "../learn/retry.js";
