import { dialectOf } from '../../db/dialect/index.ts'
import { prepared } from '../../db/prepared.ts'
import { type Db, type ReleveData, USER_ROLES } from '../../db/schema.ts'
import type { Reading } from '../../db/schema-revue.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { visibleSources } from '../droits/policy.ts'

interface Message {
  id: number
  user_id: number | null
  /** null: the account is gone. */
  auteur: string | null
  texte: string
  mentions: number[] | null
  created_at: string
}

/** A thread with its messages, oldest first. */
export interface Thread {
  id: number
  source_id: number
  releve_id: number
  /** Name of the field; null: of the act as a whole. */
  champ: string | null
  nature: 'fil' | 'proposition'
  /** The version that was read when it began. */
  version: number
  proposition: Record<string, { avant: Reading; apres: Reading }> | null
  decision: 'appliquee' | 'refusee' | null
  user_id: number | null
  auteur: string | null
  created_at: string
  resolu_at: string | null
  /** Whoever closed it. */
  resolu_nom: string | null
  messages: Message[]
}

const withMessages = (db: Db) =>
  db
    .selectFrom('fils')
    .leftJoin('users as auteur', 'auteur.id', 'fils.user_id')
    .leftJoin('users as resolu', 'resolu.id', 'fils.resolu_par')
    .leftJoin('fil_messages', 'fil_messages.fil_id', 'fils.id')
    .leftJoin('users as ecrit', 'ecrit.id', 'fil_messages.user_id')
    .select(['fils.id', 'fils.source_id', 'fils.releve_id', 'fils.champ', 'fils.nature', 'fils.version'])
    .select(['fils.proposition', 'fils.decision', 'fils.user_id', 'auteur.name as auteur', 'fils.created_at'])
    .select(['fils.resolu_at', 'resolu.name as resolu_nom'])
    .select(['fil_messages.id as m_id', 'fil_messages.user_id as m_user', 'ecrit.name as m_auteur'])
    .select(['fil_messages.texte', 'fil_messages.mentions', 'fil_messages.created_at as m_at'])
    .orderBy('fils.id')
    .orderBy('fil_messages.id')

type Row = Awaited<ReturnType<ReturnType<typeof withMessages>['execute']>>[number]

/** A row is a message with its thread. */
function threadsOf(rows: readonly Row[]): Thread[] {
  const threads = new Map<number, Thread>()
  for (const { m_id, m_user, m_auteur, texte, mentions, m_at, ...row } of rows) {
    const thread = threads.get(row.id) ?? { ...row, messages: [] }
    threads.set(row.id, thread)
    if (m_id === null) continue
    const said = { texte: texte ?? '', mentions, created_at: m_at ?? '' }
    thread.messages.push({ id: m_id, user_id: m_user, auteur: m_auteur, ...said })
  }
  return [...threads.values()]
}

/** The threads of an act, in the order in which they began. The caller has asked whether the person sees the act. */
export const threadsOfAct = async (db: Db, releve: number): Promise<Thread[]> =>
  threadsOf(await rowsOfAct(db, { releve }, ''))

const rowsOfAct = prepared((db, { releve }: { releve: number }) =>
  withMessages(db).where('fils.releve_id', '=', releve),
)

/** A thread about a source that this person sees. AppError `introuvable`. */
export async function findThread(db: Db, user: CurrentUser, id: number): Promise<Thread> {
  const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
  const [thread] = threadsOf(
    await withMessages(db).where('fils.id', '=', id).where('fils.source_id', 'in', seen).execute(),
  )
  if (!thread) throw new AppError('introuvable', 'Cet échange n’existe pas, ou il ne vous est pas accessible.')
  return thread
}

export type ThreadState = 'ouverts' | 'clos'

