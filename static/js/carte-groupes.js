// Places that would cover each other at a zoom, as one group: a grid over the world's pixels, each place looked at once a zoom.

/** Pixels within which places are one group; as near as the map goes, only those that cover each other. */
const RADIUS = 44
const LAST_RADIUS = 10
/** More columns than the world has at any zoom. */
const COLUMNS = 2 ** 26

/** Longitude and latitude (degrees) in pixels of the world at zoom 0, as Leaflet projects them. */
export function project([longitude, latitude]) {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: 256 * (0.5 + longitude / 360), y: 256 * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) }
}

const cellOf = ({ x, y }, reach) => Math.floor(x / reach) * COLUMNS + Math.floor(y / reach)

class Level {
  /** `reach`: in pixels of the world at zoom 0. */
  constructor(points, reach) {
    this.points = points
    this.reach = reach
    this.taken = new Uint8Array(points.length)
    this.cells = new Map()
    points.forEach((point, i) => {
      const key = cellOf(point, reach)
      const cell = this.cells.get(key)
      if (cell) cell.push(i)
      else this.cells.set(key, [i])
    })
  }

  /** The places within reach of this one that no group has taken, itself among them. */
  near({ x, y }) {
    const key = cellOf({ x, y }, this.reach)
    const found = []
    for (const column of [-COLUMNS, 0, COLUMNS]) {
      for (const row of [-1, 0, 1]) {
        for (const i of this.cells.get(key + column + row) || []) {
          const point = this.points[i]
          if (!this.taken[i] && Math.hypot(point.x - x, point.y - y) <= this.reach) found.push(i)
        }
      }
    }
    return found
  }

  groups() {
    const groups = []
    this.points.forEach((point, i) => {
      if (this.taken[i]) return
      const members = this.near(point)
      for (const member of members) this.taken[member] = 1
      groups.push(grouped(members.map((member) => this.points[member])))
    })
    return groups
  }
}

function grouped(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    sources: points.reduce((sum, { sources }) => sum + sources, 0),
    points,
  }
}

export class Groups {
  /** `places` come from carte-donnees.js. Those with the most sources gather their neighbours. */
  constructor(places) {
    this.points = places.map((place) => Object.assign(project(place.at), place)).sort((a, b) => b.sources - a.sources)
    this.levels = new Map()
  }

  /** Groups of one place or more at a zoom; `x` and `y` in pixels of the world at zoom 0. The same objects each time. */
  ofZoom(zoom, isLast) {
    let groups = this.levels.get(zoom)
    if (!groups) {
      groups = new Level(this.points, (isLast ? LAST_RADIUS : RADIUS) / 2 ** zoom).groups()
      this.levels.set(zoom, groups)
    }
    return groups
  }
}
