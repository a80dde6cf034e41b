import { once, type Sending } from '../../../db/once.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { Mode } from '../form.ts'
import { extentOf } from '../queries/views.ts'
import { HIGHEST_VIEW } from '../rules/address.ts'
import type { Canvas } from '../rules/manifest.ts'
import { insertViews, lockViews, makeRoom, shiftOf, TOO_MANY, type ViewRow } from './views.ts'

interface ReadManifest {
  manifeste: string
  canvases: readonly Canvas[]
}

const rowsOf = (sourceId: number, canvases: readonly Canvas[], first: number): ViewRow[] =>
  canvases.map((canvas, i) => ({
    ...{ source_id: sourceId, numero: first + i, ...canvas },
    ...{ ark: null, ark_vue: null, lien_id: null, image_id: null },
  }))

async function noteReading(trx: Trx, sourceId: number, manifeste: string, manifeste_lu_le: string): Promise<void> {
  await trx
    .insertInto('source_registres')
    .values({ source_id: sourceId, manifeste, manifeste_lu_le })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ manifeste, manifeste_lu_le }))
    .execute()
}

/** Adds the views of a manifest, once for each form shown; gives how many. */
export function addManifest(
  db: Db,
  sourceId: number,
  { manifeste, canvases, mode }: ReadManifest & { mode: Mode },
  sending: Sending,
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    await lockViews(trx, sourceId)
    return once(trx, sending, async () => {
      await makeRoom(trx, sourceId, mode)
      const shift = await shiftOf(trx, sourceId, 1, canvases.length)
      await insertViews(trx, rowsOf(sourceId, canvases, 1 + shift))
      await noteReading(trx, sourceId, manifeste, sending.now)
      return canvases.length
    })
  })
}

/**
 * Brings the views of a manifest up to what it says now, and gives how many are new: these follow the last one. Every view keeps its number, and
 * a name that it has; a view that the manifest has no more stays.
 */
export function rereadManifest(
  db: Db,
  sourceId: number,
  { manifeste, canvases }: ReadManifest,
  now: string,
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    await lockViews(trx, sourceId)
    const known = await manifestRows(trx, sourceId, canvases)
    const pairs = pairsOf(known, canvases)
    for (const [canvas, row] of pairs) await bringUp(trx, sourceId, row, canvas)
    const added = canvases.filter((canvas) => !pairs.has(canvas))
    const last = (await extentOf(trx, sourceId))?.derniere ?? 0
    if (last + added.length > HIGHEST_VIEW) refuse({ manifeste: TOO_MANY })
    if (added.length > 0) await insertViews(trx, rowsOf(sourceId, added, last + 1))
    await noteReading(trx, sourceId, manifeste, now)
    return added.length
  })
}

/** The views that came from a manifest, in order. */
async function manifestRows(trx: Trx, sourceId: number, canvases: readonly Canvas[]) {
  const rows = await trx
    .selectFrom('source_vues')
    .select(['numero', 'libelle', 'iiif_base', 'adresse', 'largeur', 'hauteur'])
    .where('source_id', '=', sourceId)
    .where((eb) => eb.and([eb('image_id', 'is', null), eb('lien_id', 'is', null), eb('ark', 'is', null)]))
    .orderBy('numero')
    .execute()
  return canvases.some(({ iiif_base }) => iiif_base !== null)
    ? rows.filter(({ iiif_base }) => iiif_base !== null)
    : rows
}

type KnownRow = Awaited<ReturnType<typeof manifestRows>>[number]

const keyOf = ({ iiif_base, adresse }: Canvas): string => iiif_base ?? adresse ?? ''

/** A view and its canvas have the same picture; where all pictures moved to another server and none is more or less, the same place. */
function pairsOf(known: readonly KnownRow[], canvases: readonly Canvas[]): Map<Canvas, KnownRow> {
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  const pairs = new Map<Canvas, KnownRow>()
  for (const canvas of canvases) {
    const row = byKey.get(keyOf(canvas))
    if (row) pairs.set(canvas, row)
    byKey.delete(keyOf(canvas))
  }
  if (pairs.size > 0 || known.length !== canvases.length) return pairs
  return new Map(canvases.flatMap((canvas, i) => (known[i] ? [[canvas, known[i]]] : [])))
}

async function bringUp(trx: Trx, sourceId: number, row: KnownRow, canvas: Canvas): Promise<void> {
  const now = { ...canvas, libelle: row.libelle ?? canvas.libelle }
  if (Object.entries(now).every(([name, value]) => row[name as keyof Canvas] === value)) return
  await trx
    .updateTable('source_vues')
    .set(now)
    .where('source_id', '=', sourceId)
    .where('numero', '=', row.numero)
    .execute()
}
