/** Follows a link in its own tab: with another button or a key held, the reader wants it elsewhere. */
export const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
