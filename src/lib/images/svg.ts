import { ImageRefused } from './refusal.ts'
import { Cleaner, type Drawn } from './svg-clean.ts'
import { ensureLight } from './svg-weight.ts'
import { parseXml } from './xml.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '')

function written({ name, attributes, paints, children }: Drawn, namespaces = ''): string {
  const style = [...paints].map(([property, value]) => `${property}:${value}`).join(';')
  const all = [...attributes, ...(style === '' ? [] : [['style', style] as const])]
  const open = `<${name}${namespaces}${all.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}`
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('')
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`
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
 * A drawing written anew from what is known to draw: no script, no handler, no style or address that leads out of the file, and
 * no more of it than a browser draws in a moment. `removed`: names of the elements that had to go.
 */
export function readSvg(bytes: Buffer): { bytes: Buffer; removed: string[] } {
  const text = textOf(bytes)
  if (!/<svg[\s>]/.test(text)) throw new ImageRefused(NOT_SVG)
  const root = parseXml(text)
  if (root.name !== 'svg' || root.attributes.get('xmlns') !== NAMESPACE) throw new ImageRefused(NOT_SVG)
  const cleaner = new Cleaner(root)
  const clean = cleaner.clean()
  if (cleaner.shapes === 0) throw new ImageRefused(EMPTY)
  ensureLight(clean)
  const drawing = written(clean, ` xmlns="${NAMESPACE}" xmlns:xlink="${XLINK}"`)
  return { bytes: Buffer.from(`${drawing}\n`), removed: [...cleaner.removed] }
}
