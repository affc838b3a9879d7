import assert from "node:assert/strict";
import test from "node:test";

import { playSound } from "../../../static/js/lib/play-sound.js";
import { sound } from "../../../static/js/lib/sound.js";

/** Replace the browser's parts; return the frequencies at which tones begin. `isTouched`: the user has interacted. */
function withAudio(t, { isTouched = true, preference = "on" } = {}) {
  const begun = [];
  const param = new Proxy({}, { get: () => () => {} });
  const node = { frequency: param, gain: param, connect: (next) => next, start() {}, stop() {} };
  const parts = {
    document: { documentElement: { dataset: { sound: preference } } },
    navigator: { userActivation: { hasBeenActive: isTouched } },
    AudioContext: function AudioContext() {
      return { currentTime: 0, destination: node, resume: async () => {} };
    },
    OscillatorNode: function OscillatorNode(_context, { frequency }) {
      begun.push(frequency);
      return { ...node };
    },
    GainNode: function GainNode() {
      return { ...node };
    },
  };
  for (const [name, value] of Object.entries(parts)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => (before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name]));
  }
  return begun;
}

test("a sound plays each of its tones once", async (t) => {
  const begun = withAudio(t);
  await sound("seal");
  assert.deepEqual(begun, [160, 494]);
});

test("nothing is played before the user has interacted with the page", async (t) => {
  const begun = withAudio(t, { isTouched: false });
  await sound("seal");
  assert.deepEqual(begun, []);
});

test("nothing is played for users who want no sounds", async (t) => {
  const begun = withAudio(t, { preference: "off" });
  await playSound("seal");
  assert.deepEqual(begun, []);
});
