import "./site.js";
import "./duel/duel.js";
import "../learn/lesson.js";
