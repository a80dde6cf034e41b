/** Properties and attributes that paint; none of them fetches anything once `isSafeValue` has passed. */
const PRESENTATION = new Set(
  `alignment-baseline baseline-shift clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule
  font-family font-size font-stretch font-style font-variant font-weight isolation letter-spacing mask mix-blend-mode opacity
  overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform
  transform-origin vector-effect visibility word-spacing`.split(/\s+/),
)

export const isPresentation = (name: string): boolean => PRESENTATION.has(name)

const FUNCTIONS = /(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY]|url)\(/g
const LOCAL = /url\(\s*(["']?)#([\p{L}\p{N}_.:-]+)\1\s*\)/gu
/** Longer ones draw nothing that a logo needs, and a class would copy them to each of its elements. */
const MAX_VALUE = 500
const MAX_CLASSES = 20

/** Nothing that leads out of the file: `url(#name)` at most, no escapes and no comments, which hide a function. */
export function isSafeValue(value: string): boolean {
  if (/[\\@<>{};\p{Cs}]|(?![\t\n\r])\p{Cc}|\/[/*]|javascript:/iu.test(value)) return false
  const plain = value.replace(LOCAL, '')
  return !plain.includes('url(') && !plain.replace(FUNCTIONS, '').includes('(')
}

/** The names that a value refers to: `a` of « url(#a) ». */
export const referencesIn = (value: string): string[] => [...value.matchAll(LOCAL)].map((found) => found[2] ?? '')

export type Declarations = Map<string, string>

/** The declarations of a style that paint, « fill:#123;stroke:none »; the others are left out. */
export function paintsOf(style: string): Declarations {
  const paints: Declarations = new Map()
  for (const declaration of style.split(';')) {
    const cut = declaration.indexOf(':')
    const name = declaration.slice(0, cut).trim().toLowerCase()
    const value = declaration
      .slice(cut + 1)
      .replace(/!.*/s, '')
      .trim()
    if (isPresentation(name) && value !== '' && value.length <= MAX_VALUE && isSafeValue(value)) paints.set(name, value)
  }
  return paints
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2)))
    .join(' ')
}

/** Finds the end of the block that opens at `open`, blocks inside it included. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return css.length
}

const CLASS = /^\.[\p{L}\p{N}_-]+$/u

/**
 * The style sheets of a drawing, as drawing programs write them: rules of classes. They are written into the elements, because
 * what a sheet does to a drawing cannot be weighed without doing it.
 */
export class StyleSheet {
  readonly #rules = new Map<string, Map<string, { value: string; at: number }>>()
  #count = 0

  add(css: string): void {
    const text = withoutComments(css)
    for (let at = 0; at < text.length; ) {
      const open = text.indexOf('{', at)
      if (open < 0) break
      const end = endOfBlock(text, open)
      // An « @import » before the rule ends with the last semicolon; another « @ » shows in the selector.
      const selectors = (text.slice(at, open).split(';').at(-1) ?? '').split(',').map((one) => one.trim())
      const paints = paintsOf(text.slice(open + 1, end))
      for (const selector of selectors) if (CLASS.test(selector)) this.#addRule(selector.slice(1), paints)
      at = end + 1
    }
  }

  #addRule(name: string, paints: Declarations): void {
    const rule = this.#rules.get(name) ?? new Map()
    this.#rules.set(name, rule)
    this.#count += 1
    for (const [property, value] of paints) rule.set(property, { value, at: this.#count })
  }

  /** Gathers what the classes of an element say; the last rule of the sheet is heard first. */
  paintsOf(classes: string): Declarations {
    const found = new Map<string, { value: string; at: number }>()
    for (const name of classes.split(/\s+/).slice(0, MAX_CLASSES))
      for (const [property, rule] of this.#rules.get(name) ?? [])
        if ((found.get(property)?.at ?? 0) <= rule.at) found.set(property, rule)
    return new Map([...found].map(([property, { value }]) => [property, value]))
  }
}
