import type { Db } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { Paging } from '../../../web/pagination.ts'
import { visibleSources } from '../../droits/policy.ts'

/** Corrections of the acts that this person typed, in sources that he or she still sees; acts in the bin have none. */
const ownOf = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('corrections as c')
    .innerJoin('releves', 'releves.id', 'c.releve_id')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .where('c.pour_id', '=', user.id)
    .where(visibleSources(user))

/** A page of them, the newest first; `champ`: of this field alone. */
export async function listCorrections(
  db: Db,
  user: CurrentUser,
  { champ, parPage, offset }: Pick<Paging, 'parPage' | 'offset'> & { champ: string | null },
) {
  return ownOf(db, user)
    .leftJoin('users as par', 'par.id', 'c.user_id')
    .select(['c.id', 'c.releve_id', 'c.champ', 'c.avant', 'c.apres', 'c.poids', 'c.motif', 'c.created_at', 'c.lue_at'])
    .select(['sources.id as source_id', 'sources.titre', 'sources.type_source_id', 'par.name as auteur'])
    .$if(champ !== null, (query) => query.where('c.champ', '=', champ ?? ''))
    .orderBy('c.id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()
}

export type CorrectionRow = Awaited<ReturnType<typeof listCorrections>>[number]

/** One field with its corrections. */
export interface FieldCount {
  champ: string
  n: number
}

export interface CorrectionCounts {
  total: number
  unread: number
  /** Id of the newest: what came after it was not on the screen. */
  last: number
  /** Fields of the most corrections first. */
  byField: FieldCount[]
}

export async function countCorrections(db: Db, user: CurrentUser): Promise<CorrectionCounts> {
  const rows = await ownOf(db, user)
    .select((eb) => [
      'c.champ',
      eb.fn.countAll<number>().as('n'),
      eb.fn.count<number>(eb.case().when('c.lue_at', 'is', null).then(1).end()).as('unread'),
      eb.fn.max('c.id').as('last'),
    ])
    .groupBy('c.champ')
    .execute()
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const byField = rows.map(({ champ, n }) => ({ champ, n: Number(n) }))
  byField.sort((a, b) => b.n - a.n || (a.champ < b.champ ? -1 : 1))
  return {
    total: sum(({ n }) => Number(n)),
    unread: sum(({ unread }) => Number(unread)),
    last: Math.max(0, ...rows.map(({ last }) => Number(last))),
    byField,
  }
}

/** Work of one person in one month. */
export interface OwnMonth {
  /** Acts typed, sources in which that was done. */
  actes: number
  sources: number
  /** Sources validated in which the person ever typed. */
  finies: number
  /** How often others opened acts that the person typed. */
  ouvertures: number
}

/** `mois`: « 2026-11 ». */
export async function ownMonth(db: Db, user: CurrentUser, mois: string): Promise<OwnMonth> {
  const typed = await db
    .selectFrom('saisies')
    .select((eb) => [
      eb.fn.sum<number | null>('n').as('actes'),
      eb.fn.countAll<number>().as('sources'),
      eb
        .selectFrom('ouvertures')
        .select('nombre')
        .where('ouvertures.user_id', '=', user.id)
        .where('ouvertures.mois', '=', mois)
        .as('ouvertures'),
    ])
    .where('user_id', '=', user.id)
    .where('mois', '=', mois)
    .executeTakeFirstOrThrow()
  const { n } = await db
    .selectFrom('source_transitions as t')
    .innerJoin('sources', 'sources.id', 't.source_id')
    .select((eb) => eb.fn.count<number>('t.source_id').distinct().as('n'))
    .where('t.vers', '=', 'validee')
    .where('t.created_at', '>=', mois)
    .where(visibleSources(user))
    .where((eb) =>
      eb('t.source_id', 'in', eb.selectFrom('saisies').select('saisies.source_id').where('user_id', '=', user.id)),
    )
    .executeTakeFirstOrThrow()
  return {
    actes: Number(typed.actes ?? 0),
    sources: Number(typed.sources),
    finies: Number(n),
    ouvertures: typed.ouvertures ?? 0,
  }
}

/** Sections of this person's corrections that wrote a lesson. */
export const lessonsFor = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('sections')
    .select(['id', 'nom'])
    .where('lecon', 'is not', null)
    .where('id', 'in', ownOf(db, user).select('sources.section_id'))
    .orderBy('nom_key')
    .execute()
