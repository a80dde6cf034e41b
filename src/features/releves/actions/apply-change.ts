import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { searchKey } from '../../../search/entry.ts'
import { changeIndex, type Dictionary } from '../../../search/index-writer.ts'
import { writeWords } from '../../../search/within.ts'
import { updateValues } from '../../completion/actions.ts'
import { touchStatusAfterEntry } from '../../sources/actions/sources.ts'
import { outdateStatistics } from '../../sources/statistics-queue.ts'
import { outdateWarnings } from '../../sources/warnings-queue.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { countMonths, countYears } from './activity.ts'
import { entryOf } from './ahead.ts'
import {
  type Act,
  afterOf,
  type BulkAuthor,
  beforeOf,
  overwrite,
  type Respelled,
  type Respelling,
  type Spelled,
  writeRows,
} from './change-rows.ts'
import { countFields } from './fields-held.ts'
import { moveRow } from './versions.ts'
import { type Author, type HeldSource, holdAndCount, isHeld, type Stored } from './write.ts'

interface Applied {
  /** Ids of the records that were written. */
  written: number[]
  /** Ids of those that somebody saved since they were read, which a respelling leaves as they are. */
  missed: number[]
}

/**
 * Writes records, in the transaction at hand; nothing else does (test/house/smells.test.ts). It keeps true that the history has
 * every version of a record, that the counter, the months and the fields of a source count its records, that the search finds a
 * record by the words it holds and by no others, that completion knows each value as often as it is held, and that a source in which
 * somebody works is in progress. A record that was saved since it was read is a conflict (AppError).
 *
 * Locks are taken in one order, so that no two writers wait for each other crosswise: the source, its records, words, values.
 */
export async function applyChange(trx: Trx, change: Act | Respelling): Promise<Applied> {
  if (change.as === 'lieux' || change.as === 'conversion') return respell(trx, change)
  const source = await countedSource(trx, change)
  const champs = change.champs ?? (await champsOf(trx, source.type_source_id))
  const { before, after } = await writeRows(trx, source.id, change)
  const author: BulkAuthor | undefined = 'author' in change ? change.author : undefined
  await countMonths(trx, source.id, before, after)
  await countYears(trx, before, after)
  await countFields(trx, source, before, after)
  await writeIndex(trx, { before, after }, () => champs, author?.dictionary)
  await updateValues(trx, champs, { source_id: source.id, before: before.map(dataOf), after: after.map(dataOf) })
  if (author) await touchStatusAfterEntry(trx, source, author.user_id, author.now)
  const [first] = [...after, ...before]
  // An import that is undone tells no hour: any one before now will do.
  if (first) await outdateWarnings(trx, source, author?.now ?? first.created_at)
  await outdateStatistics(trx, source.id)
  return { written: (after.length > 0 ? after : before).map(({ id }) => id), missed: [] }
}

const COMING: Record<Act['as'], -1 | 0 | 1> = {
  creation: 1,
  restauration: 1,
  modification: 0,
  suppression: -1,
  annulation: -1,
  retour: 1,
}

/** The source with its counter moved; the same statement holds it, where that was not done before. */
async function countedSource(trx: Trx, act: Act): Promise<HeldSource> {
  const { as, source, changes } = act
  const coming = COMING[as] * changes.length
  const held = coming === 0 && isHeld(source) ? source : await holdAndCount(trx, source, coming)
  if (held.retrait_at !== null && 'author' in act) throw new AppError('conflit', LEAVING)
  // Nothing of it was in the index: whatever is written from here on has the words of today.
  if (coming > 0 && held.nb_releves === coming) await writeWords(trx, held.id, true)
  return held
}

const LEAVING =
  'Cette source est en cours de suppression, ou de rétablissement\u00a0: aucun relevé ne peut y être écrit pour le moment.'

const dataOf = ({ data }: { data: ReleveData }): ReleveData => data

async function respell(trx: Trx, change: Respelling): Promise<Applied> {
  const written: Respelled[] = []
  const missed: number[] = []
  for (const one of change.changes) {
    if (await overwrite(trx, one.before, { data: JSON.stringify(one.after.data) })) written.push(one)
    else missed.push(one.before.id)
  }
  await countYears(trx, written.map(beforeOf), written.map(afterOf))
  if (change.as === 'lieux') {
    const rows = { before: written.map(beforeOf), after: written.map(afterOf) }
    await writeIndex(trx, rows, (sourceId) => change.champs.get(sourceId) ?? [])
  }
  return { written: written.map(({ after }) => after.id), missed }
}

/** Once a transaction: the words of many records are written in their order, so that two writers never wait for each other. */
async function writeIndex(
  trx: Trx,
  { before, after }: { before: readonly Spelled[]; after: readonly Spelled[] },
  champsOfSource: (sourceId: number) => readonly Champ[],
  dictionary?: Dictionary,
): Promise<void> {
  const entries = after.map((releve) => entryOf(champsOfSource(releve.source_id), releve))
  await changeIndex(trx, before.map(searchKey), entries, dictionary)
}

const OTHER_TYPE = 'Les deux sources ne sont pas du même type\u00a0: leurs champs ne sont pas les mêmes.'

/** Both sources, held in the order of their ids, so that two moves that cross never wait for each other; their counters are moved. */
async function holdBoth(trx: Trx, from: number, to: number): Promise<[HeldSource, HeldSource]> {
  const held = new Map<number, HeldSource>()
  for (const id of [from, to].toSorted((a, b) => a - b))
    held.set(id, await holdAndCount(trx, { id, mustBeOpen: true }, id === to ? 1 : -1))
  const [left, entered] = [held.get(from), held.get(to)]
  if (!left || !entered) throw new AppError('conflit', 'Ce relevé est déjà dans cette source.')
  if (left.type_source_id !== entered.type_source_id) throw new AppError('conflit', OTHER_TYPE)
  if (left.retrait_at !== null || entered.retrait_at !== null) throw new AppError('conflit', LEAVING)
  if (entered.nb_releves === 1) await writeWords(trx, to, true)
  return [left, entered]
}

/** Moves a record to another source of its type: with its history, what the search and completion know of it, and the counters of both. */
export async function moveReleve(trx: Trx, before: Stored, to: number, author: Author): Promise<void> {
  const [left, entered] = await holdBoth(trx, before.source_id, to)
  const champs = await champsOf(trx, left.type_source_id)
  const after = await moveRow(trx, before, to, author)
  await countMonths(trx, left.id, [before], [])
  await countMonths(trx, entered.id, [], [after])
  await countYears(trx, [before], [after])
  await countFields(trx, left, [before], [])
  await countFields(trx, entered, [], [after])
  await writeIndex(trx, { before: [before], after: [after] }, () => champs)
  await updateValues(trx, champs, { source_id: left.id, before: [before.data], after: [] })
  await updateValues(trx, champs, { source_id: entered.id, before: [], after: [after.data] })
  await touchStatusAfterEntry(trx, entered, author.user_id, author.now)
  for (const source of [left, entered]) {
    await outdateWarnings(trx, source, author.now)
    await outdateStatistics(trx, source.id)
  }
}
