import type { Db, Trx } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import { WORKFLOW } from '../../../droits/status.ts'
import type { Import, Removable, Removed } from '../../../imports/kind.ts'
import { actorWithout } from '../../../journal/actions.ts'
import { removeCreated } from '../../../lieux/import/actions/undo.ts'
import { removableOf, removeFromSource } from '../../../releves/import/actions/undo.ts'
import { deleteSource, isBare } from '../../../suppressions/actions/steps.ts'
import { dossierById } from '../queries/dossiers.ts'

/** Records go first, down from their newest; then the sources that the import made, then its places. */
const SOURCES = -1
const PLACES = -2

const NOTHING: Removed = { retirees: 0, messages: [], next: null }

/** The source of the next record to go, and the sources that the import made. */
async function nextSource(trx: Trx, importId: number, cursor: number | null): Promise<number | undefined> {
  let query = trx
    .selectFrom('releves')
    .select('source_id')
    .where('import_id', '=', importId)
    .where('import_id', 'is not', null)
  if (cursor !== null) query = query.where('id', '<', cursor)
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.source_id
}

async function ownSources(db: Db, dossierId: number | null): Promise<Set<number>> {
  const dossier = await dossierById(db, dossierId)
  const made = dossier?.plan.sources.filter(({ creee }) => creee) ?? []
  return new Set(made.flatMap(({ source_id }) => source_id ?? []))
}

/** Somebody has made it his own: it stays, and why. */
async function whyKept(trx: Trx, source: { id: number; nb_releves: number }): Promise<string | undefined> {
  if (source.nb_releves > 0 || !(await isBare(trx, source.id))) return 'elle contient, ou a contenu, d’autres relevés.'
  const member = await trx
    .selectFrom('source_membres')
    .select('user_id')
    .where('source_id', '=', source.id)
    .limit(1)
    .executeTakeFirst()
  return member ? 'quelqu’un y a été affecté.' : undefined
}

async function removeSources(trx: Trx, { user_id, cible_id }: Import, now: Date): Promise<Removed> {
  const messages: string[] = []
  for (const id of await ownSources(trx, cible_id)) {
    const source = await trx
      .selectFrom('sources')
      .select(['id', 'titre', 'section_id', 'nb_releves'])
      .where('id', '=', id)
      .where('retrait_at', 'is', null)
      .executeTakeFirst()
    if (!source) continue
    const why = await whyKept(trx, source)
    if (why === undefined) await deleteSource(trx, source, actorWithout(user_id), now)
    else messages.push(`La source ${quoted(source.titre)} reste\u00a0: ${why}`)
  }
  return { ...NOTHING, messages, next: PLACES }
}

/** Places are no acts: they are not counted among what is taken back. */
async function removePlaces(trx: Trx, imported: Import, limit: number): Promise<Removed> {
  const { messages } = await removeCreated(trx, imported, null, limit)
  return { ...NOTHING, messages }
}

/** Takes back what an import of acts wrote, as if it had never been; what somebody has changed or uses since stays, and is told. */
export async function removeActs(trx: Trx, imported: Import, cursor: number | null, limit: number): Promise<Removed> {
  if (cursor === SOURCES) return removeSources(trx, imported, new Date(imported.fini_at ?? imported.created_at))
  if (cursor === PLACES) return removePlaces(trx, imported, limit)
  const sourceId = await nextSource(trx, imported.id, cursor)
  if (sourceId === undefined) return { ...NOTHING, next: SOURCES }
  const isOwn = (await ownSources(trx, imported.cible_id)).has(sourceId)
  return removeFromSource(trx, { import_id: imported.id, source_id: sourceId, isOwn, isOneOfMany: true }, cursor, limit)
}

/** Says what `removeActs` would do now. */
export async function removableActs(db: Db, imported: Import): Promise<Removable> {
  const own = await ownSources(db, imported.cible_id)
  const held = await db
    .selectFrom('sources')
    .select(['sources.id', 'status', 'titre'])
    .where('sources.id', 'in', (eb) =>
      eb
        .selectFrom('releves')
        .select('source_id')
        .where('import_id', '=', imported.id)
        .where('import_id', 'is not', null),
    )
    .execute()
  const closed = held.find(({ id, status }) => !own.has(id) && !WORKFLOW[status].isOpen)
  const counted = await removableOf(db, imported.id)
  if (!closed) return counted
  const refusal = `La source ${quoted(closed.titre)} n’est plus ouverte à la saisie\u00a0: rouvrez-la, puis annulez de nouveau.`
  return { retirees: 0, conservees: counted.retirees + counted.conservees, refusal }
}
