import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { Diffusion, ImageFormat } from '../../../db/schema-vues.ts'
import { addressOf } from '../rules/address.ts'
import { hostsOf } from '../rules/pictures.ts'

/** A picture of ours with its copies. */
export interface OwnImage {
  id: number
  sha256: string
  format: ImageFormat
  copie_2000: ImageFormat | null
  copie_320: ImageFormat | null
}

/** A view of a source, with all that shows it. */
export interface Vue {
  numero: number
  libelle: string | null
  /** Its page at the archive; null where there is none. */
  adresse: string | null
  iiif_base: string | null
  image: OwnImage | null
  largeur: number | null
  hauteur: number | null
}

/** A repository says this of all views of its sources. */
export interface Showing {
  credit: string | null
  licence: string | null
  diffusion: Diffusion
  /** One host a line. */
  hotes_images: string | null
}

const viewRows = (db: Db, sourceId: number) =>
  db
    .selectFrom('source_vues as v')
    .leftJoin('depot_liens as l', 'l.id', 'v.lien_id')
    .leftJoin('images as i', 'i.id', 'v.image_id')
    .select(['v.numero', 'v.libelle', 'v.ark', 'v.ark_vue', 'v.adresse', 'v.iiif_base', 'l.modele'])
    .select(['i.id as image', 'i.sha256', 'i.format', 'i.copie_2000', 'i.copie_320'])
    .select((eb) => [
      eb.fn.coalesce('v.largeur', 'i.largeur').as('largeur'),
      eb.fn.coalesce('v.hauteur', 'i.hauteur').as('hauteur'),
    ])
    .where('v.source_id', '=', sourceId)

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['execute']>>[number]

function vueOf({ modele, ...row }: ViewRow): Vue {
  const { numero, libelle, iiif_base, largeur, hauteur, copie_2000, copie_320 } = row
  const made = modele === null ? null : addressOf(modele, row)
  const image =
    row.image === null || row.sha256 === null || row.format === null
      ? null
      : { id: row.image, sha256: row.sha256, format: row.format, copie_2000, copie_320 }
  return { numero, libelle, adresse: made ?? row.adresse, iiif_base, image, largeur, hauteur }
}

/** The views of a source from a number on, in order; `offset` of them left out. */
export async function viewsOf(db: Db, sourceId: number, { from = 1, limit = 100, offset = 0 } = {}): Promise<Vue[]> {
  const views = viewRows(db, sourceId).where('v.numero', '>=', from)
  const rows = await views.orderBy('v.numero').limit(limit).offset(offset).execute()
  return rows.map(vueOf)
}

/** One view; undefined where the source has none of this number. */
export async function viewAt(db: Db, sourceId: number, numero: number): Promise<Vue | undefined> {
  const row = await viewRows(db, sourceId).where('v.numero', '=', numero).executeTakeFirst()
  return row && vueOf(row)
}

export interface Extent {
  vues: number
  premiere: number
  derniere: number
  decalage: number
}

/** How many views a source has, its first and last number, and what the register counts more than the file; undefined where it has none. */
export async function extentOf(db: Db, sourceId: number): Promise<Extent | undefined> {
  const [row] = await extent(db, { source: sourceId }, '')
  if (!row || row.vues === 0) return undefined
  return { vues: row.vues, premiere: row.premiere, derniere: row.derniere, decalage: row.decalage ?? 0 }
}

const extent = prepared((db, { source }: { source: number }) =>
  db
    .selectFrom('source_vues')
    .leftJoin('source_registres', 'source_registres.source_id', 'source_vues.source_id')
    .where('source_vues.source_id', '=', source)
    .select(({ fn }) => [
      fn.countAll<number>().as('vues'),
      fn.min('numero').as('premiere'),
      fn.max('numero').as('derniere'),
      fn.max('decalage').as('decalage'),
    ]),
)

/** The manifest that the views of a source came from, and when it was read. */
export async function registerOf(db: Db, sourceId: number) {
  const rows = db.selectFrom('source_registres').select(['manifeste', 'manifeste_lu_le'])
  const row = await rows.where('source_id', '=', sourceId).executeTakeFirst()
  return row ?? { manifeste: null, manifeste_lu_le: null }
}

/** The repository of a source allows so much. Photos of one's own are the association's: who reads the source sees them. */
export async function showingOf(db: Db, sourceId: number): Promise<Showing> {
  const row = await db
    .selectFrom('sources')
    .innerJoin('depots', 'depots.id', 'sources.depot_id')
    .select(['credit', 'licence', 'diffusion', 'hotes_images'])
    .where('sources.id', '=', sourceId)
    .executeTakeFirst()
  return row ?? { credit: null, licence: null, diffusion: 'lien', hotes_images: null }
}

/** The servers whose pictures some repository lets be shown. */
export async function hostsAllowed(db: Db): Promise<string[]> {
  const depots = db.selectFrom('depots').select('hotes_images').where('diffusion', '<>', 'lien')
  const rows = await depots.where('hotes_images', 'is not', null).orderBy('id').execute()
  return [...new Set(rows.flatMap(({ hotes_images }) => hostsOf(hotes_images)))]
}

/** The numbers of the views before and after one; undefined at the ends. */
export async function neighboursOf(db: Db, sourceId: number, numero: number) {
  const views = db.selectFrom('source_vues').where('source_id', '=', sourceId)
  const row = await db
    .selectNoFrom([
      views
        .where('numero', '<', numero)
        .select(({ fn }) => fn.max('numero').as('n'))
        .as('before'),
      views
        .where('numero', '>', numero)
        .select(({ fn }) => fn.min('numero').as('n'))
        .as('after'),
    ])
    .executeTakeFirstOrThrow()
  return { before: row.before ?? undefined, after: row.after ?? undefined }
}
