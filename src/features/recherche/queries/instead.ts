// Where a search finds nothing: names written nearly so that it would find, and the same question in the places around.
import { atLeast, type SearchQuery } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { endOfRange } from '../../../lib/place-path.ts'
import { namesLike, namesSounding } from '../../../search/dictionary.ts'
import { indexWord } from '../../../search/field-words.ts'
import { type NameClause, nameWords } from '../../../search/language.ts'
import { type Plan, planOf } from '../../../search/plan.ts'
import { soundsOf } from '../../../search/sounds.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import { pointOf } from '../famille/queries/places.ts'
import { isNear, kilometres, type Point, squareAround } from '../famille/rules/distance.ts'
import type { Criteria } from '../rules/criteria.ts'
import { type Candidate, nearest } from '../rules/nearest.ts'
import { bounds, sourcesAsked } from './conditions.ts'
import { type Count, countFound, tallyOf } from './tally.ts'

/** Each is looked up once. */
const MAX_COUNTED = 8
/** Where more records hold the names near, or the words asked for, counting takes longer than a page may. */
const MAX_AT_ONCE = 2000
/** Places around that are looked in, the nearest, and those that are told. */
const MAX_PLACES = 30
const MAX_TOLD = 8

interface Spelling {
  word: string
  total: Count
  /** The search with it in the place of what was typed. */
  change: Partial<Criteria>
}

interface Neighbour {
  id: number
  nom_long: string
  /** Whole kilometres. */
  km: number
  n: number
}

export interface Instead {
  spellings: Spelling[]
  neighbours: Neighbour[]
}

/** The search with another name in the place of the one that was typed: as an address says it, and as it was read. */
interface Replaced {
  change: Partial<Criteria>
  criteria: Criteria
}

/** The one name that is asked for; undefined where there is none, or where words may be anything. */
function subjectOf(criteria: Criteria): { typed: string; by: (word: string) => Replaced } | undefined {
  const { nom, clauses, names } = criteria
  if (nameWords(nom).length > 0) {
    const by = (word: string): Replaced => {
      const change = { nom: word, mode: 'exact' as const, sauf: [] }
      const clause = { kind: 'nom' as const, words: [word], mode: change.mode, typed: word }
      const isTyped = (one: NameClause) => one.kind === 'nom' && one.typed === nom
      return { change, criteria: { ...criteria, ...change, names: names.map((one) => (isTyped(one) ? clause : one)) } }
    }
    return { typed: nom, by }
  }
  const [only, ...more] = clauses
  if (only?.what !== 'words' || only.words.length !== 1 || more.length + names.length > 0) return undefined
  const by = (word: string): Replaced => {
    const change = { q: word, sauf: [] }
    return { change, criteria: { ...criteria, ...change, clauses: [{ what: 'words', words: [word], how: 'word' }] } }
  }
  return { typed: only.words[0] ?? '', by }
}

/** Names of the archive that are written or sound nearly so, and how to ask for each. */
interface NamesNear {
  by: (word: string) => Replaced
  names: Candidate[]
}

async function namesNear(db: Db, criteria: Criteria): Promise<NamesNear | undefined> {
  const subject = subjectOf(criteria)
  const word = indexWord(
    nameWords(subject?.typed ?? '')
      .join('')
      .replace(/[*?]/g, ''),
  )
  if (!subject || word.length < 3) return undefined
  const [alike, like] = await Promise.all([
    namesSounding(db, 'nom', soundsOf('nom', subject.typed).flat()),
    namesLike(db, 'nom', `${word.slice(0, 2)}*`),
  ])
  const candidates = [
    ...alike.map((term) => ({ ...term, isAlike: true })),
    ...like.map((term) => ({ ...term, isAlike: false })),
  ]
  const names = nearest(word, candidates, MAX_COUNTED)
  return names.length > 0 ? { by: subject.by, names } : undefined
}

/** Counts what each would find among what this reader sees. */
async function spellingsOf(db: Db, user: CurrentUser, criteria: Criteria, near: NamesNear): Promise<Spelling[]> {
  const sources = await sourcesAsked(db, user, criteria, 0)
  const counted = await Promise.all(
    near.names.map(async ({ terme: word }): Promise<Spelling[]> => {
      const { change, criteria: changed } = near.by(word)
      const plan = await planOf(db, changed)
      if (!plan.expr) return []
      const asked: SearchQuery = {
        ...{ expr: plan.expr, isFormer: plan.isFormer, ...sources, ...(await bounds(changed, plan)) },
        ...{ order: 'asc', after: undefined, limit: 1 },
      }
      const total = await countFound(db, asked)
      return total.n > 0 ? [{ word, total, change }] : []
    }),
  )
  return counted.flat()
}

interface Near {
  id: number
  nom_long: string
  chemin: string
  km: number
}