/** A page of the threads of a source, the newest first, and how many there are of each state. */
export async function threadsOfSource(db: Db, sourceId: number, state: ThreadState, { parPage, offset }: Paging) {
  const op = state === 'ouverts' ? 'is' : 'is not'
  const rows = await db
    .selectFrom('fils')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('resolu_at', op, null)
    .orderBy('id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()
  const ids = rows.map((row) => row.id)
  const threads = await withMessages(db)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('fils.id'), ids))
    .execute()
  const counts = await db
    .selectFrom('fils')
    .select((eb) => [
      eb.fn.countAll<number>().as('tous'),
      eb.fn.count<number>(eb.case().when('resolu_at', 'is', null).then(1).end()).as('ouverts'),
    ])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const byId = new Map(threadsOf(threads).map((thread) => [thread.id, thread]))
  return {
    threads: ids.flatMap((id) => byId.get(id) ?? []),
    ouverts: counts.ouverts,
    clos: counts.tous - counts.ouverts,
  }
}

/** An act that a thread is about: as it stands, or as it last stood before it was deleted. */
export interface TalkedAct {
  id: number
  source_id: number
  data: ReleveData
  version: number
  created_by: number | null
  isDeleted: boolean
}

/** The act, where this person sees its source. AppError `introuvable`. */
export async function talkedAct(db: Db, user: CurrentUser, id: number): Promise<TalkedAct> {
  const [act] = await actsById(db, [id])
  const seen = act && (await seesSource(db, user, act.source_id))
  if (!act || !seen) throw new AppError('introuvable', 'Ce relevé n’existe pas, ou il ne vous est pas accessible.')
  return act
}

async function seesSource(db: Db, user: CurrentUser, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sources')
    .select('sources.id')
    .where('sources.id', '=', id)
    .where(visibleSources(user))
    .executeTakeFirst()
  return row !== undefined
}

/** Acts by their ids; those that are in the bin come from their history. No right is asked. */
export async function actsById(db: Db, ids: readonly number[]): Promise<TalkedAct[]> {
  const { inList } = dialectOf(db).sql
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'source_id', 'data', 'version', 'created_by'])
    .where((eb) => inList(eb.ref('id'), [...ids]))
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !known.has(id))
  const acts = rows.map((row) => ({ ...row, isDeleted: false }))
  if (gone.length === 0) return acts
  const last = db
    .selectFrom('releve_versions')
    .select((eb) => eb.fn.max('id').as('id'))
    .where((eb) => inList(eb.ref('releve_id'), gone))
    .groupBy('releve_id')
  const binned = await db
    .selectFrom('releve_versions')
    .select(['releve_id as id', 'source_id', 'data', 'version'])
    .where('id', 'in', last)
    .execute()
  return [...acts, ...binned.map((row) => ({ ...row, created_by: null, isDeleted: true }))]
}

/** More names than this are no list to choose from; any of them is still named by « @ ». */
const MAX_PEOPLE = 500

/** Those who see a source and have an open account, by name: whom a message may name, and whom it may be told. */
export const peopleOf = (db: Db, sourceId: number) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.role'])
    .where('users.is_active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sources')
          .select('sources.id')
          .where('sources.id', '=', sourceId)
          .where((e) =>
            e.or(
              USER_ROLES.map((role) =>
                e.and([e(eb.ref('users.role'), '=', role), visibleSources({ id: eb.ref('users.id'), role })(e)]),
              ),
            ),
          ),
      ),
    )
    .orderBy('users.name_key')
    .limit(MAX_PEOPLE)
    .execute()

/** The active people among these who see the source, and those who manage its section, else the administrators. */
export async function managersFor(db: Db, sectionId: number | null): Promise<number[]> {
  const rows = await db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select('users.id')
    .where('section_id', '=', sectionId)
    .where('is_manager', '=', true)
    .where('users.role', '=', 'gestionnaire')
    .where('users.is_active', '=', true)
    .execute()
  if (rows.length > 0) return rows.map(({ id }) => id)
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .execute()
  return admins.map(({ id }) => id)
}
