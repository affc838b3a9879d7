import "../lobby/options.js";
