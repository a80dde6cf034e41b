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
const LOCAL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/g

/** Nothing that leads out of the file: `url(#name)` at most, no escapes and no comments, which hide a function. */
export function isSafeValue(value: string): boolean {
  if (/[\\@<>{};\p{Cs}]|(?![\t\n\r])\p{Cc}|\/[/*]|javascript:/iu.test(value)) return false
  const plain = value.replace(LOCAL, '')
  return !plain.includes('url(') && !plain.replace(FUNCTIONS, '').includes('(')
}

/** The declarations of a style that paint, « fill:#123;stroke:none »; the others are left out. */
export function cleanDeclarations(style: string): string {
  return style
    .split(';')
    .map((declaration) => {
      const cut = declaration.indexOf(':')
      return [declaration.slice(0, cut).trim().toLowerCase(), declaration.slice(cut + 1).trim()] as const
    })
    .filter(([name, value]) => isPresentation(name) && value !== '' && isSafeValue(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

const SELECTOR = /^[\w\s.#>*,-]+$/

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2)))
    .join(' ')
}

/** Where the block that opens at `open` ends, blocks inside it included. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return css.length
}

/** The plain rules of a style sheet, as drawing programs write them: classes, ids, elements, and what paints. */
export function cleanStyleSheet(css: string): string {
  const text = withoutComments(css)
  const rules: string[] = []
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at)
    if (open < 0) break
    const end = endOfBlock(text, open)
    // An « @import » before the rule ends with the last semicolon; another « @ » shows in the selector.
    const selector = (text.slice(at, open).split(';').at(-1) ?? '').trim()
    const declarations = cleanDeclarations(text.slice(open + 1, end))
    if (SELECTOR.test(selector) && declarations !== '') rules.push(`${selector}{${declarations}}`)
    at = end + 1
  }
  return rules.join('\n')
}
