// Unread lines of talk.

/**
 * Return a function from the received lines of talk to the number of unread ones. The lines that `isOwn` holds for are
 * not unread. `isOpen()`: whether the talk is.
 */
export function unreadOf(isOpen, isOwn) {
  let read = null;
  return (lines) => {
    if (read === null || isOpen()) read = lines.length;
    return lines.slice(read).filter((line) => !isOwn(line)).length;
  };
}
