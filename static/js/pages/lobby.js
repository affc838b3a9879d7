import "./site.js";
import "../lobby/lobby.js";
