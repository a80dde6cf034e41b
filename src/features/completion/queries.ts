import { sql } from 'kysely'
import { genreOf } from '../../champs/genres.ts'
import type { Champ } from '../../champs/kind.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { type Peers, peersOf } from './peers-queries.ts'
import { asWritten, spellings } from './rules/case.ts'
import { completionKey, endOfKeys } from './rules/values.ts'
import { type Asked, type Offer, seenOnTheSite, type Told } from './site-queries.ts'

/** Values offered at once. */
const MAX_OFFERED = 8
/** Some of what is found is dropped, or is one value with other capitals. */
const MAX_FOUND = 3 * MAX_OFFERED
/** Values looked at in a ring, in the order of the alphabet, to find the commonest: of this source, of all its neighbours by type. */
const MAX_SCANNED = 2000
/** Other sources of the place or of the section that are looked in: the newest. */
const MAX_SOURCES = 60
/** A letter alone begins too much for the whole site. */
const MIN_LETTERS_EVERYWHERE = 2

interface Source {
  id: number
  type_source_id: number
  lieu_id: number | null
  section_id: number | null
}

export interface CompletionQuery {
  champ: Champ
  source: Source
  /** As typed. */
  typed: string
  /** Whoever types acts of the source a second time must not learn from its own values what was read the first time. */
  isBlind?: boolean
}

export interface Offers {
  values: string[]
  /** No other value that this user may see begins so: who has typed more letters since need not ask again. */
  isWhole: boolean
}

export const NOTHING: Offers = { values: [], isWhole: false }

/**
 * Values that begin like what was typed, at most eight, commonest first in each ring: this source, its place, its section, all
 * that this user sees. They are those of the field and of all others that hold the same kind of name (champs/genres.ts), as this
 * field writes them. Values that somebody dropped and the very text typed are left out. Each ring is bounded, whatever the size of
 * the site; the next one is only asked while there is room.
 */
export async function complete(
  db: Db,
  user: CurrentUser,
  { champ, source, typed, isBlind = false }: CompletionQuery,
): Promise<Offers> {
  const cle = completionKey(typed)
  if (cle === '') return NOTHING
  const asked = { champ, source, cle, isBlind, peers: await peersOf(db, champ, source.type_source_id) }
  // By the value as it is stored: a ring may know better than the next one how it is written.
  const found = new Map<string, string>()
  const offers = () => [...new Set(found.values())].filter((valeur) => valeur !== typed.trim())
  // Told by the rings and not looked up among the dropped ones: once for all, where no ring tells enough.
  let told: Offer[] = []
  const take = async () => {
    for (const offer of await undropped(db, asked.peers, told))
      if (!found.has(offer.valeur)) found.set(offer.valeur, asWritten(offer, champ.majuscules))
    told = []
  }
  let isWhole = false
  for (const ring of isBlind ? RINGS_ELSEWHERE : RINGS) {
    if (found.size + told.length >= MAX_OFFERED) await take()
    if (offers().length >= MAX_OFFERED) break
    const ofRing = await ring(db, user, asked)
    isWhole = ofRing.isWhole
    told.push(...ofRing.offers)
  }
  await take()
  const values = offers()
  return { values: values.slice(0, MAX_OFFERED), isWhole: isWhole && values.length < MAX_OFFERED }
}

type Ring = (db: Db, user: CurrentUser, asked: Asked) => Promise<Told>

/** The rings before the last one leave out what stands elsewhere. */
const partOf = (offers: Offer[]): Told => ({ offers, isWhole: false })

/** Those that nobody dropped, in this field or in another that holds the same kind of name. */
async function undropped(db: Db, { all }: Peers, offers: readonly Offer[]): Promise<Offer[]> {
  if (offers.length === 0) return []
  const written = offers.flatMap(({ valeur }) => spellings(valeur))
  const rows = await db
    .selectFrom('valeurs_ecartees')
    .select('valeur')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('valeur'), written))
    .where((eb) => dialectOf(db).sql.inList(eb.ref('champ_id'), all))
    .execute()
  const dropped = new Set(rows.map(({ valeur }) => valeur))
  return offers.filter(({ valeur }) => !spellings(valeur).some((one) => dropped.has(one)))
}

