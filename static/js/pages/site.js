import "../site/app.js";
import "../site/display.js";
import "../site/news.js";
