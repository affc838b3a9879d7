// Sounds of a duel and the call to it, synthesized so that no file has to load.

/** Tones `{ at, for, from, to, loud, wave }` by sound: seconds, hertz, share of the volume. */
const SOUNDS = {
  seal: [
    { from: 160, to: 90, for: 0.09, loud: 0.8, wave: "triangle" },
    { from: 494, to: 494, at: 0.06, for: 0.12, loud: 0.25, wave: "sine" },
  ],
  gestures: [{ from: 520, to: 380, for: 0.07, loud: 0.4, wave: "triangle" }],
  spells: [
    { from: 440, to: 660, for: 0.16, loud: 0.5, wave: "sine" },
    { from: 660, to: 990, at: 0.09, for: 0.2, loud: 0.35, wave: "sine" },
  ],
  attacks: [{ from: 190, to: 70, for: 0.14, loud: 0.8, wave: "triangle" }],
  hurt: [{ from: 240, to: 60, for: 0.2, loud: 0.9, wave: "sawtooth" }],
  falls: [{ from: 220, to: 45, for: 0.7, loud: 0.9, wave: "triangle" }],
  turn: [
    { from: 587, to: 587, for: 0.1, loud: 0.4, wave: "sine" },
    { from: 784, to: 784, at: 0.11, for: 0.16, loud: 0.4, wave: "sine" },
  ],
  low: [
    { from: 880, to: 880, for: 0.08, loud: 0.45, wave: "sine" },
    { from: 880, to: 880, at: 0.16, for: 0.08, loud: 0.45, wave: "sine" },
  ],
  call: [
    { from: 784, to: 784, for: 0.18, loud: 0.7, wave: "sine" },
    { from: 1047, to: 1047, at: 0.2, for: 0.35, loud: 0.7, wave: "sine" },
    { from: 784, to: 784, at: 0.7, for: 0.18, loud: 0.7, wave: "sine" },
    { from: 1047, to: 1047, at: 0.9, for: 0.5, loud: 0.7, wave: "sine" },
  ],
  win: [
    { from: 523, to: 523, for: 0.14, loud: 0.45, wave: "triangle" },
    { from: 659, to: 659, at: 0.13, for: 0.14, loud: 0.45, wave: "triangle" },
    { from: 784, to: 784, at: 0.26, for: 0.14, loud: 0.45, wave: "triangle" },
    { from: 1047, to: 1047, at: 0.39, for: 0.7, loud: 0.55, wave: "triangle" },
  ],
  end: [
    { from: 392, to: 392, for: 0.25, loud: 0.5, wave: "triangle" },
    { from: 523, to: 523, at: 0.18, for: 0.25, loud: 0.5, wave: "triangle" },
    { from: 659, to: 659, at: 0.36, for: 0.6, loud: 0.5, wave: "triangle" },
  ],
};

const VOLUME = 0.12;

let context = null;

/** Play one of the sounds above. Browsers allow that only after the user has interacted with the page. */
export async function sound(name) {
  if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  await context.resume();
  for (const tone of SOUNDS[name] ?? []) ring(tone);
}

function ring({ at = 0, for: length, from, to, loud, wave }) {
  const begin = context.currentTime + at;
  const source = new OscillatorNode(context, { type: wave, frequency: from });
  const volume = new GainNode(context, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(to, begin + length);
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(VOLUME * loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + length + 0.02);
}
