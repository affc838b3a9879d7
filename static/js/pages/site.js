import "../site/app.js";
import "../site/display.js";
import "../site/names.js";
import "../site/news.js";
import "../site/refusals.js";
import "../site/tabs.js";
import "../site/times.js";
