// Where a picture stands in its box. What is kept is a point of the picture, as shares of its width and height before it was turned: the
// point in the middle of the box. It stays there whatever happens to box, zoom, turn or picture.

/** Widths of the picture as shares of that of the box. */
export const ZOOMS = [0.5, 1, 1.25, 1.5, 2, 3, 4]

/** The point of the turned picture that a point of the picture becomes, and the way back. */
const TURNED = {
  0: (x, y) => [x, y],
  90: (x, y) => [1 - y, x],
  180: (x, y) => [1 - x, 1 - y],
  270: (x, y) => [y, 1 - x],
}
export const turned = (turn, [x, y]) => TURNED[turn](x, y)
export const unturned = (turn, [x, y]) => TURNED[(360 - turn) % 360](x, y)

/** Points that the picture takes, turned, in a box of this width. `ratio`: its height by its width before it was turned. */
export function sizeOf(boxWidth, zoom, turn, ratio) {
  const width = Math.round(boxWidth * zoom)
  return [width, Math.round(width * (turn % 180 ? 1 / ratio : ratio))]
}

/** How far a box is scrolled for a point to be in its middle; one that cannot be there is as near as the browser lets it. */
export const scrollOf = ([width, height], [boxWidth, boxHeight], [u, v]) => [
  u * width - boxWidth / 2,
  v * height - boxHeight / 2,
]

/** The point in the middle of a box that is scrolled so far; in one that is wider than the picture, that is the picture's. */
const middle = (size, box, scroll) => (size < box ? 0.5 : (scroll + box / 2) / size)
export const pointOf = ([width, height], [boxWidth, boxHeight], [left, top]) => [
  middle(width, boxWidth, left),
  middle(height, boxHeight, top),
]

/** The turn of CSS that leaves the picture in the upper left corner. */
export const TRANSFORMS = {
  0: () => 'none',
  90: (width) => `translateX(${width}px) rotate(90deg)`,
  180: (width, height) => `translate(${width}px,${height}px) rotate(180deg)`,
  270: (_width, height) => `translateY(${height}px) rotate(270deg)`,
}

/** The ruler as a share of the height of the picture; a picture that lies on its side has none. */
export const markOf = (turn, y) => (turn % 180 ? null : turn ? 1 - y : y)
