import { sql } from 'kysely'
import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

const BATCH = 1000

/** Folded words of a long name between blanks, as the cascade of features/lieux keeps them. */
function foldedWords(nomLong: string): string {
  const folded = nomLong
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ſ/g, 's')
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({ st: 'saint', ste: 'sainte' })[word] ?? word)
  return ` ${words.join(' ')} `
}

export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // Words in any order are found by one scan of this index, prefixes of the whole by a range of it.
  await db.schema
    .alterTable('lieux')
    .addColumn('recherche', d.exactText, (c) => c.notNull().defaultTo(sql`''`))
    .execute()
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('lieux')
      .select(['id', 'nom_long'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) break
    for (const { id, nom_long } of rows) {
      await db
        .updateTable('lieux')
        .set({ recherche: foldedWords(nom_long) })
        .where('id', '=', id)
        .execute()
      last = id
    }
  }
  await db.schema.createIndex('lieux_recherche').on('lieux').column('recherche').execute()
}
