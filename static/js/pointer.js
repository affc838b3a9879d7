// Where the master points: the stylesheet marks these two gestures of the board.

const duel = document.getElementById("duel");

/** Points at a gesture of each hand, `["S", "-"]`; at none without. */
export function point(hands) {
  const [left, right] = hands ?? [];
  for (const [hand, gesture] of Object.entries({ left, right })) {
    if (gesture) duel.dataset[hand] = gesture;
    else delete duel.dataset[hand];
  }
}
