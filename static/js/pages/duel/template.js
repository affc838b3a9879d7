// What the template of the duel page says: the first frame, data attributes, and the ids of forms.

export const root = document.getElementById("duel");
export const first = JSON.parse(document.getElementById("frame").textContent);
export const { slug } = first;
export const data = root.dataset;

/** The address of a board without a server, of a lesson or a puzzle; undefined for a duel. */
export const { board } = data;

/** The data of a spectator's guesses. */
export const guesses = document.getElementById("guessing");

/** The forms for another practice duel and for a rematch. */
export const again = document.getElementById("again");
export const rematch = document.getElementById("rematch");

/** The ways on at the end; `onwards` and `again` are added when the duel ends. */
export const links = {
  replay: data.replay,
  lobby: data.lobby,
  keep: data.keep,
  token: data.replay && data.token,
  practise: again?.id,
  others: again?.dataset.others,
  onwards: null,
  turned: data.turned,
  again: null,
  arena: data.arena,
  contest: data.contest,
  isUnpaired: "unpaired" in data,
};

export const slot = (name) => root.querySelector(`.duel__${name}`);
