import type { Showing, Vue } from '../queries/views.ts'
import { iiifAddress, photoHref, pictureOf, SIZES, viewHref } from './pictures.ts'

/** The side of the larger picture that a zoom asks a IIIF server for, and of the light one, in points. */
const LARGE = 4000
const LIGHT = 1200

/** A view as the pane of the desk has it (static/js/volet-vues.js); short names, as there are twenty in an answer. */
export interface PaneView {
  n: number
  /** Its name. */
  t?: string | undefined
  /** Its page at the archive. */
  a?: string | undefined
  /** Addresses of its picture: the small copy, a light one, the one that is read, a larger one. Without `m` there is none to show. */
  s?: string | undefined
  l?: string | undefined
  m?: string | undefined
  g?: string | undefined
  /** Points of the original. */
  w?: number | undefined
  h?: number | undefined
}

const isLarger = ({ largeur, hauteur }: Vue): boolean => Math.max(largeur ?? LARGE, hauteur ?? LARGE) > SIZES.lisible

/** A view as far as it may be shown on the desk. */
export function paneView(sourceId: number, vue: Vue, showing: Showing): PaneView {
  const { numero, libelle, adresse, largeur, hauteur } = vue
  const told = { n: numero, t: libelle ?? undefined, a: webAddress(adresse) }
  const points = { w: largeur ?? undefined, h: hauteur ?? undefined }
  const m = pictureOf(sourceId, vue, 'lisible', showing) ?? undefined
  if (m === undefined) return { ...told, ...points }
  return { ...told, ...points, m, ...(vue.image ? copiesOf(sourceId, vue, vue.image) : sizesOf(vue)) }
}

/** A photo of ours has those copies that the browser of whoever sent it could make. */
function copiesOf(sourceId: number, vue: Vue, image: NonNullable<Vue['image']>) {
  const href = (size: string | number) => photoHref(sourceId, vue.numero, image, size)
  return {
    s: image.copie_320 === null ? undefined : href(SIZES.vignette),
    g: image.copie_2000 !== null && isLarger(vue) ? href('originale') : undefined,
  }
}

/** A IIIF server makes any. */
function sizesOf(vue: Vue) {
  const base = vue.iiif_base ?? ''
  return {
    s: iiifAddress(base, SIZES.vignette),
    l: iiifAddress(base, LIGHT),
    g: isLarger(vue) ? iiifAddress(base, LARGE) : undefined,
  }
}

/** An address that a link may have. */
const webAddress = (address: string | null): string | undefined =>
  address !== null && /^https?:/i.test(address) ? address : undefined

/** The window of the register shows this: our page of the view where it has a picture, that of the archive where we have none. */
export const windowHref = (sourceId: number, { n, m, a }: PaneView): string =>
  m === undefined && a !== undefined ? a : viewHref(sourceId, n)
