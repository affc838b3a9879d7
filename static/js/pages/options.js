import "../lobby/options.js";
import "../lobby/terms.js";
