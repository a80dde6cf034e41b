// Lines of the base map as bin/map writes them: whole steps of a degree, each point by its difference from the one before.

/** [x, y, dx, dy, …] as Leaflet's [[latitude, longitude], …]. */
export function lineOf(steps, pas) {
  const points = []
  let x = 0
  let y = 0
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i]
    y += steps[i + 1]
    points.push([y / pas, x / pas])
  }
  return points
}

/** Rings are lists of numbers of arcs, ~n for one read backwards; gives polygons of rings of points. */
export function polygonsOf(shapes, lines) {
  const lineAt = (arc) => (arc < 0 ? lines[~arc].slice().reverse() : lines[arc])
  const ringOf = (arcs) => [].concat(...arcs.map(lineAt))
  return shapes.map((rings) => rings.map(ringOf))
}

/** The names of a part: { nom, at: [longitude, latitude], taille, estPrefecture } each. */
export function namesOf({ noms, places, taille }) {
  if (noms === '') return []
  const points = lineOf(places, NAME_STEPS)
  return noms.split(';').map((nom, i) => {
    const code = taille.charCodeAt(i)
    const isPrefecture = code < SMALL_A
    const [latitude, longitude] = points[i]
    return { nom, at: [longitude, latitude], taille: code - (isPrefecture ? LARGE_A : SMALL_A), isPrefecture }
  })
}

const NAME_STEPS = 1000
const LARGE_A = 65
const SMALL_A = 97
