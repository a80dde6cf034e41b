import type { Db, Trx } from '../../../../db/schema.ts'
import { WORKFLOW } from '../../../droits/status.ts'
import type { Import, Removable, Removed } from '../../../imports/kind.ts'
import { applyChange } from '../../actions/apply-change.ts'
import { holdSource } from '../../actions/write.ts'
import { releveTitle } from '../../rules/display.ts'

const CLOSED =
  'La source n’est plus ouverte à la saisie\u00a0: les relevés de cet import restent tels qu’ils sont. Rouvrez-la, puis annulez de nouveau.'

const NOTHING: Removed = { retirees: 0, messages: [], next: null }

/** The records that an import created, newest first, before `cursor`. */
async function importedReleves(trx: Trx, importId: number, cursor: number | null, limit: number) {
  let query = trx
    .selectFrom('releves')
    .select(['id', 'source_id', 'version', 'data', 'etats', 'created_at'])
    .where('import_id', '=', importId)
    .where('import_id', 'is not', null)
  if (cursor !== null) query = query.where('id', '<', cursor)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Takes back records that an import created and that nobody has changed since, as if they had never been: they were typed
 * nowhere but in the file. Those that were changed stay, and are told; those that somebody deleted stay in the history.
 */
export async function removeImported(
  trx: Trx,
  { id: importId, cible_id }: Import,
  cursor: number | null,
  limit: number,
): Promise<Removed> {
  const exists = await trx.selectFrom('sources').select('id').where('id', '=', cible_id).executeTakeFirst()
  if (!exists) return NOTHING
  // First, as in every other write: nobody changes a record of the source until the end of this batch.
  const source = await holdSource(trx, { id: exists.id })
  const releves = await importedReleves(trx, importId, cursor, limit)
  const last = releves.at(-1)
  if (!last) return NOTHING
  if (!WORKFLOW[source.status].isOpen) return { ...NOTHING, refusal: CLOSED }
  const changed = releves.filter(({ version }) => version > 1)
  const untouched = releves.filter(({ version }) => version === 1)
  const changes = untouched.map((before) => ({ before }))
  if (changes.length > 0) await applyChange(trx, { as: 'annulation', source, changes })
  const messages = changed.map((releve) => `${titleOf(releve)} reste\u00a0: il a été modifié depuis l’import.`)
  return { retirees: changes.length, messages, next: last.id }
}

/** Says what `removeImported` would do now. */
export async function removableReleves(db: Db, { id, cible_id }: Import): Promise<Removable> {
  const source = await db.selectFrom('sources').select('status').where('id', '=', cible_id).executeTakeFirst()
  if (!source) return { retirees: 0, conservees: 0 }
  const count = (isChanged: boolean) =>
    db
      .selectFrom('releves')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('import_id', '=', id)
      .where('import_id', 'is not', null)
      .where('version', isChanged ? '>' : '=', 1)
      .executeTakeFirstOrThrow()
  const [conservees, retirees] = [(await count(true)).n, (await count(false)).n]
  if (WORKFLOW[source.status].isOpen) return { retirees, conservees }
  return { retirees: 0, conservees: conservees + retirees, refusal: CLOSED }
}

const titleOf = (releve: Parameters<typeof releveTitle>[0]): string =>
  `Le relevé n°\u00a0${releve.id} («\u00a0${releveTitle(releve)}\u00a0»)`
