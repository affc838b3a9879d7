// Forms in which a visitor chooses a username.

import "./site.js";
import "../site/new-username.js";
