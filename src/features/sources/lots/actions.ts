import type { SourceStatus, Trx } from '../../../db/schema.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { managedSectionIds } from '../../droits/policy.ts'
import { keepDone } from '../../lots/actions.ts'
import type { Hand, Kept, LotAction } from '../../lots/kind.ts'
import { type MoveBefore, moveSource, takeBackMove } from '../actions/transitions.ts'
import { findManagedSource } from '../queries/managed-source.ts'

type Doing = Pick<LotAction, 'apply' | 'undo'>

const CHANGED = 'Cette source a été modifiée depuis\u00a0: elle reste telle qu’elle est.'

/** A column of a source changes, and whoever has its form open learns of it. Returns the version that this gives it. */
async function change(trx: Trx, id: number, { now }: Hand['notify'], section?: { section_id: number | null }) {
  const { version } = await trx
    .updateTable('sources')
    .set((eb) => ({ ...section, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** The source that a gesture changed, where nobody has changed it since. */
async function unchangedSince(trx: Trx, user: CurrentUser, id: number, { version }: Kept) {
  const source = await findManagedSource(trx, user, id)
  if (source.version !== version) throw new AppError('conflit', CHANGED)
  return source
}

const membersOf = async (trx: Trx, id: number): Promise<number[]> =>
  (await trx.selectFrom('source_membres').select('user_id').where('source_id', '=', id).execute()).map(
    ({ user_id }) => user_id,
  )

async function writeMembers(trx: Trx, source_id: number, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('source_membres').where('source_id', '=', source_id).execute()
  // An account may have been closed for good since.
  const known = ids.length === 0 ? [] : await trx.selectFrom('users').select('id').where('id', 'in', ids).execute()
  if (known.length === 0) return
  await trx
    .insertInto('source_membres')
    .values(known.map(({ id: user_id }) => ({ source_id, user_id })))
    .execute()
}

/** The source is assigned to more people, or to others. */
export const assignment: Doing = {
  async apply(trx, { user, notify }, id, detail) {
    const { membres, remplace } = detail as { membres: number[]; remplace: boolean }
    await findManagedSource(trx, user, id)
    const before = await membersOf(trx, id)
    const version = await change(trx, id, notify)
    await writeMembers(trx, id, remplace ? membres : [...new Set([...before, ...membres])])
    return { membres: before, version }
  },
  async undo(trx, { user, notify }, id, before) {
    await unchangedSince(trx, user, id, before)
    await change(trx, id, notify)
    await writeMembers(trx, id, before.membres as number[])
  },
}

/** Administrators move a source anywhere, managers to a section of theirs. */
export async function ensureMayMoveTo(trx: Trx, user: CurrentUser, section_id: number | null): Promise<void> {
  const managed = await managedSectionIds(trx, user)
  ensure(
    managed === undefined || (section_id !== null && managed.includes(section_id)),
    'Cette section n’est pas une de celles que vous gérez.',
  )
}

/** The source belongs to another section. */
export const sectionMove: Doing = {
  async apply(trx, { user, notify }, id, detail) {
    const { section } = detail as { section: number | null }
    const { section_id } = await findManagedSource(trx, user, id)
    await ensureMayMoveTo(trx, user, section)
    return { section: section_id, version: await change(trx, id, notify, { section_id: section }) }
  },
  async undo(trx, { user, notify }, id, before) {
    await unchangedSince(trx, user, id, before)
    const section_id = before.section as number | null
    const there = await trx
      .selectFrom('sections')
      .select('id')
      .where('id', '=', section_id ?? 0)
      .executeTakeFirst()
    if (section_id !== null && !there) throw new AppError('conflit', 'Sa section d’avant n’existe plus.')
    await change(trx, id, notify, { section_id })
  },
}

/** The source takes a step of the workflow that asks for no reason. */
export const step = (vers: SourceStatus): Doing => ({
  async apply(trx, { user, notify }, id) {
    const moved = await moveSource(trx, user, { source_id: id, vers, motif: null, version: 0 }, notify)
    if (!moved.ok) throw new AppError('invalide', Object.values(moved.errors)[0] ?? '')
    return { ...moved.before }
  },
  async undo(trx, { user, notify }, id, before) {
    const { status, version } = before as unknown as MoveBefore
    await takeBackMove(trx, user, { id, before: { status, version }, now: notify.now.toISOString() })
  },
})

/** Gestures by the status that they lead to. */
export const GESTURE_TO: Partial<Record<SourceStatus, string>> = { a_valider: 'soumettre', validee: 'valider' }

interface MoveDone {
  id: number
  titre: string
  vers: SourceStatus
  before: MoveBefore
  now: Date
}

/** A step made on the page of the source may be undone as one of many; gives the id of its lot, undefined for other steps. */
export async function keepMove(trx: Trx, user: CurrentUser, done: MoveDone): Promise<number | undefined> {
  const { id, titre: nom, before, now } = done
  const geste = GESTURE_TO[done.vers]
  if (geste === undefined) return undefined
  const lot = { kind: 'sources', geste, detail: {}, retour: `/sources/${id}`, things: [{ id, nom }] }
  return keepDone(trx, user.id, lot, { ...before }, now.toISOString())
}
