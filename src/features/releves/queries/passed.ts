import type { Db } from '../../../db/schema.ts'

/** Names of the fields that this person always passes in this source. */
export async function passedOf(db: Db, userId: number, sourceId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('champs_passes')
    .innerJoin('champs', 'champs.id', 'champs_passes.champ_id')
    .select('champs.nom')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .execute()
  return new Set(rows.map(({ nom }) => nom))
}

/** Every field that a person passes, in the words of the sources and fields. */
export async function passedEverywhere(db: Db, userId: number) {
  const rows = await db
    .selectFrom('champs_passes')
    .innerJoin('champs', 'champs.id', 'champs_passes.champ_id')
    .innerJoin('sources', 'sources.id', 'champs_passes.source_id')
    .select(['sources.id', 'sources.titre', 'champs.label'])
    .where('user_id', '=', userId)
    .orderBy('sources.id')
    .orderBy('champs.ordre')
    .execute()
  const sources = new Map<number, { source: string; champs: string[] }>()
  for (const { id, titre, label } of rows) {
    const known = sources.get(id) ?? { source: titre, champs: [] }
    sources.set(id, { ...known, champs: [...known.champs, label] })
  }
  return [...sources.values()]
}