/** The places around with a position, the nearest first; not those that contain the place or lie in it, nor one within another of them. */
async function placesAround(db: Db, { id, chemin }: { id: number; chemin: string }): Promise<Near[]> {
  const point: Point | undefined = await pointOf(db, id)
  if (!point) return []
  const square = squareAround(point)
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long', 'chemin', 'latitude', 'longitude'])
    .where('latitude', '>=', square.south)
    .where('latitude', '<=', square.north)
    .where('longitude', '>=', square.west)
    .where('longitude', '<=', square.east)
    .execute()
  const near = rows
    .filter((row) => isNear(point, row) && !row.chemin.startsWith(chemin) && !chemin.startsWith(row.chemin))
    .map(({ latitude, longitude, ...row }) => ({
      ...row,
      km: Math.round(kilometres(point, { latitude: latitude ?? 0, longitude: longitude ?? 0 })),
    }))
    .sort((a, b) => a.km - b.km || a.id - b.id)
  return near
    .filter((one) => !near.some((other) => other.id !== one.id && one.chemin.startsWith(other.chemin)))
    .slice(0, MAX_PLACES)
}

/** Those of the sources that this reader sees and the search asks for which lie in these places, by the place. */
async function sourcesIn(db: Db, user: CurrentUser, places: readonly Near[]): Promise<Map<number, Near>> {
  const rows = await db
    .selectFrom('sources')
    .innerJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['sources.id', 'lieux.chemin'])
    .where((eb) =>
      eb.or(
        places.map(({ chemin }) =>
          eb.and([eb('lieux.chemin', '>=', chemin), eb('lieux.chemin', '<', endOfRange(chemin))]),
        ),
      ),
    )
    .where(visibleSources(user) as never)
    .where('sources.nb_releves', '>', 0)
    .execute()
  const of = new Map<number, Near>()
  for (const { id, chemin } of rows) {
    const place = places.find((one) => chemin.startsWith(one.chemin))
    if (place) of.set(id, place)
  }
  return of
}

/** Asks the same question in the places around, and counts what each has. */
async function neighboursOf(db: Db, user: CurrentUser, criteria: Criteria): Promise<Neighbour[]> {
  if (criteria.lieu === null || criteria.source !== null) return []
  const place = await db
    .selectFrom('lieux')
    .select(['id', 'chemin'])
    .where('id', '=', criteria.lieu.id)
    .executeTakeFirst()
  const places = place ? await placesAround(db, place) : []
  if (places.length === 0) return []
  const [{ sourceIds }, of] = await Promise.all([
    sourcesAsked(db, user, { ...criteria, lieu: null }, 0),
    sourcesIn(db, user, places),
  ])
  const asked = sourceIds && new Set(sourceIds)
  const ids = [...of.keys()].filter((id) => asked?.has(id) ?? true)
  const plan = await planOf(db, criteria)
  if (ids.length === 0) return []
  const { spread } = await tallyOf(db, {
    query: {
      ...{ expr: plan.expr, isFormer: plan.isFormer, sourceIds: ids, ...(await bounds(criteria, plan)) },
      ...{ order: 'asc', after: undefined, limit: 1 },
    },
  })
  const counts = new Map<number, Neighbour>()
  for (const [source, n] of spread?.sources ?? []) {
    const at = of.get(source)
    if (!at || n === 0) continue
    const { id, nom_long, km } = at
    counts.set(id, { id, nom_long, km, n: (counts.get(id)?.n ?? 0) + n })
  }
  return [...counts.values()].sort((a, b) => a.km - b.km || a.id - b.id).slice(0, MAX_TOLD)
}

async function countedInstead(
  db: Db,
  user: CurrentUser,
  criteria: Criteria,
  near: NamesNear | undefined,
): Promise<Instead> {
  const [spellings, neighbours] = await Promise.all([
    near ? spellingsOf(db, user, criteria, near) : [],
    neighboursOf(db, user, criteria),
  ])
  return { spellings, neighbours }
}

/** Near names and places around with what they have, whatever it costs: a request of its own where a page would wait (`insteadAtOnce`). */
export const insteadOf = async (db: Db, user: CurrentUser, criteria: Criteria): Promise<Instead> =>
  countedInstead(db, user, criteria, await namesNear(db, criteria))

/** Asked only where nothing was found; undefined where counting would keep the page waiting. */
export async function insteadAtOnce(
  db: Db,
  user: CurrentUser,
  criteria: Criteria,
  { expr }: Plan,
): Promise<Instead | undefined> {
  const around = criteria.lieu !== null && expr ? atLeast(expr) : 0
  // Each name near one of a couple is asked with every name of the other one.
  if (around > MAX_AT_ONCE || criteria.names2.length > 0) return undefined
  const near = await namesNear(db, criteria)
  const held = near?.names.reduce((sum, { n }) => sum + n, 0) ?? 0
  return held > MAX_AT_ONCE ? undefined : countedInstead(db, user, criteria, near)
}
