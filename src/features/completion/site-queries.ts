import { sql } from 'kysely'
import type { Genre } from '../../champs/genres.ts'
import type { Champ } from '../../champs/kind.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { heldBy, isWhole, listedSources } from './holders.ts'
import type { Peers } from './peers-queries.ts'
import { endOfKeys } from './rules/values.ts'

/** Values of the whole site that are looked through, in the order of the alphabet, to find the commonest. */
const MAX_SCANNED = 2000
/** The commonest of them. */
const MAX_CANDIDATES = 20
/** Sources seen, the newest, that are looked into where a value is common and names none of them. */
const MAX_SOURCES = 1000

/** A key that is not empty, typed in a field of this source. */
export interface Asked {
  champ: Champ
  source: { id: number; type_source_id: number; lieu_id: number | null; section_id: number | null }
  cle: string
  peers: Peers
  /** Values that stand in this source alone are left out. */
  isBlind?: boolean
}

export interface Offer {
  valeur: string
  /** Only fields with capitals are known to hold it. */
  isCapitals: boolean
}

/** A ring tells these of the values that begin so; `isWhole`: nothing was left out of it. */
export interface Told {
  offers: Offer[]
  isWhole: boolean
}

type Reader = Pick<CurrentUser, 'id' | 'role'>

/** The commonest values of the whole site that begin so: of the kind of name, or of this field alone. */
function candidates(db: Db, { champ, cle }: Asked, genre: Genre | null) {
  const from = genre ? sql`valeurs_genres where genre = ${genre}` : sql`valeurs where champ_id = ${champ.id}`
  const scanned = sql<{ cle: string; valeur: string; n: number }>`(select cle, valeur, n from ${from}
    and cle >= ${cle} and cle < ${endOfKeys(cle)} limit ${sql.lit(MAX_SCANNED)})`
  return db
    .selectFrom(scanned.as<'v'>(sql`v`))
    .select(['v.cle', 'v.valeur', 'v.n'])
    .orderBy('v.n', 'desc')
    .orderBy('v.valeur')
    .limit(MAX_CANDIDATES)
}

/** Then a value need only be held somewhere. */
const seesAll = (user: Reader, { isBlind = false }: Asked) => user.role === 'admin' && !isBlind

const sourcesSeen = (db: Db, user: Reader, { source, isBlind = false }: Asked) =>
  db
    .selectFrom('sources')
    .select('sources.id')
    .where(visibleSources(user))
    .$if(isBlind, (query) => query.where('sources.id', '!=', source.id))

/** The rows `h` of `valeurs` of a candidate `c`, in any of the fields. */
const ofCandidate = (db: Db, { peers }: Asked) =>
  sql`${dialectOf(db).sql.inList(sql.ref<number>('h.champ_id'), peers.all)} and h.cle = c.cle and h.valeur = c.valeur`

/** Does the candidate stand in one of these fields, in a source seen that it names? */
function isSeen(db: Db, user: Reader, asked: Asked) {
  const held = ofCandidate(db, asked)
  if (seesAll(user, asked)) return sql<number>`exists (select 1 from valeurs as h where ${held})`
  // Source by source that is told: there are far more that are seen.
  return sql<number>`exists (select 1 from valeurs as h cross join ${listedSources(db, 'h')} cross join ${sourcesSeen(db, user, asked)} as s
    where ${held} and s.id = l.value)`
}

interface Candidate {
  cle: string
  valeur: string
}

/**
 * The statement of those that stand in a source seen though they name none: many sources hold them, so that one of the newest that are
 * seen may. It is seldom asked: inside the statement of all candidates, PostgreSQL would plan it each time.
 */
export function seenUnnamed(db: Db, user: Reader, asked: Asked, unseen: readonly Candidate[]) {
  const rows = unseen.map(({ cle, valeur }) => ({ cle, valeur }))
  const newest = sourcesSeen(db, user, asked)
    .where('nb_releves', '>', 0)
    .orderBy('sources.id', 'desc')
    .limit(MAX_SOURCES)
  return sql<{ valeur: string }>`with c (cle, valeur) as (${dialectOf(db).sql.selectRows(rows)})
    select c.valeur from c cross join valeurs as h where ${ofCandidate(db, asked)} and not ${isWhole('h')}
      and exists (select 1 from ${newest} as s cross join valeurs_sources as v where ${heldBy('h', sql.ref('s.id'))})`
}

/** The statement of `seenOnTheSite`. */
export const seenCandidates = (db: Db, user: Reader, asked: Asked, genre: Genre | null) =>
  db
    .selectFrom(candidates(db, asked, genre).as('c'))
    .select(['c.cle', 'c.valeur', isSeen(db, user, asked).as('vue')])
    .orderBy('c.n', 'desc')
    .orderBy('c.valeur')

/** The commonest values of the site that this user may see. */
export async function seenOnTheSite(db: Db, user: CurrentUser, asked: Asked, genre: Genre | null): Promise<Told> {
  const rows = await seenCandidates(db, user, asked, genre).execute()
  const unseen = seesAll(user, asked) ? [] : rows.filter(({ vue }) => !vue)
  const unnamed = unseen.length === 0 ? [] : (await seenUnnamed(db, user, asked, unseen).execute(db)).rows
  const seen = new Set(unnamed.map(({ valeur }) => valeur))
  const isCapitals = asked.peers.capitals.length > 0
  return {
    offers: rows.filter(({ vue, valeur }) => vue || seen.has(valeur)).map(({ valeur }) => ({ valeur, isCapitals })),
    isWhole: rows.length < MAX_CANDIDATES,
  }
}
