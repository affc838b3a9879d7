import "./site.js";
import { watchKnowing } from "../lobby/knows.js";
import "./tournament/live.js";

watchKnowing();
