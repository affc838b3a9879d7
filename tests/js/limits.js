// The limits of the server, for tests without a page.

import { limits } from "../../static/js/lib/limits.js";

Object.assign(limits, { line: 300, announcement: 1000, draft: 4096, plan: { rounds: 2, lines: 8, pace: 3600 } });
