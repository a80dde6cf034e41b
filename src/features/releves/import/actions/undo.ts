import { releveTitle } from '../../../../champs/title.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { WORKFLOW } from '../../../droits/status.ts'
import type { Import, Removable, Removed } from '../../../imports/kind.ts'
import { applyChange } from '../../actions/apply-change.ts'
import { holdSource } from '../../actions/write.ts'
import { keepUndone } from './undone.ts'

const CLOSED =
  'La source n’est plus ouverte à la saisie\u00a0: les relevés de cet import restent tels qu’ils sont. Rouvrez-la, puis annulez de nouveau.'

const NOTHING: Removed = { retirees: 0, messages: [], next: null }

interface FromSource {
  import_id: number
  source_id: number
  /** The import made the source itself: its status keeps nobody out. */
  isOwn?: boolean
  /** It wrote into others too: records of another source end a batch. */
  isOneOfMany?: boolean
}

/** The records that an import created, newest first, before `cursor`. */
async function importedReleves(
  trx: Trx,
  { import_id, source_id, isOneOfMany }: FromSource,
  cursor: number | null,
  limit: number,
) {
  let query = trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'version', 'data', 'etats', 'lectures', 'created_at'])
    .where('import_id', '=', import_id)
    .where('import_id', 'is not', null)
  if (cursor !== null) query = query.where('id', '<', cursor)
  const releves = await query.orderBy('id', 'desc').limit(limit).execute()
  const end = isOneOfMany ? releves.findIndex((releve) => releve.source_id !== source_id) : -1
  return end === -1 ? releves : releves.slice(0, end)
}

/**
 * Takes back records that an import created and that nobody has changed since, as if they had never been: they were typed
 * nowhere but in the file. Those that were changed stay, and are told; those that somebody deleted stay in the history.
 */
export async function removeImported(
  trx: Trx,
  { id, cible_id }: Import,
  cursor: number | null,
  limit: number,
): Promise<Removed> {
  return removeFromSource(trx, { import_id: id, source_id: cible_id ?? 0 }, cursor, limit)
}

/** Does so in one source; an import into many comes to each as its records do. */
export async function removeFromSource(
  trx: Trx,
  from: FromSource,
  cursor: number | null,
  limit: number,
): Promise<Removed> {
  const exists = await trx.selectFrom('sources').select('id').where('id', '=', from.source_id).executeTakeFirst()
  if (!exists) return NOTHING
  // First, as in every other write: nobody changes a record of the source until the end of this batch.
  const source = await holdSource(trx, { id: exists.id })
  const releves = await importedReleves(trx, from, cursor, limit)
  const last = releves.at(-1)
  if (!last) return NOTHING
  if (!WORKFLOW[source.status].isOpen && !from.isOwn) return { ...NOTHING, refusal: CLOSED }
  const changed = releves.filter(({ version }) => version > 1)
  const untouched = releves.filter(({ version }) => version === 1)
  const changes = untouched.map((before) => ({ before }))
  if (changes.length > 0) {
    await keepUndone(trx, source.id, untouched)
    await applyChange(trx, { as: 'annulation', source, changes })
  }
  const messages = changed.map((releve) => `${titleOf(releve)} reste\u00a0: il a été modifié depuis l’import.`)
  return { retirees: changes.length, messages, next: last.id }
}

/** Counts the records of an import that nobody has changed, and the others. */
export async function removableOf(db: Db, importId: number): Promise<Removable> {
  const count = (isChanged: boolean) =>
    db
      .selectFrom('releves')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('import_id', '=', importId)
      .where('import_id', 'is not', null)
      .where('version', isChanged ? '>' : '=', 1)
      .executeTakeFirstOrThrow()
  return { conservees: (await count(true)).n, retirees: (await count(false)).n }
}

/** Says what `removeImported` would do now. */
export async function removableReleves(db: Db, { id, cible_id }: Import): Promise<Removable> {
  const source = await db.selectFrom('sources').select('status').where('id', '=', cible_id).executeTakeFirst()
  if (!source) return { retirees: 0, conservees: 0 }
  const { retirees, conservees } = await removableOf(db, id)
  if (WORKFLOW[source.status].isOpen) return { retirees, conservees }
  return { retirees: 0, conservees: conservees + retirees, refusal: CLOSED }
}

const titleOf = (releve: Parameters<typeof releveTitle>[0]): string =>
  `Le relevé n°\u00a0${releve.id} («\u00a0${releveTitle(releve)}\u00a0»)`
