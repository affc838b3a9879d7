import "./site.js";
import "../site/push.js";
