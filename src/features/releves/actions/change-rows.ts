import type { Insertable, Updateable } from 'kysely'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesJson } from '../../../champs/lectures.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { ReleveData, ReleveEtats, ReleveLectures, Schema, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Dictionary } from '../../../search/index-writer.ts'
import type { MadeAhead } from './ahead.ts'
import { copyToHistory, FEW, textsOf, versionRow } from './history-rows.ts'
import type { Author, HeldSource, SourceToHold, Stored } from './write.ts'

export const CHANGED_MEANWHILE =
  'Ce relevé a été modifié entre-temps par quelqu’un d’autre. Votre saisie est toujours là\u00a0: comparez, puis enregistrez de nouveau.'

export interface NewReleve {
  data: ReleveData
  etats?: ReleveEtats | undefined
  lectures?: ReleveLectures | null | undefined
  repere?: number | null | undefined
  ahead?: MadeAhead | undefined
}

/** `import_id` tells the import that many records come from, which may be undone. */
export interface BulkAuthor extends Author {
  import_id?: number
  dictionary?: Dictionary
}

/** A record that enters its table, with who entered it first. */
interface Entered extends Stored {
  created_by: number | null
  import_id: number | null
  ahead?: MadeAhead | undefined
}

export type Spelled = Pick<Stored, 'id' | 'source_id' | 'version' | 'data' | 'lectures'> & {
  etats?: ReleveEtats
  ahead?: MadeAhead | undefined
}

interface Creation {
  as: 'creation'
  changes: readonly { after: NewReleve }[]
  author: BulkAuthor
}
interface Restoration {
  as: 'restauration'
  changes: readonly { after: Entered }[]
  author: Author
}
interface Modification {
  as: 'modification'
  changes: readonly { before: Stored; after: Stored }[]
  author: Author
}
interface Deletion {
  as: 'suppression'
  changes: readonly { before: Stored }[]
  author: Author
}
/** The records of an import go with their history, as if they had never been. */
interface Undoing {
  as: 'annulation'
  changes: readonly { before: Stored }[]
}

/** Records of a source that was deleted come back as they were, with their ids; their versions come by themselves. */
interface Return {
  as: 'retour'
  changes: readonly { after: Returned }[]
}
export interface Returned extends Entered {
  updated_by: number | null
  updated_at: string
}

/** Records of one source come, go or say something else. */
export type Act = (Creation | Restoration | Modification | Deletion | Undoing | Return) & {
  source: HeldSource | SourceToHold
  /** The fields of the source, where whoever calls has read them already. */
  champs?: readonly Champ[]
}

/**
 * Records of any sources say the same in other words: they get no version, so that whoever has one open may still save, and no
 * source is held. No value is counted for completion: places do not complete.
 */
export type Respelling =
  | { as: 'lieux'; changes: readonly Respelled[]; champs: ReadonlyMap<number, readonly Champ[]> }
  // The words stay as they were shown; those of a field that comes back are indexed by its task.
  | { as: 'conversion'; changes: readonly Respelled[] }
export interface Respelled {
  before: Spelled
  after: Spelled
}

/** Records as they stood, and as they stand. */
export interface Rows {
  before: readonly Stored[]
  after: readonly (Stored & Pick<Entered, 'ahead'>)[]
}

export const beforeOf = <T>({ before }: { before: T }): T => before
export const afterOf = <T>({ after }: { after: T }): T => after

/** The records of a source and their history; AppError « conflit » where one has moved on since it was read. */
export function writeRows(trx: Trx, sourceId: number, change: Act): Promise<Rows> {
  switch (change.as) {
    case 'creation':
      return create(trx, sourceId, change)
    case 'restauration':
      return insert(trx, change.changes.map(afterOf), change)
    case 'modification':
      return modify(trx, change)
    case 'suppression':
      return remove(trx, change)
    case 'annulation':
      return undo(trx, change)
    case 'retour':
      return putBack(trx, change.changes.map(afterOf))
  }
}

