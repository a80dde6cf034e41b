/** Lines of maps, simplified and written in whole numbers. */

export type Point = [number, number]
export type Line = Point[]

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number]

/** How far a point is from the line through two others, or from the one that both are, in degrees. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dx * (ay - y) - (ax - x) * dy) / length
}

/** The point between two others that is farthest off their line, measured in what is tolerated there; -1 where none is too far. */
function farthest(line: Line, tolerances: number[], from: number, to: number): number {
  const [a, b] = [line[from], line[to]]
  let [far, most] = [-1, 1]
  for (let i = from + 1; i < to; i += 1) {
    const point = line[i]
    if (!a || !b || !point) continue
    const off = distance(point, a, b) / (tolerances[i] ?? 1)
    if (off > most) [far, most] = [i, off]
  }
  return far
}

/** Douglas and Peucker; done to arcs, so that two neighbours keep one border. */
export function simplified(line: Line, toleranceAt: (point: Point) => number): Line {
  const tolerances = line.map(toleranceAt)
  const kept = new Set([0, line.length - 1])
  const spans: Point[] = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const far = farthest(line, tolerances, ...span)
    if (far < 0) continue
    kept.add(far)
    spans.push([span[0], far], [far, span[1]])
  }
  return line.filter((_, i) => kept.has(i))
}

/** A line as [x, y, dx, dy, …] in steps of 1/`pas` of a degree, each point by its difference from the one before. */
export function written(line: Line, pas: number): number[] {
  let [x, y] = [0, 0]
  return line.flatMap(([lon, lat], i) => {
    const [nx, ny] = [Math.round(lon * pas), Math.round(lat * pas)]
    const step = [nx - x, ny - y]
    const isSame = i > 0 && i < line.length - 1 && step[0] === 0 && step[1] === 0
    ;[x, y] = [nx, ny]
    return isSame ? [] : step
  })
}

export function area(ring: Line): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * ny - nx * y
  }, 0)
  return Math.abs(twice) / 2
}

export function boxOf(line: Line): Box {
  const xs = line.map(([x]) => x)
  const ys = line.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const meets = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** Polygons as the browser reads them (static/js/carte-lignes.js): rings of numbers of arcs, ~n for one read backwards. */
export interface Arcs {
  pas: number
  arcs: number[][]
}

/** Gathers arcs under numbers of their own, in the order in which they are asked for. */
export class ArcTable<Key> {
  readonly #numbers = new Map<Key, number>()
  readonly keys: Key[] = []

  number(key: Key): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.keys.length)
    return this.keys.push(key) - 1
  }
}
