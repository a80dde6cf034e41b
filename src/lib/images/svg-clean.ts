import { type Declarations, isPresentation, isSafeValue, paintsOf, StyleSheet } from './svg-style.ts'
import type { XmlElement } from './xml.ts'

/** An element of a drawing with nothing but what draws; its style sheet and its style are one. */
export interface Drawn {
  name: string
  attributes: Map<string, string>
  paints: Declarations
  children: (Drawn | string)[]
}

export const SHAPES = new Set('path rect circle ellipse line polyline polygon text use'.split(' '))
const ELEMENTS = new Set([
  ...SHAPES,
  ...'svg g defs title desc tspan linearGradient radialGradient stop clipPath mask symbol'.split(' '),
])

const ATTRIBUTES = new Set(
  `clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height href id lengthAdjust maskContentUnits
  maskUnits offset pathLength points preserveAspectRatio r rotate rx ry spreadMethod textLength viewBox width x x1 x2 xlink:href
  y y1 y2`.split(/\s+/),
)

/** These lead from an element to another whose content is drawn for it. */
export const CUTS = ['clip-path', 'mask'] as const
const isCut = (name: string): boolean => name === 'clip-path' || name === 'mask'
const isCutter = (name: string): boolean => name === 'clipPath' || name === 'mask'

/** These would have a copy drawn elsewhere than what it copies. */
const MOVES = ['x', 'y', 'transform']

/** Programs leave such elements behind without drawing anything by them: nobody is told that they are gone. */
const isRemark = (name: string): boolean => name.includes(':') || name === 'metadata' || name === 'style'

/** All elements in one, in their order, and those that are a copy or hold one. Each is looked at once, however deep it lies. */
function elementsIn(root: XmlElement): { all: XmlElement[]; withUse: Set<XmlElement> } {
  const all: XmlElement[] = []
  const withUse = new Set<XmlElement>()
  const visit = (element: XmlElement): void => {
    if (element.name === 'use') withUse.add(element)
    for (const child of element.children) {
      if (typeof child === 'string') continue
      all.push(child)
      visit(child)
      if (withUse.has(child)) withUse.add(element)
    }
  }
  visit(root)
  return { all, withUse }
}

/** The name that an element copies, or takes its colours from; '' where there is none. */
export const targetOf = ({ attributes }: Pick<Drawn, 'attributes'>): string =>
  (attributes.get('href') ?? attributes.get('xlink:href'))?.slice(1) ?? ''

const wordsOf = (name: string, value: string): boolean =>
  name === 'href' || name === 'xlink:href' ? /^#[\p{L}\p{N}_.:-]+$/u.test(value) : isSafeValue(value)

/** The copies that may stay: of something that holds no copy itself, whichever element of that name a browser takes. */
function plainUses(all: XmlElement[], withUse: Set<XmlElement>): Set<XmlElement> {
  const holdsUse = new Map<string, boolean>()
  for (const element of all) {
    const id = element.attributes.get('id')
    if (id !== undefined) holdsUse.set(id, holdsUse.get(id) === true || withUse.has(element))
  }
  return new Set(all.filter((element) => element.name === 'use' && holdsUse.get(targetOf(element)) === false))
}

/** Takes from the elements of a file what is known to draw. */
export class Cleaner {
  /** Names of what drew and had to go. */
  readonly removed = new Set<string>()
  shapes = 0
  readonly #root: XmlElement
  readonly #uses: Set<XmlElement>
  readonly #byId = new Map<string, XmlElement>()
  readonly #sheet = new StyleSheet()

  constructor(root: XmlElement) {
    const { all, withUse } = elementsIn(root)
    this.#root = root
    this.#uses = plainUses(all, withUse)
    for (const element of all) {
      const id = element.attributes.get('id')
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element)
      if (element.name === 'style')
        this.#sheet.add(element.children.filter((child) => typeof child === 'string').join(''))
    }
  }

  clean(): Drawn {
    return this.#element(this.#root, false)
  }

  #element(element: XmlElement, isInCutter: boolean): Drawn {
    const { name } = element
    if (SHAPES.has(name)) this.shapes += 1
    const isCutting = isInCutter || isCutter(name)
    const own = [...paintsOf(element.attributes.get('style') ?? '')]
    const paints = new Map([...this.#sheet.paintsOf(element.attributes.get('class') ?? ''), ...own])
    const attributes = [...element.attributes].filter(
      ([key, value]) => (ATTRIBUTES.has(key) || isPresentation(key)) && wordsOf(key, value),
    )
    const keeps = ([key]: [string, string]) => !isCutting || !isCut(key) || this.#leaveOut(key)
    return {
      name,
      attributes: new Map(attributes.filter(keeps)),
      paints: new Map([...paints].filter(keeps)),
      children: this.#children(element, isCutting),
    }
  }

  #children({ children }: XmlElement, isCutting: boolean): (Drawn | string)[] {
    return children.flatMap((child): (Drawn | string)[] => {
      if (typeof child === 'string') return [child]
      if (child.name === 'use') return this.#use(child, isCutting)
      if (ELEMENTS.has(child.name)) return [this.#element(child, isCutting)]
      if (!isRemark(child.name)) this.#leaveOut(child.name)
      return []
    })
  }

  /** A mask in a mask in a mask, or copies of copies, would be drawn millions of times. */
  #use(use: XmlElement, isCutting: boolean): Drawn[] {
    if (!isCutting && this.#uses.has(use)) return [this.#element(use, false)]
    const copied = this.#byId.get(targetOf(use))
    // Illustrator and Sketch keep the one shape that cuts elsewhere, and copy it in: it is put there itself.
    if (
      isCutting &&
      copied &&
      SHAPES.has(copied.name) &&
      copied.name !== 'use' &&
      !MOVES.some((name) => use.attributes.has(name))
    ) {
      const shape = this.#element(copied, true)
      shape.attributes.delete('id')
      return [shape]
    }
    this.#leaveOut('use')
    return []
  }

  /** False, for filters. */
  #leaveOut(name: string): false {
    this.removed.add(name)
    return false
  }
}
