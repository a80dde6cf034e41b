import { ImageRefused } from './refusal.ts'
import { CUTS, type Drawn, SHAPES, targetOf } from './svg-clean.ts'
import { referencesIn } from './svg-style.ts'

// A browser may be asked to draw so much; copies, masks and colours count each time that they are drawn. A logo of Inkscape or
// Illustrator stays far below; test/browser/logo-lourd.test.ts times drawings at these limits.
const MAX = {
  elements: 20_000,
  /** Signs of their attributes, which are points of paths above all. */
  signs: 600_000,
  /** Lines that cross all lines of the same shape cost the square of their number. */
  signsOfShape: 150_000,
  /** Signs that are letters to be drawn. */
  letters: 2000,
  /** `url(#…)`. */
  references: 1000,
  /** Drawn on a sheet of their own, which is laid on the picture afterwards. */
  sheets: 400,
  dashes: 20_000,
}

const HEAVY =
  'Ce dessin SVG demande trop de calculs aux navigateurs (copies, masques, dégradés, transparences, pointillés ou points trop nombreux). Simplifiez-le, ou enregistrez plutôt le logo en PNG.'

/** The outline of a stroke has more points, and crosses itself. */
const STROKE = 3

/** An element hands this on to those inside it. */
interface Above {
  /** The gradients that each shape may be filled with. */
  gradients: Drawn[]
  /** The shortest period of dashes that a line may have, and how many strokes are in it. */
  dashes: { period: number; strokes: number } | undefined
  isStroked: boolean
}

const NOT_DRAWN = new Set('defs title desc symbol clipPath mask linearGradient radialGradient'.split(' '))
const MAX_CHAIN = 10

const valuesOf = ({ attributes, paints }: Drawn, name: string): string[] =>
  [attributes.get(name), paints.get(name)].filter((value) => value !== undefined)

const isTranslucent = (value: string): boolean => value.endsWith('%') || !(Number(value) >= 1)
const isSheet = (element: Drawn): boolean =>
  valuesOf(element, 'opacity').some(isTranslucent) ||
  valuesOf(element, 'mix-blend-mode').some((value) => value !== 'normal') ||
  valuesOf(element, 'isolation').some((value) => value !== 'auto') ||
  CUTS.some((name) => valuesOf(element, name).some((value) => value !== 'none'))

const signsOf = ({ attributes, paints }: Drawn): number =>
  [...attributes, ...paints].reduce((sum, [name, value]) => sum + name.length + value.length, 0)

const childrenOf = ({ children }: Drawn): Drawn[] => children.filter((child) => typeof child !== 'string')

/** Dashes whose length cannot be told (« 1% », « 1em ») count as endlessly short. */
function dashesOf(element: Drawn): Above['dashes'] {
  const patterns = valuesOf(element, 'stroke-dasharray').filter((value) => value !== 'none')
  if (patterns.length === 0) return undefined
  const lengths = patterns.flatMap((pattern) => pattern.split(/[\s,]+/).filter((part) => part !== ''))
  const numbers = lengths.map((length) => Number(length.replace(/px$/, '')))
  const isScaled = valuesOf(element, 'vector-effect').length + valuesOf(element, 'pathLength').length > 0
  const period = isScaled || numbers.some((number) => !(number >= 0)) ? 0 : numbers.reduce((sum, one) => sum + one, 0)
  return { period, strokes: lengths.length }
}

/** No line through these points is longer: a segment is at most as long as the numbers of both its ends, a circle 2π radii. */
function lengthOf({ attributes }: Drawn): number {
  const numbers = ['d', 'points', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'r', 'rx', 'ry']
    .flatMap((name) => attributes.get(name)?.match(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?/gi) ?? [])
    .map((number) => (number.endsWith('%') ? Number.POSITIVE_INFINITY : Number(number)))
  return 8 * numbers.reduce((sum, number) => sum + number, 0)
}

class Weigher {
  readonly #byId = new Map<string, Drawn[]>()
  readonly #sum = { elements: 0, signs: 0, letters: 0, references: 0, sheets: 0, dashes: 0, signsOfShape: 0 }

  constructor(root: Drawn) {
    this.#learn(root)
  }

