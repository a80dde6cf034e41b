import { addressProblem, MOST_VIEWS } from './address.ts'

/** A view as a manifest has it. */
export interface Canvas {
  libelle: string | null
  largeur: number | null
  hauteur: number | null
  /** The IIIF image service; null where the picture stands alone. */
  iiif_base: string | null
  /** The page of the register at the archive, or the picture that has no service. */
  adresse: string | null
}

const HTML =
  'Cette adresse donne une page, pas un manifeste. Cherchez le logo IIIF, ou « manifest », sur la page du registre.'
const EMPTY = 'Ce manifeste est vide.'
const BROKEN = 'Ce manifeste est abîmé ou incomplet : il ne peut pas être lu.'
const OTHER = 'Cette adresse ne donne pas un manifeste IIIF.'
const COLLECTION = 'C’est une collection de registres. Donnez l’adresse du manifeste d’un seul registre.'
const NO_VIEW = 'Ce manifeste ne contient aucune image.'
const TOO_MANY = `Ce manifeste a trop de vues : ${MOST_VIEWS} au plus.`

type Node = Record<string, unknown>

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const firstOf = (value: unknown): Node => nodeOf(listOf(value)[0])
/** Says what a node is: whoever wrote a manifest may have put anything into its place. */
const kindOf = (node: Node): string => {
  const kind = node['@type'] ?? node.type
  return typeof kind === 'string' ? kind : ''
}
const idOf = (node: Node): unknown => node['@id'] ?? node.id

/** Reads the views of a IIIF manifest, version 2 or 3. It goes along known paths only, so that it ends whatever is nested in it. */
export function readManifest(text: string): { canvases: Canvas[] } | { problem: string } {
  const typed = text.replace(/^\uFEFF/, '').trim()
  if (typed === '') return { problem: EMPTY }
  if (typed.startsWith('<')) return { problem: HTML }
  const manifest = parsed(typed)
  if (manifest === undefined) return { problem: BROKEN }
  if (/collection$/i.test(kindOf(manifest))) return { problem: COLLECTION }
  const isSecond = Array.isArray(manifest.sequences)
  const found = isSecond ? firstOf(manifest.sequences).canvases : manifest.items
  if (!Array.isArray(found)) return { problem: OTHER }
  if (found.length > MOST_VIEWS) return { problem: TOO_MANY }
  const page = webAddress(isSecond ? pageOf(manifest.related) : pageOf(manifest.homepage))
  const canvases = found.map((one) => canvasOf(nodeOf(one), isSecond, page))
  return canvases.some(({ iiif_base, adresse }) => iiif_base !== null || adresse !== page)
    ? { canvases }
    : { problem: NO_VIEW }
}

function parsed(text: string): Node | undefined {
  try {
    return nodeOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

const pageOf = (value: unknown): unknown => {
  const first = listOf(value)[0]
  return typeof first === 'string' ? first : idOf(nodeOf(first))
}

function canvasOf(canvas: Node, isSecond: boolean, page: string | null): Canvas {
  const painted = isSecond ? firstOf(canvas.images).resource : firstOf(firstOf(canvas.items).items).body
  const picture = pictureOf(firstOf(painted))
  const iiif_base = webAddress(idOf(serviceOf(picture)))?.replace(/\/+$/, '') ?? null
  return {
    libelle: labelOf(canvas.label),
    largeur: lengthOf(canvas.width),
    hauteur: lengthOf(canvas.height),
    iiif_base,
    adresse: iiif_base === null ? (webAddress(idOf(picture)) ?? page) : page,
  }
}

/** Takes the first of several pictures to choose from. */
function pictureOf(painted: Node): Node {
  if (!/choice$/i.test(kindOf(painted))) return painted
  return painted.default === undefined ? firstOf(painted.items) : nodeOf(painted.default)
}

/** A picture may also have services that ask for a password. */
function serviceOf(picture: Node): Node {
  const services = listOf(picture.service).map(nodeOf)
  const says = (service: Node) =>
    [service['@type'], service.type, ...listOf(service['@context']), ...listOf(service.profile)]
      .filter((word) => typeof word === 'string')
      .join(' ')
  return services.find((service) => /image/i.test(says(service))) ?? (services.length === 1 ? (services[0] ?? {}) : {})
}

const LONGEST = 2000
const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= LONGEST && addressProblem(value) === undefined ? value : null

const LONGEST_SIDE = 1_000_000
const lengthOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LONGEST_SIDE ? value : null

const LONGEST_LABEL = 200

/** « 12 », [« 12 »], { '@value': « 12 » } or { fr: [« 12 »] }. */
function labelOf(label: unknown): string | null {
  const first = listOf(label)[0]
  const value =
    typeof first === 'object' ? (nodeOf(first)['@value'] ?? listOf(Object.values(nodeOf(first))[0])[0]) : first
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const plain = printable(String(value)).trim()
  return printable(plain.slice(0, LONGEST_LABEL)) || null
}

/** Neither control signs nor halves of a sign, which a database does not keep. */
const printable = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .normalize('NFC')
