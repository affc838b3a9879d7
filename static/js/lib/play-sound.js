// Sounds for users who want them.

import { preference } from "./preferences.js";

/** Play a sound of sound.js, or none, if the user wants sounds; they are fetched when the first one is played. */
export const playSound = async (name) =>
  name && preference("sound") === "on" && (await import("./sound.js")).sound(name);
