// Unread lines of talk.

/** Return a function from the number of received lines to the number of unread ones. `isOpen()`: whether the talk is. */
export function unreadOf(isOpen) {
  let read = null;
  return (heard) => {
    if (read === null || isOpen()) read = heard;
    return Math.max(0, heard - read);
  };
}
