import { createHash } from 'node:crypto'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

const BATCH = 500

/**
 * The token of the form that a record came from, for ever: a record that waited for weeks in a browser, or a form found again, is
 * stored once. Imports have none. And why a record that was sent from that queue was refused: such a draft gives way to no other.
 */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  await db.schema
    .createTable('jetons_releves')
    // Half a SHA-256, in base64url: a register of five million records has five million of them.
    .addColumn('jeton', d.exactText, (c) => c.primaryKey())
    // No reference: a record that was deleted is not made again.
    .addColumn('releve_id', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.alterTable('brouillons').addColumn('motif', 'text').execute()
  const sent = await db.selectFrom('envois').select(['jeton', 'resultat', 'user_id', 'created_at']).execute()
  const numbered = sent.filter(({ resultat }) => /^[1-9]\d{0,14}$/.test(resultat))
  for (let n = 0; n < numbered.length; n += BATCH) await keepTokens(db, numbered.slice(n, n + BATCH))
}

interface Sent {
  jeton: string
  resultat: string
  user_id: number | null
  created_at: string
}

/** Of the sendings of the last two days, those that made a record: it bears their person and their very instant. */
async function keepTokens(db: AnyDb, sent: Sent[]): Promise<void> {
  const made = await db
    .selectFrom('releve_versions')
    .select(['releve_id', 'user_id', 'created_at'])
    .where('version', '=', 1)
    .where(
      'releve_id',
      'in',
      sent.map(({ resultat }) => Number(resultat)),
    )
    .execute()
  const known = new Set(made.map((row) => `${row.releve_id} ${row.user_id} ${row.created_at}`))
  const rows = sent
    .filter((one) => known.has(`${one.resultat} ${one.user_id} ${one.created_at}`))
    .map(({ jeton, resultat }) => ({ jeton: digestOf(jeton), releve_id: Number(resultat) }))
  if (rows.length > 0) await db.insertInto('jetons_releves').values(rows).execute()
}

/** As `releves/actions/enter-once.ts` makes it of the key of a sending. */
const digestOf = (key: string): string =>
  createHash('sha256').update(key).digest().subarray(0, 16).toString('base64url')
