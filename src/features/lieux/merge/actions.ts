import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { idsOf, MAX_DEPTH } from '../../../lib/place-path.ts'
import { changingLieux } from '../actions.ts'
import { findLieu, heightBelow, type Lieu, placesOnPath, usesOf } from '../queries/places.ts'
import { enqueueRefresh } from '../refresh-queue.ts'
import { recompute } from '../rules/cascade.ts'
import { moveAwaited } from './awaited-actions.ts'

export interface Merge {
  /** The place that is emptied and goes away, and the one that takes what hangs on it. */
  id: number
  vers: number
  /** Versions that the confirmation page showed. */
  version: number
  version_vers: number
}

const CHANGED =
  'L’un des deux lieux a été modifié entre-temps par quelqu’un d’autre. Revoyez-les avant de les fusionner.'
const ATTACHED = 'Une source vient d’être rattachée à ce lieu\u00a0: la fusion n’a pas été faite. Recommencez.'

/** Why the first place cannot be merged into the second; undefined where it can. `height`: levels below the first. */
export function mergeRefusal(
  from: Pick<Lieu, 'id' | 'chemin'>,
  into: Pick<Lieu, 'id' | 'chemin' | 'nom'>,
  height: number,
): string | undefined {
  if (into.id === from.id) return 'Un lieu ne peut pas être fusionné avec lui-même\u00a0: choisissez l’autre lieu.'
  if (into.chemin.startsWith(from.chemin))
    return `« ${into.nom} » est situé dans le lieu à fusionner, et ne peut donc pas le remplacer. Déplacez-le d’abord, ou fusionnez dans l’autre sens.`
  if (idsOf(into.chemin).length + height > MAX_DEPTH)
    return `Une hiérarchie de lieux compte au plus ${MAX_DEPTH} niveaux\u00a0: ce qui suivrait serait trop profond.`
  return undefined
}

/** The place that this one was merged into, while it is there, and the long name that this one had. */
export const mergedInto = (db: Db, id: number) =>
  db
    .selectFrom('lieux_fusions')
    .innerJoin('lieux', 'lieux.id', 'lieux_fusions.vers_id')
    .select(['lieux.id', 'lieux.nom', 'lieux_fusions.nom_long as ancien'])
    .where('lieux_fusions.lieu_id', '=', id)
    .executeTakeFirst()

/** Another merge was there first: 409 says which, for neither of the two is what the page showed. */
const overtaken = (nom: string, into: string): never => {
  throw new AppError(
    'conflit',
    `Cette fusion n’a pas été faite : « ${nom} » a été fusionné entre-temps avec « ${into} ».`,
  )
}

/** Was exactly this merge made already? AppError conflit where one of the two was merged into a third place instead. */
export async function isMerged(db: Db, id: number, vers: number): Promise<boolean> {
  const done = await mergedInto(db, id)
  const other = await mergedInto(db, vers)
  if (!done) return other ? overtaken(other.ancien, other.nom) : false
  // Both are one since the other place was merged into it.
  if (done.id === vers || other?.id === done.id) return true
  return overtaken(done.ancien, done.nom)
}

/**
 * Merges a place into another, in one transaction: children and sources follow, what the other does not know (code, position,
 * note, type) is taken over, the emptied place goes, who did it when is kept. Records that name it follow in the task of the
 * same transaction. AppError: introuvable, conflit (changed or merged elsewhere since it was shown), invalide (into itself or
 * below itself). « deja » where this very merge was made already: on PostgreSQL the second click waits here for the first.
 */
export async function mergeLieux(db: Db, merge: Merge, userId: number, now: string): Promise<'faite' | 'deja'> {
  const attempt = () => changingLieux(db, (trx) => mergeNow(trx, merge, userId, now))
  try {
    return await attempt()
  } catch (error) {
    if (!dialectOf(db).errors.isForeignKeyViolation(error)) throw error
    // A source was attached to the place after the others had moved: once more, it follows too.
    return await attempt().catch((again: unknown) => {
      throw dialectOf(db).errors.isForeignKeyViolation(again) ? new AppError('conflit', ATTACHED) : again
    })
  }
}