async function create(trx: Trx, sourceId: number, { as, author, changes }: Creation): Promise<Rows> {
  const { user_id: created_by, now: created_at, import_id = null } = author
  // Known beforehand: no engine promises that inserted rows come back in the order they went in.
  const ids = await dialectOf(trx).reserveIds(trx, 'releves', changes.length)
  const entered = changes.map(({ after: { data, etats = {}, lectures = null, repere, ahead } }, n) => ({
    ...{ id: ids[n] ?? 0, source_id: sourceId, version: 1, data, etats, lectures, repere },
    ...{ created_by, created_at, import_id, ahead },
  }))
  return insert(trx, entered, { as, author })
}

async function insert(
  trx: Trx,
  entered: readonly Entered[],
  { as, author }: { as: 'creation' | 'restauration'; author: Author },
): Promise<Rows> {
  const { user_id: updated_by, now: updated_at } = author
  const held = entered.map((releve) => {
    const { id, source_id, version, repere = null, import_id, created_by, created_at } = releve
    const texts = textsOf(releve)
    return { id, source_id, version, ...texts, repere, import_id, created_by, created_at, updated_by, updated_at }
  })
  await insertRows(trx, 'releves', held)
  if (as === 'creation' && held.length > FEW) await copyToHistory(trx, held)
  else {
    const lines = entered.map((releve) => versionRow(releve, as, author))
    await addVersions(trx, lines)
  }
  return { before: [], after: entered }
}

const addVersions = (trx: Trx, lines: Insertable<Schema['releve_versions']>[]): Promise<void> =>
  insertRows(trx, 'releve_versions', lines)

/** Writes over a row that is still of the version it was read in; false where somebody saved it meanwhile. */
export async function overwrite(
  trx: Trx,
  { id, version }: { id: number; version: number },
  values: Updateable<Schema['releves']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('releves')
    .set(values)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The ruler alone is elsewhere on the view: nothing that the history, the search or completion tell of has changed. */
export const moveRuler = (trx: Trx, before: Stored, repere: number | null | undefined): Promise<boolean> =>
  overwrite(trx, before, { repere })

async function modify(trx: Trx, { as, author, changes }: Modification): Promise<Rows> {
  const { user_id: updated_by, now: updated_at } = author
  const lines = []
  for (const { before, after } of changes) {
    const line = versionRow(after, as, author)
    const { data, etats, lectures, version } = line
    const { repere } = after
    const isWritten = await overwrite(trx, before, { data, etats, lectures, repere, version, updated_by, updated_at })
    if (!isWritten) throw new AppError('conflit', CHANGED_MEANWHILE)
    lines.push(line)
  }
  await addVersions(trx, lines)
  return { before: changes.map(beforeOf), after: changes.map(afterOf) }
}

async function remove(trx: Trx, { as, author, changes }: Deletion): Promise<Rows> {
  const gone = changes.map(beforeOf)
  for (const { id, version } of gone) {
    const { numDeletedRows } = await trx
      .deleteFrom('releves')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('conflit', CHANGED_MEANWHILE)
  }
  // The ruler makes no version when it moves: where it stands now goes with the act, and comes back with it.
  const lines = gone.map(({ repere = null, ...releve }) => {
    return { ...versionRow({ ...releve, version: releve.version + 1 }, as, author), repere }
  })
  await addVersions(trx, lines)
  return { before: gone, after: [] }
}

async function undo(trx: Trx, { changes }: Undoing): Promise<Rows> {
  const gone = changes.map(beforeOf)
  const ids = gone.map(({ id }) => id)
  const { inList } = dialectOf(trx).sql
  for (const table of ['releve_versions', 'rangs', 'fils', 'corrections'] as const)
    await trx
      .deleteFrom(table)
      .where((eb) => inList(eb.ref('releve_id'), ids))
      .execute()
  await trx
    .deleteFrom('releves')
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return { before: gone, after: [] }
}

async function putBack(trx: Trx, releves: readonly Returned[]): Promise<Rows> {
  const rows = releves.map(({ ahead: _, data, etats, ...row }) => ({
    ...row,
    data: JSON.stringify(data),
    etats: JSON.stringify(etats),
    lectures: lecturesJson(row),
  }))
  await insertRows(trx, 'releves', rows)
  return { before: [], after: releves }
}
