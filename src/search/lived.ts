import type { Db } from '../db/schema.ts'
import { knownTerms } from './dictionary.ts'
import { type Lived, traitTerm } from './marks.ts'

/** First path after all those below: '0' follows '/' in the byte order of both engines. */
const endOfRange = (chemin: string): string => `${chemin.slice(0, -1)}0`

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
