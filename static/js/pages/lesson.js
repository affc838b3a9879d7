import { render } from "../../vendor/lit-html/lit-html.js";
import { circleArt } from "../board/circle-art.js";
import "./site.js";
import "./duel/duel.js";
import "../learn/lesson.js";

const circle = document.getElementById("circle"); // in the first lesson
if (circle) render(circleArt, circle);
