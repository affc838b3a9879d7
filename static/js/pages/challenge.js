import "./site.js";
import "../lobby/challenge.js";
import { watchKnowing } from "../lobby/knows.js";

watchKnowing();
