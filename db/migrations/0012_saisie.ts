import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

const BATCH = 500
/** The bounds of features/completion as they were on that day: longer values are not offered, keys are cut. */
const MAX_VALEUR = 120
const MAX_CLE = 64

const LETTERS: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ſ: 's' }

/** Keys of values as they were on that day: words without accents, in lower case, joined by a blank. */
function sortKey(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const folded = bare.replace(/[œæßſ]/gu, (sign) => LETTERS[sign] ?? sign)
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

async function createTables(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // What each source holds in each field of text, folded for prefixes; n records hold it.
  await db.schema
    .createTable('valeurs_sources')
    .addColumn('champ_id', 'integer', (c) => c.notNull().references('champs.id').onDelete('cascade'))
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('valeurs_sources_pk', ['champ_id', 'source_id', 'cle', 'valeur'])
    .execute()
  // The same without the sources; n sources hold it. Few writes: a value that a source already has leaves it alone.
  await db.schema
    .createTable('valeurs')
    .addColumn('champ_id', 'integer', (c) => c.notNull().references('champs.id').onDelete('cascade'))
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('valeurs_pk', ['champ_id', 'cle', 'valeur'])
    .execute()
  await db.schema
    .createTable('valeurs_ecartees')
    .addColumn('champ_id', 'integer', (c) => c.notNull().references('champs.id').onDelete('cascade'))
    .addColumn('valeur', d.exactText, (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('valeurs_ecartees_pk', ['champ_id', 'valeur'])
    .execute()

  await db.schema
    .createTable('brouillons')
    .addColumn('id', d.id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source_id', 'integer', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    // Null for a new record. No reference: what was typed outlives a record that somebody else deletes.
    .addColumn('releve_id', 'integer')
    // The token of the form, or « r » and the id of the record: one draft for each form.
    .addColumn('cle', d.exactText, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('contenu', d.json, (c) => c.notNull())
    .addColumn('updated_at', d.exactText, (c) => c.notNull())
    .addUniqueConstraint('brouillons_cle', ['user_id', 'cle'])
    .execute()
}

async function createIndexes(db: AnyDb): Promise<void> {
  // Is a value seen in one of these sources? Asked for each of the few values offered from everywhere.
  await db.schema
    .createIndex('valeurs_sources_valeur')
    .on('valeurs_sources')
    .columns(['champ_id', 'cle', 'source_id'])
    .execute()
  await db.schema.createIndex('valeurs_sources_source').on('valeurs_sources').column('source_id').execute()
  await db.schema.createIndex('brouillons_source').on('brouillons').column('source_id').execute()
  // The last entries of a source, and the record entered before or after another.
  await db.schema.createIndex('releves_saisie').on('releves').columns(['source_id', 'id']).execute()
}

interface Held {
  champ_id: number
  source_id: number
  cle: string
  valeur: string
  n: number
}

function count(held: Map<string, Held>, champs: { id: number; nom: string }[], sourceId: number, data: object): void {
  for (const { id, nom } of champs) {
    const valeur: unknown = Object.hasOwn(data, nom) ? (data as Record<string, unknown>)[nom] : undefined
    if (typeof valeur !== 'string' || valeur.length > MAX_VALEUR) continue
    const cle = [...sortKey(valeur)].slice(0, MAX_CLE).join('')
    if (cle === '') continue
    const known = held.get(`${id} ${valeur}`)
    if (known) known.n += 1
    else held.set(`${id} ${valeur}`, { champ_id: id, source_id: sourceId, cle, valeur, n: 1 })
  }
}

async function countSource(db: AnyDb, source: { id: number; type_source_id: number }): Promise<void> {
  const champs = await db
    .selectFrom('champs')
    .select(['id', 'nom'])
    .where('type_source_id', '=', source.type_source_id)
    .where('type', '=', 'text')
    .execute()
  const held = new Map<string, Held>()
  let last = 0
  for (;;) {
    const query = db.selectFrom('releves').select(['id', 'data']).where('source_id', '=', source.id)
    const rows = await query.where('id', '>', last).orderBy('id').limit(BATCH).execute()
    for (const row of rows) count(held, champs as { id: number; nom: string }[], source.id, row.data as object)
    if (rows.length < BATCH) break
    last = rows[rows.length - 1]?.id as number
  }
  const all = [...held.values()]
  for (let at = 0; at < all.length; at += BATCH) {
    await db
      .insertInto('valeurs_sources')
      .values(all.slice(at, at + BATCH))
      .execute()
  }
}

export async function up(db: AnyDb): Promise<void> {
  await createTables(db)
  await createIndexes(db)
  const sources = await db.selectFrom('sources').select(['id', 'type_source_id']).where('nb_releves', '>', 0).execute()
  for (const source of sources) await countSource(db, source as { id: number; type_source_id: number })
  await sql`insert into valeurs (champ_id, cle, valeur, n)
    select champ_id, cle, valeur, count(*) from valeurs_sources group by champ_id, cle, valeur`.execute(db)
}
