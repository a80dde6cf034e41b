import { dialectOf } from '../../../db/dialect/index.ts'
import { once } from '../../../db/once.ts'
import type { Db, ReleveData, SourceStatus } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural, sortKey } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { checkSource } from '../queries/checks.ts'
import { moveByEntry } from '../rules/moves.ts'
import { proposedTitre } from '../rules/title.ts'

/** A source as its form gives it. */
export interface SourceInput {
  /** null: proposed from type, place and years. */
  titre: string | null
  type_source_id: number
  lieu_id: number | null
  section_id: number | null
  depot_id: number | null
  cote: string | null
  url: string | null
  note: string | null
  annee_debut: number | null
  annee_fin: number | null
  /** Ids of the users assigned to it. */
  membres: number[]
}

/** Longest title. */
const MAX_TITRE = 255

/** Done, or what is wrong beside which field; `isConflict`: somebody else changed the source first. */
export type Saved = { ok: true; id: number } | { ok: false; errors: FormErrors; isConflict?: true }

/** Leaves the transaction with errors, so that nothing of a refused form is kept, its one-time token included. */
class Refused extends Error {
  readonly errors: FormErrors
  readonly isConflict: boolean
  constructor(errors: FormErrors, isConflict = false) {
    super('refused')
    this.errors = errors
    this.isConflict = isConflict
  }
}

const GONE = 'Un lieu, un dépôt, une section ou un compte choisi vient d’être supprimé\u00a0: rechargez la page.'

async function saving(db: Db, write: (trx: Db) => Promise<number>): Promise<Saved> {
  try {
    return { ok: true, id: await db.transaction().execute(write) }
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, errors: error.errors, ...(error.isConflict && { isConflict: true }) }
    }
    if (dialectOf(db).errors.isForeignKeyViolation(error)) return { ok: false, errors: { '': GONE } }
    throw error
  }
}

/** The columns of a source; throws what is wrong. `current`: the source that is being changed. */
async function sourceRow(trx: Db, user: CurrentUser, input: SourceInput, current?: { id: number }) {
  const checked = await checkSource(trx, user, input, current?.id)
  if (!checked.ok) throw new Refused(checked.errors)
  const { membres: _, titre: typed, ...columns } = input
  const titre = typed ?? proposedTitre({ ...columns, ...checked.names }).slice(0, MAX_TITRE)
  return { ...columns, titre, titre_tri: sortKey(titre) }
}

/** A new source, « à relever ». `jeton`: the form's one-time token. */
export function createSource(
  db: Db,
  user: CurrentUser,
  input: SourceInput,
  { jeton, now }: { jeton: string; now: string },
): Promise<Saved> {
  const create = async (trx: Db) => {
    const columns = await sourceRow(trx, user, input)
    const { id } = await trx
      .insertInto('sources')
      .values({ ...columns, status: 'a_relever', created_by: user.id, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeMembres(trx, id, input.membres)
    await recordTransition(trx, { source_id: id, user_id: user.id, de: null, vers: 'a_relever', now })
    return id
  }
  return saving(db, (trx) => once(trx, jeton, user.id, now, () => create(trx)))
}

const CHANGED = 'Cette source a été modifiée entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

/** Changes a source; its type stays once it holds records, whenever the first one arrives. */
export function updateSource(
  db: Db,
  user: CurrentUser,
  source: { id: number },
  input: SourceInput & { version: number },
  now: string,
): Promise<Saved> {
  const { version, ...rest } = input
  return saving(db, async (trx) => {
    const columns = await sourceRow(trx, user, rest, source)
    const updated = await trx
      .updateTable('sources')
      .set((eb) => ({ ...columns, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', source.id)
      .where('version', '=', version)
      .where((eb) => eb.or([eb('type_source_id', '=', rest.type_source_id), eb('nb_releves', '=', 0)]))
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) throw new Refused({ '': CHANGED }, true)
    await writeMembres(trx, source.id, rest.membres)
    return source.id
  })
}

/** Values with which the records of a source start; a conflict where the source changed since the form was made. */
export function updateDefauts(
  db: Db,
  source: { id: number },
  { defauts, version }: { defauts: ReleveData; version: number },
  now: string,
): Promise<Saved> {
  return saving(db, async (trx) => {
    const updated = await trx
      .updateTable('sources')
      .set((eb) => ({ defauts: JSON.stringify(defauts), updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', source.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) throw new Refused({ '': CHANGED }, true)
    return source.id
  })
}

async function writeMembres(trx: Db, sourceId: number, ids: readonly number[]): Promise<void> {
  const gone = trx.deleteFrom('source_membres').where('source_id', '=', sourceId)
  await (ids.length > 0 ? gone.where('user_id', 'not in', ids) : gone).execute()
  if (ids.length === 0) return
  await trx
    .insertInto('source_membres')
    .values(ids.map((user_id) => ({ source_id: sourceId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** « Cette source contient 12 relevés… »; undefined where nothing stands in the way of deleting it. */
export const holdsReleves = (nbReleves: number): string | undefined =>
  nbReleves === 0
    ? undefined
    : `Cette source contient ${plural(nbReleves, 'relevé', 'relevés')}\u00a0: supprimez-les d’abord.`

/** Deletes a source without records, with its history. A record may arrive meanwhile: its reference decides. */
export async function deleteSource(db: Db, source: { id: number; nb_releves: number }): Promise<void> {
  const message = holdsReleves(source.nb_releves)
  if (message) throw new AppError('conflit', message)
  try {
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('source_decennies').where('source_id', '=', source.id).execute()
      await trx.deleteFrom('sources').where('id', '=', source.id).execute()
    })
  } catch (error) {
    if (!dialectOf(db).errors.isForeignKeyViolation(error)) throw error
    throw new AppError(
      'conflit',
      'Un relevé vient d’être saisi dans cette source\u00a0: elle ne peut plus être supprimée.',
    )
  }
}

/** Keeps who moved a source, when, from where to where (decisions.md, section 3). `de` is null for its creation. */
export async function recordTransition(
  trx: Db,
  transition: { source_id: number; user_id: number | null; de: SourceStatus | null; vers: SourceStatus; now: string },
): Promise<void> {
  const { now, ...row } = transition
  await trx
    .insertInto('source_transitions')
    .values({ ...row, motif: null, created_at: now })
    .execute()
}

/**
 * A record was written in the source: one that waited (à relever) or was sent back (rejetée) is in progress again.
 * Part of the record's own transaction. Of two first records at once, one makes the move and its line in the history. It is a
 * move like any other: a button of the workflow shown before it no longer works.
 */
export async function touchStatusAfterEntry(
  trx: Db,
  source: { id: number; status: SourceStatus },
  userId: number | null,
  now: string,
): Promise<void> {
  const vers = moveByEntry(source.status)?.to
  if (!vers) return
  const moved = await trx
    .updateTable('sources')
    .set((eb) => ({ status: vers, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', source.id)
    .where('status', '=', source.status)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await recordTransition(trx, { source_id: source.id, user_id: userId, de: source.status, vers, now })
}
