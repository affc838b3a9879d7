// Forms in which a visitor chooses a name.

import "./site.js";
import "../site/new-names.js";