/** Values that begin so of these sources, all of one type, a bounded number of them. */
const scannedIn = (db: Db, { cle }: Asked, champs: readonly number[], sources: readonly number[]) =>
  db
    .selectFrom('valeurs_sources')
    .select(['champ_id', 'source_id', 'valeur', 'n'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('champ_id'), champs))
    .where((eb) => dialectOf(db).sql.inList(eb.ref('source_id'), sources))
    .where('cle', '>=', cle)
    .where('cle', '<', endOfKeys(cle))
    .limit(MAX_SCANNED)

type Scanned = ReturnType<typeof scannedIn>

/** The commonest of what was scanned; those of the sources `first` before the others. */
async function commonest(db: Db, { peers }: Asked, scanned: Scanned, first?: readonly number[]): Promise<Offer[]> {
  const { inList } = dialectOf(db).sql
  const rows = await db
    .selectFrom(scanned.as('v'))
    .select((eb) => [
      'v.valeur',
      eb.fn.sum<number>('v.n').as('n'),
      sql<number>`min(case when ${inList(eb.ref('v.champ_id'), peers.capitals)} then 1 else 0 end)`.as('capitals'),
      first
        ? sql<number>`min(case when ${inList(eb.ref('v.source_id'), first)} then 0 else 1 end)`.as('rang')
        : sql<number>`0`.as('rang'),
    ])
    .groupBy('v.valeur')
    .orderBy('rang')
    .orderBy('n', 'desc')
    .orderBy('v.valeur')
    .limit(MAX_FOUND)
    .execute()
  return rows.map(({ valeur, capitals }) => ({ valeur, isCapitals: capitals === 1 }))
}

const ofThisSource: Ring = async (db, _user, asked) => {
  const { source, peers } = asked
  const champs = peers.byType.get(source.type_source_id) ?? []
  return partOf(await commonest(db, asked, scannedIn(db, asked, champs, [source.id])))
}

/** Other sources of the place, or of the section, that this user sees and whose type has such fields: the newest. `rang`: which of the two rings. */
function neighbours(db: Db, user: CurrentUser, { source, peers }: Asked, column: 'lieu_id' | 'section_id') {
  return db
    .selectFrom('sources')
    .select(['id', 'type_source_id', sql<number>`${sql.lit(column === 'lieu_id' ? 0 : 1)}`.as('rang')])
    .where(column, '=', source[column])
    .where('type_source_id', 'in', [...peers.byType.keys()])
    .where('id', '!=', source.id)
    .where('nb_releves', '>', 0)
    .where(visibleSources(user))
    .orderBy('id', 'desc')
    .limit(MAX_SOURCES)
}

/** The place's sources before the section's: both rings in one go, each bounded. */
const ofNeighbours: Ring = async (db, user, asked) => {
  const rows = await db
    .selectFrom(neighbours(db, user, asked, 'lieu_id').as('l'))
    .select(['l.id', 'l.type_source_id', 'l.rang'])
    .unionAll(
      db.selectFrom(neighbours(db, user, asked, 'section_id').as('s')).select(['s.id', 's.type_source_id', 's.rang']),
    )
    .execute()
  const ofTypes = [...asked.peers.byType].flatMap(([type, champs]) => {
    const sources = [...new Set(rows.flatMap((row) => (row.type_source_id === type ? [row.id] : [])))]
    return sources.length === 0 ? [] : [scannedIn(db, asked, champs, sources)]
  })
  const [one, ...others] = ofTypes.map((scanned) => db.selectFrom(scanned.as('t')).selectAll())
  if (!one) return partOf([])
  const all = others.reduce((query, other) => query.unionAll(other), one)
  const here = rows.flatMap(({ id, rang }) => (rang === 0 ? [id] : []))
  return partOf(await commonest(db, asked, all as unknown as Scanned, here))
}

/** Until a kind of name has been summed up (task.ts), the values of the field alone. */
const ofTheSite: Ring = async (db, user, asked) => {
  if (asked.cle.length < MIN_LETTERS_EVERYWHERE) return partOf([])
  const genre = genreOf(asked.champ)
  const shared = genre === null ? partOf([]) : await seenOnTheSite(db, user, asked, genre)
  return shared.offers.length > 0 ? shared : seenOnTheSite(db, user, asked, null)
}

const RINGS_ELSEWHERE: readonly Ring[] = [ofNeighbours, ofTheSite]
const RINGS: readonly Ring[] = [ofThisSource, ...RINGS_ELSEWHERE]
