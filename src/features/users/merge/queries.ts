import { type ExpressionBuilder, sql } from 'kysely'
import { readsBeside } from '../../../db/open.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { sectionsOfUser } from '../queries.ts'
import type { Pair } from './rows-actions.ts'

const COLUMNS = [
  'id',
  'name',
  'email',
  'role',
  'is_active',
  'demande_at',
  'note',
  'version',
  'totp_at',
  'cle_at',
] as const

/** An account as the merge looks at it. AppError `introuvable` where there is none of this id. */
export async function accountToMerge(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('supprime_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable', 'Ce compte n’existe pas, ou il a été supprimé.')
  return row
}

export type MergeAccount = Awaited<ReturnType<typeof accountToMerge>>

/** The account that this one went into, while it is there. */
export const mergedInto = (db: Db, id: number) =>
  db
    .selectFrom('users as gone')
    .innerJoin('users as kept', 'kept.id', 'gone.fusion_vers')
    .select(['kept.id', 'kept.name'])
    .where('gone.id', '=', id)
    .where('kept.supprime_at', 'is', null)
    .executeTakeFirst()

/** Second readings of the one account of acts that the other typed, in sources that are not validated yet. */
export async function crossedSeconds(db: Db, { from, to }: Pair): Promise<number[]> {
  const rows = await db
    .selectFrom('secondes_saisies as s')
    .innerJoin('releves as r', 'r.id', 's.releve_id')
    .innerJoin('sources', 'sources.id', 's.source_id')
    .select('s.id')
    .where('sources.status', '<>', 'validee')
    .where((eb) =>
      eb.or(
        [
          [from, to],
          [to, from],
        ].map(([second, first]) =>
          eb.and([
            eb('s.user_id', '=', second as number),
            eb.or([
              eb('r.created_by', '=', first as number),
              // Whoever arbitrated may have read the act, too.
              eb.and([eb('r.updated_by', '=', first as number), eb('s.arbitre_at', 'is', null)]),
            ]),
          ]),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Approvals by the one account of corrections that the other made, where four eyes are asked for, in sources that are not validated yet. */
export async function crossedApprovals(db: Db, { from, to }: Pair): Promise<number[]> {
  const rows = await db
    .selectFrom('releve_avis as bon')
    .innerJoin('releve_avis as corrige', (join) =>
      join
        .onRef('corrige.source_id', '=', 'bon.source_id')
        .onRef('corrige.releve_id', '=', 'bon.releve_id')
        .onRef('corrige.version', '=', 'bon.version'),
    )
    .innerJoin('sources', 'sources.id', 'bon.source_id')
    .select('bon.id')
    .distinct()
    .where('bon.verdict', '=', 'bon')
    .where('corrige.verdict', '=', 'corrige')
    .where('sources.quatre_yeux', '=', true)
    .where('sources.status', '<>', 'validee')
    .where((eb) =>
      eb.or([
        eb.and([eb('bon.user_id', '=', from), eb('corrige.user_id', '=', to)]),
        eb.and([eb('bon.user_id', '=', to), eb('corrige.user_id', '=', from)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Does something work in the name of the account at this moment? It would sign what it writes with a number that is gone. */
export async function workUnderWay(db: Db, id: number): Promise<boolean> {
  const imports = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', id)
    .where('etat', 'in', ['analyse', 'en_cours', 'annulation'])
    .limit(1)
    .execute()
  const lots = await db
    .selectFrom('lots')
    .select('id')
    .where('user_id', '=', id)
    .where('etat', 'in', ['en_cours', 'retour'])
    .limit(1)
    .execute()
  const remises = await db
    .selectFrom('remises')
    .select('id')
    .where('user_id', '=', id)
    .where('etat', '=', 'en_cours')
    .limit(1)
    .execute()
  return imports.length + lots.length + remises.length > 0
}

type Counted = Exclude<
  {
    [T in keyof Schema]: 'user_id' extends keyof Schema[T] ? T : never
  }[keyof Schema],
  undefined
>

const owned = (eb: ExpressionBuilder<Schema, never>, table: Counted, id: number) =>
  eb.selectFrom(table).select(sql<number>`count(*)`.as('n')).where('user_id', '=', id).$asScalar()

/** How much goes over, by kind. */
export async function mergeCounts(db: Db, id: number) {
  // Nothing leads from a person to versions: the whole table is read.
  const row = await readsBeside(db)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('releves')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('created_by', '=', id)
        .as('releves'),
      owned(eb, 'releve_versions', id).as('versions'),
      owned(eb, 'source_membres', id).as('sources'),
      owned(eb, 'demandes_registres', id).as('demandes'),
      owned(eb, 'releve_avis', id).as('avis'),
      owned(eb, 'secondes_saisies', id).as('secondes'),
      owned(eb, 'fil_messages', id).as('messages'),
      owned(eb, 'imports', id).as('imports'),
      owned(eb, 'lots', id).as('lots'),
      owned(eb, 'brouillons', id).as('brouillons'),
      owned(eb, 'recherches_gardees', id).as('recherches'),
      owned(eb, 'couverture_attentes', id).as('attentes'),
      owned(eb, 'notifications', id).as('notifications'),
      owned(eb, 'abreviations', id).as('abreviations'),
    ])
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row).map(([name, n]) => [name, Number(n)])) as Record<
    keyof typeof row,
    number
  >
}

export type MergeCounts = Awaited<ReturnType<typeof mergeCounts>>

/** Everything that the page of confirmation says of a merge. */
export async function mergePreview(db: Db, pair: Pair) {
  return {
    counts: await mergeCounts(db, pair.from),
    seconds: (await crossedSeconds(db, pair)).length,
    approvals: (await crossedApprovals(db, pair)).length,
    sections: await sectionsOfUser(db, pair.from),
    keptSections: await sectionsOfUser(db, pair.to),
  }
}

export type MergePreview = Awaited<ReturnType<typeof mergePreview>>
