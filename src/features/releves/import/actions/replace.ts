import type { Champ } from '../../../../champs/kind.ts'
import { settledLectures } from '../../../../champs/lectures.ts'
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures, Trx } from '../../../../db/schema.ts'
import { sameJson } from '../../../../lib/same-json.ts'
import { WORKFLOW } from '../../../droits/status.ts'
import type { AppliedLine, Restored } from '../../../imports/kind.ts'
import { applyChange } from '../../actions/apply-change.ts'
import { type Author, type HeldSource, holdSource, type Stored } from '../../actions/write.ts'
import type { ReadLines, ReleveLine } from '../rules/batch.ts'

interface Content {
  data: ReleveData
  etats: ReleveEtats
  lectures?: ReleveLectures | null | undefined
}

/** A line that says what a record is to say. */
interface Replacing extends Content {
  ligne: number
  id: number
}

/** The lines that can be stored, with the record that each rewrites. */
export function replacing(
  lines: readonly ReleveLine[],
  { rows, outcomes }: ReadLines,
  idOf: (line: ReleveLine) => number,
): Replacing[] {
  const read = lines.filter((_, index) => outcomes[index]?.action === 'creer')
  return read.flatMap((line, index) => {
    const row = rows[index]
    return row
      ? [{ ligne: line.ligne, id: idOf(line), data: row.data, etats: row.etats ?? {}, lectures: row.lectures }]
      : []
  })
}

/** The values of a line count; what it does not speak of stays. An « absent » of the file takes nothing away that was read here. */
export function merged(before: Content, line: Content): Content & Pick<Stored, 'lectures'> {
  const data = { ...before.data, ...line.data }
  const etats = { ...before.etats }
  for (const nom of Object.keys(line.data)) delete etats[nom]
  for (const [nom, etat] of Object.entries(line.etats)) {
    if (etat === 'absent' && Object.hasOwn(before.data, nom)) continue
    etats[nom] = etat
    if (!Object.hasOwn(line.data, nom)) delete data[nom]
  }
  const lectures = line.lectures ? { ...before.lectures, ...line.lectures } : (before.lectures ?? null)
  return { data, etats, lectures }
}

/** Records in the order of their ids, as whoever writes several does. */
const storedOf = (db: Db, ids: readonly number[]): Promise<Stored[]> =>
  db
    .selectFrom('releves')
    .select(['id', 'source_id', 'version', 'data', 'etats', 'lectures', 'created_at'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .orderBy('id')
    .execute()

const gone = (id: number): string =>
  `Le relevé n°\u00a0${id} n’est plus dans la source\u00a0: cette ligne est laissée de côté.`

/** Rewrites records of a source by lines of a file; says of each line what became of it, with the former values for the undo. */
export async function replaceReleves(
  trx: Trx,
  { source, champs }: { source: HeldSource; champs: readonly Champ[] },
  lines: readonly Replacing[],
  author: Author,
): Promise<Map<number, AppliedLine>> {
  const stored = await storedOf(
    trx,
    lines.map(({ id }) => id),
  )
  const there = new Map(stored.filter(({ source_id }) => source_id === source.id).map((one) => [one.id, one]))
  const changes: { before: Stored; after: Stored }[] = []
  const outcomes = new Map<number, AppliedLine>()
  for (const { ligne, id, ...content } of lines) {
    const before = there.get(id)
    // Two lines of one number: the first has it.
    there.delete(id)
    if (!before) {
      outcomes.set(ligne, { ligne, action: 'refusee', message: gone(id) })
      continue
    }
    const held = merged(before, content)
    const after = { ...held, lectures: held.lectures && settledLectures(champs, held.data, held.lectures) }
    const { data, etats, lectures, version } = before
    if (sameJson([data, etats, lectures], [after.data, after.etats, after.lectures]))
      outcomes.set(ligne, { ligne, action: 'inchangee' })
    else {
      changes.push({ before, after: { ...before, ...after, version: version + 1 } })
      outcomes.set(ligne, { ligne, action: 'modifier', avant: { id, version, data, etats, lectures } })
    }
  }
  const inOrder = changes.toSorted((a, b) => a.before.id - b.before.id)
  if (changes.length > 0) await applyChange(trx, { as: 'modification', source, champs, changes: inOrder, author })
  return outcomes
}

/** A line that rewrote a record, with what that one said before. */
export interface Replaced {
  ligne: number
  avant: Record<string, unknown>
}

interface Before extends Content {
  id: number
  version: number
}

const beforeOf = ({ avant }: Replaced): Before => avant as unknown as Before

/** The records that nobody has changed since they were rewritten, beside their lines. */
async function unchanged(db: Db, lines: readonly Replaced[]): Promise<[Replaced, Stored][]> {
  const stored = await storedOf(
    db,
    lines.map((line) => beforeOf(line).id),
  )
  const byId = new Map(stored.map((one) => [one.id, one]))
  return lines.flatMap((line): [Replaced, Stored][] => {
    const { id, version } = beforeOf(line)
    const now = byId.get(id)
    return now?.version === version + 1 ? [[line, now]] : []
  })
}

export const countRestorable = async (db: Db, lines: readonly Replaced[]): Promise<number> =>
  (await unchanged(db, lines)).length

/** Gives records that an import has rewritten their former values back, where nobody has changed them since and their source is open. */
export async function restoreReplaced(trx: Trx, lines: readonly Replaced[], now: Date): Promise<Restored> {
  const free = await unchanged(trx, lines)
  const restored = new Set<number>()
  for (const sourceId of [...new Set(free.map(([, { source_id }]) => source_id))].sort((a, b) => a - b)) {
    const source = await holdSource(trx, { id: sourceId })
    if (!WORKFLOW[source.status].isOpen) continue
    const own = free.filter(([, { source_id }]) => source_id === sourceId)
    const changes = own.map(([line, before]) => {
      const { data, etats, lectures = null } = beforeOf(line)
      return { before, after: { ...before, data, etats, lectures, version: before.version + 1 } }
    })
    const inOrder = changes.toSorted((a, b) => a.before.id - b.before.id)
    await applyChange(trx, {
      as: 'modification',
      source,
      changes: inOrder,
      author: { user_id: null, now: now.toISOString() },
    })
    for (const [{ ligne }] of own) restored.add(ligne)
  }
  const messages = lines
    .filter(({ ligne }) => !restored.has(ligne))
    .map((line) => ({
      ligne: line.ligne,
      message: `Le relevé n°\u00a0${beforeOf(line).id} reste tel quel\u00a0: il a été modifié depuis l’import, ou sa source n’est plus ouverte à la saisie.`,
    }))
  return { restaurees: restored.size, messages }
}
