import { dialectOf, type SearchKey } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'

/** Rows are sorted by these texts, which read alike on both engines. */
async function textsOf(db: Db, keys: readonly SearchKey[], by: 'nom' | 'lieu'): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['releves.id', 'releves.nom', 'releves.prenom', 'lieux.nom_long'])
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('releves.id'),
        keys.map((key) => key.releve_id),
      ),
    )
    .execute()
  // A blank sorts before every letter: « Le » before « Lebrun ».
  const name = (row: (typeof rows)[number]) => `${sortKey(row.nom ?? '')}\n${sortKey(row.prenom ?? '')}`
  return new Map(rows.map((row) => [row.id, by === 'nom' ? name(row) : sortKey(row.nom_long ?? '')]))
}

/** The keys, which come in the order of dates, by name or by place; equal ones stay in that order. */
export async function sortedKeys<K extends SearchKey>(db: Db, keys: readonly K[], by: 'nom' | 'lieu'): Promise<K[]> {
  const texts = await textsOf(db, keys, by)
  const text = (key: SearchKey): string => texts.get(key.releve_id) ?? ''
  return keys.toSorted((a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b))))
}
