import { once, type Sending } from '../../../db/once.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, ReleveData, SourceStatus } from '../../../db/schema.ts'
import type { Lacune, Span } from '../../../db/schema-couverture.ts'
import type { Relecture } from '../../../db/schema-revue.ts'
import { sortKey } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { checkSource } from '../queries/checks.ts'
import { moveByEntry } from '../rules/moves.ts'
import { proposedTitle } from '../rules/title.ts'
import { outdateWarnings } from '../warnings-queue.ts'

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
  /** The years that it has, and those that it lacks; null: all from the first to the last, none; undefined: as they are. */
  annees?: Span[] | null | undefined
  lacunes?: Lacune[] | null | undefined
  /** Ids of the users assigned to it. */
  membres: number[]
  /** How its acts are read over, and whether by two people; undefined: as it is, or as the site begins. */
  relecture?: Relecture | undefined
  quatre_yeux?: boolean | undefined
  /** Share of its acts that a second person types, in per cent. */
  double_saisie?: number | undefined
}

/** Longest title. */
const MAX_TITRE = 255

const GONE = {
  '': 'Un lieu, un dépôt, une section ou un compte choisi vient d’être supprimé\u00a0: rechargez la page.',
}

/** The columns of a source; refuses what is wrong. `current`: the source that is being changed. */
async function sourceRow(trx: Db, user: CurrentUser, input: SourceInput, current?: { id: number }) {
  const checked = await checkSource(trx, user, input, current?.id)
  if (!checked.ok) refuse(checked.errors)
  const { membres: _, titre: typed, relecture, quatre_yeux, double_saisie, annees, lacunes, ...columns } = input
  const titre = typed ?? proposedTitle({ ...columns, ...checked.names }).slice(0, MAX_TITRE)
  const reading = {
    ...(relecture && { relecture }),
    ...(quatre_yeux !== undefined && { quatre_yeux }),
    ...(double_saisie !== undefined && { double_saisie }),
  }
  const years = { ...asJson('annees', annees), ...asJson('lacunes', lacunes) }
  return { ...columns, ...reading, ...years, titre, titre_tri: sortKey(titre) }
}

const asJson = <K extends string>(name: K, value: readonly unknown[] | null | undefined) =>
  (value === undefined ? {} : { [name]: value === null ? null : JSON.stringify(value) }) as Partial<
    Record<K, string | null>
  >

/** Nothing was entered yet, so that all of it is counted. */
const NEW = { status: 'a_relever', champs_jusque: null } as const

/** A new source, « à relever », once for each form shown. */
export function createSource(db: Db, user: CurrentUser, input: SourceInput, sending: Sending): Promise<Saved<number>> {
  return saving(db, { gone: GONE }, (trx) => once(trx, sending, () => insertSource(trx, user, input, sending.now)))
}

/** `createSource` in the transaction at hand, for what `checkSource` has nothing against. */
export async function insertSource(trx: Db, user: CurrentUser, input: SourceInput, now: string): Promise<number> {
  const columns = await sourceRow(trx, user, input)
  const { id } = await trx
    .insertInto('sources')
    .values({ ...columns, ...NEW, created_by: user.id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeMembres(trx, id, input.membres)
  await recordTransition(trx, { source_id: id, user_id: user.id, de: null, vers: 'a_relever', now })
  return id
}

const CHANGED = 'Cette source a été modifiée entre-temps. Vérifiez ce qui suit, puis enregistrez de nouveau.'

type ReadBy = Pick<SourceInput, 'annee_debut' | 'annee_fin' | 'section_id'>

/** The years of the register, and the names that its section has, say which acts astonish. */
const isReadAnew = (before: ReadBy, now: ReadBy): boolean =>
  before.annee_debut !== now.annee_debut || before.annee_fin !== now.annee_fin || before.section_id !== now.section_id

/** Changes a source; its type stays once it holds records, whenever the first one arrives. */
export function updateSource(
  db: Db,
  user: CurrentUser,
  source: { id: number },
  input: SourceInput & { version: number },
  now: string,
): Promise<Saved> {
  const { version, ...rest } = input
  return saving(db, { gone: GONE }, async (trx) => {
    const columns = await sourceRow(trx, user, rest, source)
    const before = await trx
      .selectFrom('sources')
      .select(['id', 'status', 'annee_debut', 'annee_fin', 'section_id'])
      .where('id', '=', source.id)
      .executeTakeFirst()
    const updated = await trx
      .updateTable('sources')
      .set((eb) => ({ ...columns, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', source.id)
      .where('version', '=', version)
      .where((eb) => eb.or([eb('type_source_id', '=', rest.type_source_id), eb('nb_releves', '=', 0)]))
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) refuse({ '': CHANGED }, await versionNow(trx, source.id))
    await writeMembres(trx, source.id, rest.membres)
    if (before && isReadAnew(before, rest)) await outdateWarnings(trx, before, now)
    return null
  })
}

/** Values with which the records of a source start; a conflict where the source changed since the form was made. */
export function updateDefaults(
  db: Db,
  source: { id: number },
  { defauts, version }: { defauts: ReleveData; version: number },
  now: string,
): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    const updated = await trx
      .updateTable('sources')
      .set((eb) => ({ defauts: JSON.stringify(defauts), updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', source.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) refuse({ '': CHANGED }, await versionNow(trx, source.id))
    return null
  })
}

async function versionNow(trx: Db, id: number): Promise<number> {
  const now = await trx.selectFrom('sources').select('version').where('id', '=', id).executeTakeFirst()
  // Where it was deleted meanwhile, whoever shows the form again finds no source.
  return now?.version ?? 0
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
  // Somebody has it again.
  await trx
    .updateTable('sources')
    .set({ a_reprendre_at: null })
    .where('id', '=', sourceId)
    .where('a_reprendre_at', 'is not', null)
    .execute()
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
