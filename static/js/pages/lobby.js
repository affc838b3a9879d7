import "./site.js";
import "../lobby/lobby.js";
import "../lobby/tell.js";
