import { dialectOf } from '../../../../db/dialect/index.ts'
import { insertRows } from '../../../../db/rows.ts'
import type { Trx } from '../../../../db/schema.ts'
import { ancestorIds, idsOf, MAX_DEPTH } from '../../../../lib/place-path.ts'
import { sortKey } from '../../../../lib/text.ts'
import type { AppliedLine } from '../../../imports/kind.ts'
import { hasMerges, nearParents } from '../../queries/long-names.ts'
import { placesOnPath } from '../../queries/places.ts'
import { enqueueRefresh } from '../../refresh-queue.ts'
import { recompute } from '../../rules/cascade.ts'
import { suffixOf } from '../../rules/long-name.ts'
import { searchSuffix } from '../../rules/search-words.ts'
import { type Changes, changesOf, isNothing, type Known, NO_PARENT, type Parent } from '../queries/match.ts'
import { parentsCalled, type Site, type Types } from '../queries/parents.ts'
import { type Decision, decide, missingParent, SEVERAL } from '../rules/decide.ts'
import type { LieuLine, LieuRow } from '../rules/line.ts'

export interface Writing extends Site {
  importId: number
  now: string
}

interface Creation {
  line: LieuLine
  parent: Parent
  nomLong: string
}

/** Computes as the cascade does (cascade.ts), for a place that has nothing below it yet. */
function searchText(nomTri: string, suffix: string): string {
  const mots = ` ${nomTri} ${suffix}`
  return mots.replaceAll(' st ', ' saint ').replaceAll(' ste ', ' sainte ')
}

function rowOf(
  id: number,
  { line: { row }, parent, nomLong }: Creation,
  suffix: string,
  { importId, now }: Pick<Writing, 'importId' | 'now'>,
) {
  const nom_tri = sortKey(row.nom)
  return {
    id,
    nom: row.nom,
    nom_tri,
    code: row.code,
    type_id: row.type_id,
    lieu_parent_id: parent.id,
    latitude: row.latitude,
    longitude: row.longitude,
    note: row.note,
    nom_long: nomLong,
    chemin: `${parent.chemin}${id}/`,
    recherche: searchText(nom_tri, suffix),
    import_id: importId,
    created_at: now,
    updated_at: now,
  }
}

/** Inserts places that have nothing below them yet. */
export async function insertLieux(
  trx: Trx,
  creations: Creation[],
  writing: Pick<Writing, 'importId' | 'now'>,
): Promise<void> {
  if (creations.length === 0) return
  const parents = new Set(creations.map((creation) => creation.parent))
  const suffixes = new Map([...parents].map((parent) => [parent, searchSuffix(suffixOf(parent.ancestors))]))
  const ids = await dialectOf(trx).reserveIds(trx, 'lieux', creations.length)
  const rows = creations.map((creation, n) =>
    rowOf(ids[n] ?? 0, creation, suffixes.get(creation.parent) ?? '', writing),
  )
  await insertRows(trx, 'lieux', rows)
}

/** Does a type that comes or goes show in the long names below the place? */
function showsBelow(changes: Changes, before: number | null, { byId }: Types): boolean {
  if (changes.type_id === undefined) return false
  const isHidden = (id: number | null | undefined) =>
    id !== null && id !== undefined && byId.get(id)?.dans_nom_long === false
  return isHidden(changes.type_id) !== isHidden(before)
}

