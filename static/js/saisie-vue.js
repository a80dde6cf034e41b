// The bar of the buttons stays in view over the page: the field that takes the focus by a key is not left under it. A browser
// sees to the line with the cursor, which is not the whole of a text of several lines.
const GAP = 4

/** Scrolls a field above the bar; where it is taller than the room that is left, to its top. */
export function uncover(field) {
  const bar = field.form.querySelector('.actions').getBoundingClientRect()
  const { top, bottom } = field.getBoundingClientRect()
  const covered = bottom + GAP - Math.min(bar.top, innerHeight)
  if (covered > 0) scrollBy(0, Math.min(covered, top))
}
