import { type SelectQueryBuilder, sql } from 'kysely'
import { containing } from '../../../db/like.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import type { JournalResultat } from '../../../db/schema-acces.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { loginKey } from '../../../lib/login-key.ts'
import { startOfDay } from '../../../lib/text.ts'
import type { Paging } from '../../../web/pagination.ts'
import type { JournalAction } from '../../journal/rules/kinds.ts'

/** '' and null leave a criterion out. */
export interface JournalFilter {
  /** Part of the name of who did it, or to whose account it was done. */
  qui: string
  action: JournalAction | null
  resultat: JournalResultat | null
  /** Days in Paris, both included: « 2026-08-12 ». */
  du: string
  au: string
}

/** The day after, « 2026-08-13 ». */
const dayAfter = (text: string): string =>
  new Date(Date.parse(`${text}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10)

/** The filter as SQL, for the list, its count and its export. */
function filterJournal<O>(query: SelectQueryBuilder<Schema, 'journal', O>, filter: JournalFilter) {
  const { qui, action, resultat, du, au } = filter
  let narrowed = query
  if (action) narrowed = narrowed.where('journal.action', '=', action)
  if (resultat) narrowed = narrowed.where('journal.resultat', '=', resultat)
  if (du !== '') narrowed = narrowed.where('journal.at', '>=', startOfDay(du) ?? '')
  if (au !== '') narrowed = narrowed.where('journal.at', '<', startOfDay(dayAfter(au)) ?? '')
  if (qui === '') return narrowed
  const pattern = containing(loginKey(qui))
  const named = sql<number>`(select users.id from users where users.name_key like ${pattern} escape '\\')`
  return narrowed.where((eb) =>
    eb.or([
      eb('journal.user_id', 'in', named),
      eb.and([eb('journal.objet', '=', 'user'), eb('journal.objet_id', 'in', named)]),
    ]),
  )
}

/** Lines with the names of today of who did it and to whom. */
const linesOf = (db: Db, filter: JournalFilter) =>
  filterJournal(db.selectFrom('journal'), filter)
    .leftJoin('users as auteur', 'auteur.id', 'journal.user_id')
    .leftJoin('users as compte', (join) =>
      join.onRef('compte.id', '=', 'journal.objet_id').on('journal.objet', '=', 'user'),
    )
    .select(['journal.id', 'journal.at', 'journal.user_id', 'adresse', 'action', 'resultat', 'objet', 'objet_id'])
    .select(['detail', 'requete', 'auteur.name as auteur', 'compte.name as compte'])

/** A page of the lines that pass the filter, newest first, and how many pass it. */
export async function listJournal(
  db: Db,
  filter: JournalFilter,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  const lines = await linesOf(db, filter)
    .orderBy('journal.at', 'desc')
    .orderBy('journal.id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()
  const { total } = await filterJournal(db.selectFrom('journal'), filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { lines, total }
}

export type JournalLine = Awaited<ReturnType<typeof listJournal>>['lines'][number]

const BATCH = 1000

/** All lines that pass the filter, newest first, in batches; those written meanwhile are left out. */
export async function* streamJournal(db: Db, filter: JournalFilter): AsyncGenerator<JournalLine[], void> {
  let last: { at: string; id: number } | undefined
  for (;;) {
    let query = linesOf(db, filter)
    const after = last
    if (after) {
      query = query.where((eb) =>
        eb.or([
          eb('journal.at', '<', after.at),
          eb.and([eb('journal.at', '=', after.at), eb('journal.id', '<', after.id)]),
        ]),
      )
    }
    const lines = await query.orderBy('journal.at', 'desc').orderBy('journal.id', 'desc').limit(BATCH).execute()
    last = lines.at(-1)
    if (!last) return
    yield lines
  }
}

const WATCHED_MS = 7 * DAY_MS

/** How often log-ins went without their code in the last seven days, because its mail could not leave; and when last. */
export function countOpenLogIns(db: Db, now: Date): Promise<{ n: number; last: string | null }> {
  return db
    .selectFrom('journal')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<string | null>('at').as('last')])
    .where('action', '=', 'code.envoi')
    .where('resultat', '=', 'alerte')
    .where('at', '>=', new Date(now.getTime() - WATCHED_MS).toISOString())
    .executeTakeFirstOrThrow()
}