/** Writes changed columns of a place, and what follows from them. Returns the former values, with the id, for the undo. */
export async function change(
  trx: Trx,
  place: Known,
  parent: Parent,
  changes: Changes,
  { types, now }: Pick<Writing, 'types' | 'now'>,
) {
  await trx
    .updateTable('lieux')
    .set((eb) => ({ ...changes, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', place.id)
    .execute()
  if (showsBelow(changes, place.type_id, types)) {
    const start = { id: place.id, ancestors: parent.ancestors, parentPath: parent.chemin }
    if ((await recompute(trx, start)) > 0) await enqueueRefresh(trx, place.id, new Date(now))
  }
  const before = Object.keys(changes).map((column) => [column, place[column as keyof Changes]])
  return { id: place.id, ...Object.fromEntries(before) } as Record<string, unknown>
}

export async function parentOf(trx: Trx, place: Known): Promise<Parent> {
  if (place.lieu_parent_id === null) return NO_PARENT
  const ancestors = await placesOnPath(trx, ancestorIds(place.chemin))
  return { id: place.lieu_parent_id, chemin: place.chemin.replace(/\d+\/$/, ''), ancestors: ancestors.reverse() }
}

/** Only what the place does not know is taken from the line; a position is taken whole. */
function missingIn(place: Known, row: LieuRow): Changes {
  const { latitude, longitude, ...rest } = changesOf(row, place)
  const changes = Object.fromEntries(Object.entries(rest).filter(([column]) => place[column as keyof Known] === null))
  const hasPosition = place.latitude !== null || place.longitude !== null || latitude === undefined
  return hasPosition ? changes : { ...changes, latitude, longitude: longitude ?? null }
}

/** A place that a line describes and that was merged since the import came is the other place, completed as the merge itself does. */
async function followed(trx: Trx, site: Site, decisions: Decision[]): Promise<Decision[]> {
  if (!(await hasMerges(trx, site.since))) return decisions
  const lost = decisions.flatMap((one) => ('match' in one && one.match === 'aucun' ? [one.nomLong] : []))
  const merged = await parentsCalled(trx, lost, site)
  return Promise.all(
    decisions.map(async (decision) => {
      if (!('match' in decision) || decision.match !== 'aucun') return decision
      const [place, other] = merged.get(decision.nomLong) ?? []
      if (!place || other || place.nom_long === decision.nomLong) return decision
      const match = { place, changes: missingIn(place, decision.line.row), isOnly: true }
      return { ...decision, parent: await parentOf(trx, place), match }
    }),
  )
}

type RefusedLine = { ligne: number; action: 'refusee'; message: string }

const TOO_DEEP = `Une hiérarchie de lieux compte au plus ${MAX_DEPTH} niveaux.`

function refusalOf(decision: Decision, near: Map<string, string>): string | undefined {
  if ('isWaiting' in decision)
    return missingParent(decision.line.renvoi ?? '', near.get(decision.line.renvoi ?? '') ?? '')
  if ('refusal' in decision) return decision.refusal
  if (decision.match === 'plusieurs') return SEVERAL
  return decision.match === 'aucun' && idsOf(decision.parent.chemin).length >= MAX_DEPTH ? TOO_DEEP : undefined
}

/**
 * Writes lines whose parents are all there by now. Everything is looked up again under the lock of the hierarchy: what others
 * created, changed or removed since the dry run counts. A place that this very import created is not what another line means.
 */
export async function writeLieux(trx: Trx, lines: LieuLine[], writing: Writing): Promise<AppliedLine[]> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const isForeign = (place: Known) => place.import_id !== writing.importId
  const decisions = await followed(trx, writing, await decide(trx, writing, lines, new Map(), isForeign))
  const waiting = decisions.flatMap((one) => ('isWaiting' in one ? [one.line.renvoi ?? ''] : []))
  const near = await nearParents(trx, waiting)
  const creations: Creation[] = []
  const outcomes: AppliedLine[] = []
  for (const decision of decisions) {
    const { ligne } = decision.line
    const message = refusalOf(decision, near)
    if (message !== undefined || !('match' in decision)) {
      outcomes.push({ ligne, action: 'refusee', message } as RefusedLine)
      continue
    }
    const { match, parent } = decision
    if (typeof match === 'string') {
      creations.push(decision)
      outcomes.push({ ligne, action: 'creer' })
    } else if (isNothing(match.changes)) outcomes.push({ ligne, action: 'inchangee' })
    else
      outcomes.push({
        ligne,
        action: 'modifier',
        avant: await change(trx, match.place, parent, match.changes, writing),
      })
  }
  await insertLieux(trx, creations, writing)
  return outcomes
}
