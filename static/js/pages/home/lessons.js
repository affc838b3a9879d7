// The way to the lessons: leads to the first one that is not completed, and after the last to practice.

import { completed, moveToAccount, nextOf } from "../../learn/progress.js";
import { _ } from "../../lib/words.js";

const link = document.querySelector("a[data-lessons]");

function lead() {
  const lessons = link.dataset.lessons.split(" ");
  const next = nextOf(lessons, completed(link));
  if (!next) return;
  link.href = next < 0 ? link.dataset.practice : link.href.replace(lessons[0], lessons[next]);
  link.textContent = next < 0 ? _("Practice (all lessons completed)") : _("Lesson {number}", { number: next + 1 });
}

if (link) {
  lead();
  moveToAccount(link);
}
