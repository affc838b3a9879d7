import "./site.js";
import "../duel.js";
import "../learn/lesson.js";
