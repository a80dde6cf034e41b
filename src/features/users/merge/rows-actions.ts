import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Trx } from '../../../db/schema.ts'
import { ONE_EACH, type OneEach, SIGNED } from './rules.ts'

/** The account that goes, and the one that stays. */
export interface Pair {
  from: number
  to: number
}

/** Takes away what the account that stays has of its own already. */
async function yieldRows(trx: Trx, { from, to }: Pair, { table, keys, etat }: OneEach): Promise<void> {
  const own = sql.table(table)
  const state = etat === undefined ? sql`` : sql` and kept.etat = ${etat} and ${own}.etat = ${etat}`
  for (const key of keys) {
    const same = sql.join(
      key.map((column) => sql`kept.${sql.ref(column)} = ${own}.${sql.ref(column)}`),
      sql` and `,
    )
    await sql`delete from ${own} where user_id = ${from} and exists (
      select 1 from ${own} as kept where kept.user_id = ${to} and ${same}${state}
    )`.execute(trx)
  }
}

/** These tables may hold so many rows of one person that a statement for all of them would take longer than PostgreSQL is allowed. */
const BY_SLICES: readonly string[] = ['releves', 'releve_versions']
/** Ids that one statement goes through: a second of PostgreSQL on a slow machine, where every row is of that person. */
export const SLICE = 10_000

/** Each row is written once, however many of its columns name the account: PostgreSQL writes the whole row and its indexes each time. */
async function signAs(trx: Trx, { from, to }: Pair, table: string, columns: readonly string[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column))
  const signed = names.map((name) => sql`${name} = case when ${name} = ${from} then ${to} else ${name} end`)
  const isNamed = names.map((name) => sql`${name} = ${from}`)
  const sign = sql`update ${sql.table(table)} set ${sql.join(signed)} where (${sql.join(isNamed, sql` or `)})`
  if (!BY_SLICES.includes(table)) return void (await sign.execute(trx))
  const { rows } = await sql<{ first: number | null; last: number | null }>`select min(id) as first, max(id) as last
    from ${sql.table(table)}`.execute(trx)
  const { first, last } = rows[0] ?? {}
  for (let id = first ?? 1; id <= (last ?? 0); id += SLICE)
    await sql`${sign} and id >= ${id} and id < ${id + SLICE}`.execute(trx)
}

/** Months in which both were there count once, with what both did. */
async function addFigures(trx: Trx, { from, to }: Pair): Promise<void> {
  await sql`insert into saisies (user_id, source_id, mois, n, dernier_id, derniere_at)
    select cast(${to} as integer), source_id, mois, n, dernier_id, derniere_at from saisies where user_id = ${from}
    on conflict (user_id, source_id, mois) do update set
      n = saisies.n + excluded.n,
      dernier_id = case when excluded.derniere_at > saisies.derniere_at then excluded.dernier_id else saisies.dernier_id end,
      derniere_at = case when excluded.derniere_at > saisies.derniere_at then excluded.derniere_at else saisies.derniere_at end`.execute(
    trx,
  )
  await sql`insert into ouvertures (user_id, mois, nombre)
    select cast(${to} as integer), mois, nombre from ouvertures where user_id = ${from}
    on conflict (user_id, mois) do update set nombre = ouvertures.nombre + excluded.nombre`.execute(trx)
  for (const table of ['saisies', 'ouvertures'] as const)
    await trx.deleteFrom(table).where('user_id', '=', from).execute()
}

/** Whoever was named in a thread is named in it still. */
async function renameMentions(trx: Trx, { from, to }: Pair): Promise<void> {
  const rows = await trx
    .selectFrom('fil_messages')
    .select(['id', 'mentions'])
    .where('mentions', 'is not', null)
    .execute()
  for (const { id, mentions } of rows) {
    if (!mentions?.includes(from)) continue
    const named = [...new Set(mentions.map((one) => (one === from ? to : one)))]
    await trx
      .updateTable('fil_messages')
      .set({ mentions: JSON.stringify(named) })
      .where('id', '=', id)
      .execute()
  }
}

/** One does not correct oneself, nor tell oneself of it: the history still has what was changed. */
async function dropOwn(trx: Trx, to: number): Promise<void> {
  await trx.deleteFrom('corrections').where('user_id', '=', to).where('pour_id', '=', to).execute()
  await trx.deleteFrom('notifications').where('user_id', '=', to).where('auteur_id', '=', to).execute()
}

/** Gives whatever the one account signed, holds and counted to the other; done again, it takes what came since. */
export async function moveRows(trx: Trx, pair: Pair): Promise<void> {
  for (const one of ONE_EACH) {
    await yieldRows(trx, pair, one)
    await signAs(trx, pair, one.table, ['user_id'])
  }
  await addFigures(trx, pair)
  for (const [table, columns] of Object.entries(SIGNED)) await signAs(trx, pair, table, columns)
  await renameMentions(trx, pair)
  await dropOwn(trx, pair.to)
}

/** Second readings that were typed by whoever typed the first do not count: another person types these acts. */
export async function voidSeconds(trx: Trx, ids: readonly number[]): Promise<void> {
  const nothing = { user_id: null, data: null, etats: null, created_at: null, version: null, accords: null }
  const undecided = { arbitre_at: null, arbitrage: null, arbitre_par: null, prise_par: null, prise_jusqua: null }
  await trx
    .updateTable('secondes_saisies')
    .set({ ...nothing, ...undecided })
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), [...ids]))
    .execute()
}

/** An approval by whoever made the correction does not count where four eyes are asked for: the act waits for somebody else. */
export async function voidApprovals(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('releve_avis')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), [...ids]))
    .execute()
}
