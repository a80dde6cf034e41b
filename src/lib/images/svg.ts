import { ImageRefused } from './refusal.ts'
import { cleanDeclarations, cleanStyleSheet, isPresentation, isSafeValue } from './svg-style.ts'
import { parseXml, type XmlElement } from './xml.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
/** Copies that copies could multiply into millions. */
const MAX_USES = 200

const SHAPES = new Set('path rect circle ellipse line polyline polygon text use'.split(' '))
const ELEMENTS = new Set([
  ...SHAPES,
  ...'svg g defs title desc tspan linearGradient radialGradient stop clipPath mask symbol style'.split(' '),
])

const ATTRIBUTES = new Set(
  `class clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height href id lengthAdjust maskContentUnits
  maskUnits offset pathLength points preserveAspectRatio r rotate rx ry spreadMethod textLength viewBox width x x1 x2 xlink:href
  y y1 y2`.split(/\s+/),
)

/** What programs leave behind without drawing anything: nobody is told that it is gone. */
const isRemark = (name: string): boolean => name.includes(':') || name === 'metadata'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '')

function cleanAttribute(name: string, value: string): string | undefined {
  if (name === 'style') return cleanDeclarations(value) || undefined
  if (name === 'href' || name === 'xlink:href') return /^#[\w.:-]+$/.test(value) ? value : undefined
  if (!ATTRIBUTES.has(name) && !isPresentation(name)) return undefined
  return isSafeValue(value) ? value : undefined
}

function attributesOf({ attributes }: XmlElement): string {
  return [...attributes]
    .map(([name, value]) => [name, cleanAttribute(name, value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(value ?? '')}"`)
    .join('')
}

const elementsIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]))

const target = ({ attributes }: XmlElement): string | undefined =>
  (attributes.get('href') ?? attributes.get('xlink:href'))?.slice(1)

/** The copies that may stay: of something that holds no copy itself, and not too many. */
function allowedUses(root: XmlElement): Set<XmlElement> {
  const all = elementsIn(root)
  const byId = new Map(all.map((element) => [element.attributes.get('id'), element]))
  const uses = all.filter((element) => element.name === 'use')
  const isPlain = (use: XmlElement) => {
    const copied = byId.get(target(use))
    return copied !== undefined && copied.name !== 'use' && !elementsIn(copied).some(({ name }) => name === 'use')
  }
  return uses.length > MAX_USES ? new Set() : new Set(uses.filter(isPlain))
}

class Writer {
  readonly removed = new Set<string>()
  shapes = 0
  readonly #uses: Set<XmlElement>

  constructor(root: XmlElement) {
    this.#uses = allowedUses(root)
  }

  write(element: XmlElement, namespaces = ''): string {
    const { name } = element
    if (!ELEMENTS.has(name) || (name === 'use' && !this.#uses.has(element))) {
      if (!isRemark(name)) this.removed.add(name)
      return ''
    }
    if (SHAPES.has(name)) this.shapes += 1
    const content = name === 'style' ? this.#style(element) : this.#content(element)
    const open = `<${name}${namespaces}${attributesOf(element)}`
    return content === '' ? `${open}/>` : `${open}>${content}</${name}>`
  }

  #style({ children }: XmlElement): string {
    const css = children.filter((child) => typeof child === 'string').join('')
    return escaped(cleanStyleSheet(css)).replaceAll('&#62;', '>')
  }

  #content({ children }: XmlElement): string {
    return children.map((child) => (typeof child === 'string' ? escaped(child) : this.write(child))).join('')
  }
}

const EMPTY = 'Ce fichier SVG ne contient aucun dessin que le site puisse montrer. Enregistrez plutôt le logo en PNG.'
const NOT_SVG = 'Ce fichier n’est ni une image PNG, JPG ou WebP, ni un dessin SVG.'

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImageRefused(NOT_SVG)
  }
}

/**
 * A drawing written anew from what is known to draw: no script, no handler, no style or address that leads out of the file.
 * `removed`: names of the elements that had to go.
 */
export function readSvg(bytes: Buffer): { bytes: Buffer; removed: string[] } {
  const text = textOf(bytes)
  if (!/<svg[\s>]/.test(text)) throw new ImageRefused(NOT_SVG)
  const root = parseXml(text)
  if (root.name !== 'svg' || root.attributes.get('xmlns') !== NAMESPACE) throw new ImageRefused(NOT_SVG)
  const writer = new Writer(root)
  const clean = writer.write(root, ` xmlns="${NAMESPACE}" xmlns:xlink="${XLINK}"`)
  if (writer.shapes === 0) throw new ImageRefused(EMPTY)
  return { bytes: Buffer.from(`${clean}\n`), removed: [...writer.removed] }
}
