import "./site.js";
import "../lobby/create.js";
import "../lobby/lobby.js";
import "../lobby/tell.js";
