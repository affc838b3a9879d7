// The limits that pages are told, where no page is.

import { limits } from "../../static/js/lib/limits.js";

Object.assign(limits, { line: 300, announcement: 1000, draft: 4096, plan: { rounds: 2, lines: 8, pace: 3600 } });
