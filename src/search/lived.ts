import type { Db } from '../db/schema.ts'
import { endOfRange } from '../lib/place-path.ts'
import { knownTerms } from './dictionary.ts'
import { type Lived, traitTerm } from './marks.ts'

/** The places at this one and below it that somebody is told to be born in, to live in or to come from; as words of the index. */
export async function livedIn(db: Db, trait: Lived, id: number): Promise<string[]> {
  const top = await db.selectFrom('lieux').select('chemin').where('id', '=', id).executeTakeFirst()
  if (!top) return []
  const below = await db
    .selectFrom('lieux')
    .select('id')
    .where('chemin', '>=', top.chemin)
    .where('chemin', '<', endOfRange(top.chemin))
    .execute()
  const terms = new Map(below.map((lieu) => [traitTerm(trait, String(lieu.id)), String(lieu.id)]))
  const known = await knownTerms(db, [...terms.keys()])
  return [...known.keys()].flatMap((term) => terms.get(term) ?? [])
}
