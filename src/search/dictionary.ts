// The words met in the archive: what beginnings, stars and sounds stand for.
import { dialectOf, MARK } from '../db/dialect/index.ts'
import { readsBeside } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import { type Remember, readAnew, rememberEach } from '../db/remember.ts'
import type { Db } from '../db/schema.ts'
import { anyNameMark, type NameKind } from './marks.ts'

export interface Term {
  terme: string
  /** About how many records hold it. */
  n: number
}

/** Greatest code point: whatever starts with a prefix sorts before prefix + this, in the byte order of both engines. */
const LAST = '\u{10ffff}'
/** Words that one pattern or sound may stand for. */
export const MAX_TERMS = 200
/** Words that a beginning may stand for, one by one; the engine's own prefix search takes over beyond. */
const MAX_PREFIX_TERMS = 4000

/** Those of these words that are in the dictionary. */
export async function knownTerms(
  db: Db,
  words: Iterable<string>,
  remember: Remember = readAnew,
): Promise<Map<string, number>> {
  return rememberEach(remember, 'mots', words, async (missing) => {
    const rows = await termRows(db, { words: missing }, '')
    return new Map(rows.map(({ terme, n }) => [terme, n]))
  })
}

const termRows = prepared((db, { words }: { words: readonly string[] }) =>
  db
    .selectFrom('mots')
    .select(['terme', 'n'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('terme'), words)),
)

const beginning = (db: Db, prefix: string) =>
  db.selectFrom('mots').where('terme', '>=', prefix).where('terme', '<', `${prefix}${LAST}`)

/** The words that begin so; `terms` undefined where they are too many to be told. */
export async function termsFrom(db: Db, prefix: string): Promise<{ terms: string[] | undefined; n: number }> {
  const rows = await beginning(db, prefix)
    .select(['terme', 'n'])
    .limit(MAX_PREFIX_TERMS + 1)
    .execute()
  const n = rows.reduce((sum, row) => sum + row.n, 0)
  return { terms: rows.length > MAX_PREFIX_TERMS ? undefined : rows.map((row) => row.terme), n }
}

/** The letters before the first star: a range of the dictionary rather than all of it. */
const fixedStart = (pattern: string): string => /^[^*?]*/.exec(pattern)?.[0] ?? ''

/**
 * Words of any text that fit a pattern, the commonest first; one more than MAX_TERMS where there are more. A pattern that begins
 * with a star is held against all the dictionary.
 */
export function termsLike(db: Db, pattern: string): Promise<Term[]> {
  const start = fixedStart(pattern)
  const query = start === '' ? db.selectFrom('mots').where('terme', '<', MARK) : beginning(db, start)
  const others = db.selectFrom('mots').where('terme', '>=', `${MARK}${LAST}`)
  const fits = (from: typeof query) =>
    from.select(['terme', 'n']).where((eb) => dialectOf(db).sql.like(eb.ref('terme'), pattern))
  const all = start === '' ? fits(query).unionAll(fits(others)) : fits(query)
  return readsBeside(db)
    .selectFrom(all.as('m'))
    .select(['m.terme', 'm.n'])
    .orderBy('m.n', 'desc')
    .orderBy('m.terme')
    .limit(MAX_TERMS + 1)
    .execute()
}

/** Words of names, whoever bears them, that fit a pattern; likewise. */
export async function namesLike(db: Db, kind: NameKind, pattern: string): Promise<Term[]> {
  const mark = anyNameMark(kind, '')
  const rows = await beginning(readsBeside(db), `${mark}${fixedStart(pattern)}`)
    .select(['terme', 'n'])
    .where((eb) => dialectOf(db).sql.like(eb.ref('terme'), `${mark}${pattern}`))
    .orderBy('n', 'desc')
    .orderBy('terme')
    .limit(MAX_TERMS + 1)
    .execute()
  return rows.map(({ terme, n }) => ({ terme: terme.slice(mark.length), n }))
}

/** Words of names that share one of these sounds, the commonest first; one more than MAX_TERMS where there are more. */
export async function namesSounding(db: Db, kind: NameKind, keys: readonly string[]): Promise<Term[]> {
  const rows = await db
    .selectFrom('noms_cles')
    .select('terme')
    .distinct()
    .where('genre', '=', kind)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('cle'), keys))
    .execute()
  const counts = await knownTerms(
    db,
    rows.map(({ terme }) => anyNameMark(kind, terme)),
  )
  return rows
    .map(({ terme }) => ({ terme, n: counts.get(anyNameMark(kind, terme)) ?? 0 }))
    .sort((a, b) => b.n - a.n || (a.terme < b.terme ? -1 : 1))
    .slice(0, MAX_TERMS + 1)
}