  #learn(element: Drawn): void {
    const id = element.attributes.get('id')
    if (id !== undefined) {
      const same = this.#byId.get(id)
      if (same) same.push(element)
      else this.#byId.set(id, [element])
    }
    for (const child of childrenOf(element)) this.#learn(child)
  }

  #add(what: keyof typeof MAX, count = 1): void {
    this.#sum[what] += count
    // Not a number is too much as well.
    if (!(this.#sum[what] <= MAX[what])) throw new ImageRefused(HEAVY)
  }

  /** The elements that `url(#…)` of these properties stands for, if they are of these kinds. */
  #referred(element: Drawn, properties: readonly string[], kinds: readonly string[]): Drawn[] {
    const ids = properties.flatMap((property) => valuesOf(element, property).flatMap(referencesIn))
    this.#add('references', ids.length)
    return ids.flatMap((id) => this.#byId.get(id) ?? []).filter(({ name }) => kinds.includes(name))
  }

  weigh(element: Drawn, above: Above): void {
    if (NOT_DRAWN.has(element.name)) return
    this.#add('elements')
    if (isSheet(element)) this.#add('sheets')
    // An element that cuts holds neither cuts nor copies (svg-clean.ts): this leads no deeper.
    for (const cutter of this.#referred(element, CUTS, ['clipPath', 'mask'])) this.#weighCutter(cutter)
    const gradients = this.#referred(element, ['fill', 'stroke'], ['linearGradient', 'radialGradient'])
    const within = {
      gradients: gradients.length === 0 ? above.gradients : [...above.gradients, ...gradients],
      dashes: shorter(above.dashes, dashesOf(element)),
      isStroked: above.isStroked || valuesOf(element, 'stroke').some((value) => value !== 'none'),
    }
    const signs = signsOf(element) * (within.isStroked ? STROKE : 1)
    this.#add('signs', signs)
    this.#sum.signsOfShape = 0
    this.#add('signsOfShape', signs)
    if (SHAPES.has(element.name)) this.#weighShape(element, within)
    this.#weighInside(element, within)
  }

  #weighCutter(cutter: Drawn): void {
    this.#add('elements')
    this.#weighInside(cutter, NOTHING)
    const shapes = cutter.name === 'clipPath' ? childrenOf(cutter) : []
    const signs = shapes.reduce((sum, shape) => sum + signsOf(shape), 0)
    // Several shapes are first made one, point by point.
    if (shapes.length > 1) this.#add('signs', signs ** 2 / 50)
  }

  #weighInside(element: Drawn, within: Above): void {
    const isDrawn = !['title', 'desc'].includes(element.name)
    for (const child of element.children) {
      if (typeof child !== 'string') this.weigh(child, within)
      else if (isDrawn && ['text', 'tspan'].includes(element.name)) this.#add('letters', child.trim().length)
    }
  }

  #weighShape(shape: Drawn, within: Above): void {
    const { gradients, dashes } = within
    for (const gradient of gradients) this.#weighGradient(gradient)
    if (shape.name === 'use') this.#weighCopy(shape, within)
    else if (dashes) {
      // How long letters are is known to their font alone.
      const length = shape.name === 'text' ? Number.POSITIVE_INFINITY : lengthOf(shape)
      if (length > 0) this.#add('dashes', (length / dashes.period) * dashes.strokes)
    }
  }

  #weighCopy(use: Drawn, within: Above): void {
    for (const copied of this.#byId.get(targetOf(use)) ?? []) {
      this.#add('elements')
      if (copied.name === 'symbol') this.#weighInside(copied, within)
      else this.weigh(copied, within)
    }
  }

  #weighGradient(gradient: Drawn, chain = 1): void {
    if (chain > MAX_CHAIN) throw new ImageRefused(HEAVY)
    this.#add('elements', 1 + gradient.children.length)
    const id = targetOf(gradient)
    if (id !== '') for (const next of this.#byId.get(id) ?? []) this.#weighGradient(next, chain + 1)
  }
}

function shorter(one: Above['dashes'], other: Above['dashes']): Above['dashes'] {
  if (!one || !other) return one ?? other
  return { period: Math.min(one.period, other.period), strokes: Math.max(one.strokes, other.strokes) }
}

const NOTHING: Above = { gradients: [], dashes: undefined, isStroked: false }

/** Throws where a drawing would keep a browser busy. */
export const ensureLight = (root: Drawn): void => new Weigher(root).weigh(root, NOTHING)