async function mergeNow(trx: Trx, merge: Merge, userId: number, now: string): Promise<'faite' | 'deja'> {
  if (await isMerged(trx, merge.id, merge.vers)) return 'deja'
  const from = await findLieu(trx, merge.id)
  const into = await findLieu(trx, merge.vers)
  const refusal = mergeRefusal(from, into, await heightBelow(trx, from.chemin))
  if (refusal !== undefined) throw new AppError('invalide', refusal)
  if (from.version !== merge.version || into.version !== merge.version_vers) throw new AppError('conflit', CHANGED)
  // Whoever writes lines of spelling has it: none of the same pair comes meanwhile. Before any row is held, so that nobody waits crosswise.
  await dialectOf(trx).locks.lock(trx, 'orthographes')
  const uses = await usesOf(trx, from.id)
  await moveChildren(trx, from.id, into.id, now)
  await moveSources(trx, from.id, into.id, now)
  await moveSpellings(trx, from.id, into.id, now)
  await moveRegisters(trx, from.id, into.id, now)
  await moveAwaited(trx, from.id, into.id, into)
  await trx
    .updateTable('lieux')
    .set((eb) => ({ ...takenOver(from, into), updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', into.id)
    .execute()
  await trx.deleteFrom('lieux').where('id', '=', from.id).execute()
  await recompute(trx, await positionOf(trx, into))
  await keepTrace(trx, { from, into, uses, userId, now })
  await enqueueRefresh(trx, into.id, new Date(now))
  return 'faite'
}

/** Forms of the children that are open elsewhere name a parent that goes: their version moves, so that they are told. */
const moveChildren = (trx: Trx, from: number, into: number, now: string) =>
  trx
    .updateTable('lieux')
    .set((eb) => ({ lieu_parent_id: into, updated_at: now, version: eb('version', '+', 1) }))
    .where('lieu_parent_id', '=', from)
    .execute()

const moveSources = (trx: Trx, from: number, into: number, now: string) =>
  trx
    .updateTable('sources')
    .set((eb) => ({ lieu_id: into, updated_at: now, version: eb('version', '+', 1) }))
    .where('lieu_id', '=', from)
    .execute()

/** Lines of the inventory follow; two of the same register stand side by side, as somebody may know more of them. */
const moveRegisters = (trx: Trx, from: number, into: number, now: string) =>
  trx
    .updateTable('registres')
    .set((eb) => ({ lieu_id: into, updated_at: now, version: eb('version', '+', 1) }))
    .where('lieu_id', '=', from)
    .execute()

/** Lines of spelling follow; where both places had one of the same pair, that of the place which stays holds. */
async function moveSpellings(trx: Trx, from: number, into: number, now: string): Promise<void> {
  await trx
    .deleteFrom('orthographes')
    .where('lieu_id', '=', from)
    .where('etat', '<>', 'refusee')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orthographes as kept')
          .select('kept.id')
          .where('kept.lieu_id', '=', into)
          .where('kept.etat', '<>', 'refusee')
          .whereRef('kept.genre', '=', 'orthographes.genre')
          .whereRef('kept.cle_a', '=', 'orthographes.cle_a')
          .whereRef('kept.cle_b', '=', 'orthographes.cle_b'),
      ),
    )
    .execute()
  await trx
    .updateTable('orthographes')
    .set((eb) => ({ lieu_id: into, updated_at: now, version: eb('version', '+', 1) }))
    .where('lieu_id', '=', from)
    .execute()
}

/** The place that stays takes over only what it does not know itself; a position is taken whole. */
export function takenOver(
  from: Lieu,
  into: Lieu,
): Partial<Pick<Lieu, 'code' | 'type_id' | 'latitude' | 'longitude' | 'note'>> {
  const hasPosition = into.latitude !== null && into.longitude !== null
  return {
    ...(into.code === null && from.code !== null ? { code: from.code } : {}),
    ...(into.type_id === null && from.type_id !== null ? { type_id: from.type_id } : {}),
    ...(into.note === null && from.note !== null ? { note: from.note } : {}),
    ...(hasPosition ? {} : { latitude: from.latitude, longitude: from.longitude }),
  }
}

async function positionOf(trx: Trx, { id, chemin }: Lieu) {
  const ids = idsOf(chemin).slice(0, -1)
  const parentPath = chemin.slice(0, chemin.length - `${id}/`.length)
  return { id, ancestors: (await placesOnPath(trx, ids)).reverse(), parentPath }
}

interface Trace {
  from: Lieu
  into: Lieu
  uses: { lieux: number; sources: number }
  userId: number
  now: string
}

async function keepTrace(trx: Trx, { from, into, uses, userId, now }: Trace): Promise<void> {
  // Places merged into this one earlier are now part of the other: one step leads from any old id to today's place.
  await trx.updateTable('lieux_fusions').set({ vers_id: into.id }).where('vers_id', '=', from.id).execute()
  await trx
    .insertInto('lieux_fusions')
    .values({
      ...{ lieu_id: from.id, nom_long: from.nom_long, vers_id: into.id, vers_nom_long: into.nom_long },
      ...{ nb_lieux: uses.lieux, nb_sources: uses.sources, user_id: userId, created_at: now },
    })
    .execute()
}

const TWINS_SHOWN = 20

/** Children of the first place that have the name and type of a child of the second: they will lie side by side. */
export async function twinChildren(db: Db, from: number, into: number) {
  const twins = db
    .selectFrom('lieux as a')
    .innerJoin('lieux as b', 'b.nom_tri', 'a.nom_tri')
    .where('a.lieu_parent_id', '=', from)
    .where('b.lieu_parent_id', '=', into)
    .where('b.id', '<>', from)
    .where(sql<boolean>`coalesce(a.type_id, 0) = coalesce(b.type_id, 0)`)
  const { total } = await twins.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const shown = await twins.select(['a.id', 'a.nom']).orderBy('a.nom_tri').orderBy('a.id').limit(TWINS_SHOWN).execute()
  return { total, shown }
}

/** The merge moves these: places below, sources, the records of these sources, and those that hold the place in a field. */
export async function mergeCounts(db: Db, id: number) {
  const { lieux, sources, releves: citations } = await usesOf(db, id)
  const { releves } = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.sum<number | null>('nb_releves').as('releves'))
    .where('lieu_id', '=', id)
    .executeTakeFirstOrThrow()
  return { lieux, sources, releves: releves ?? 0, citations }
}

export type MergeCounts = Awaited<ReturnType<typeof mergeCounts>>

/** The last merges into a place, newest first. */
export const mergesInto = (db: Db, id: number, limit: number) =>
  db
    .selectFrom('lieux_fusions')
    .leftJoin('users', 'users.id', 'lieux_fusions.user_id')
    .select(['lieux_fusions.nom_long', 'lieux_fusions.created_at', 'users.name as par'])
    .where('vers_id', '=', id)
    .orderBy('lieux_fusions.id', 'desc')
    .limit(limit)
    .execute()

export type MergeRow = Awaited<ReturnType<typeof mergesInto>>[number]
