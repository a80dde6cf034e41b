import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../sources/policy.ts'
import { cleOf } from './values.ts'

/** Values offered at once. */
const MAX_OFFERED = 8
/** Values of one source looked at, in the order of the alphabet, to find the commonest. */
const MAX_SCANNED = 2000
/** Other sources of the place or of the section that are looked in: the newest. */
const MAX_SOURCES = 60
/** Values of the whole site that are looked at, and places in which each is looked for. */
const MAX_CANDIDATES = 20
const MAX_PROOFS = 50
/** A letter alone begins too much for the whole site. */
const MIN_LETTERS_EVERYWHERE = 2

export interface CompletionQuery {
  champ_id: number
  source: { id: number; type_source_id: number; lieu_id: number | null; section_id: number | null }
  /** As typed. */
  typed: string
}

interface Offer {
  valeur: string
  n: number
}

/**
 * Values that begin like what was typed, at most eight, commonest first in each ring: this source, its place, its section, all
 * that this user sees. Values that somebody dropped and the very text typed are left out. Each ring is bounded, whatever the
 * size of the site; the next one is only asked while there is room.
 */
export async function complete(db: Db, user: CurrentUser, query: CompletionQuery): Promise<string[]> {
  const cle = cleOf(query.typed)
  if (cle === '') return []
  const found: string[] = []
  const add = (offers: readonly Offer[]) => {
    for (const { valeur } of offers) {
      if (found.length < MAX_OFFERED && valeur !== query.typed.trim() && !found.includes(valeur)) found.push(valeur)
    }
  }
  for (const ring of [ofThisSource, ofThisPlace, ofThisSection, ofTheSite]) {
    if (found.length < MAX_OFFERED) add(await ring(db, user, { ...query, cle }))
  }
  return found
}

type Ring = (db: Db, user: CurrentUser, query: CompletionQuery & { cle: string }) => Promise<Offer[]>

/** The end of the range of keys that begin so. */
const endOf = (cle: string): string => `${cle}\u{10ffff}`

/** The commonest values of these sources. */
function offersOf(db: Db, query: CompletionQuery & { cle: string }, sourceIds: readonly number[]): Promise<Offer[]> {
  const scanned = db
    .selectFrom('valeurs_sources')
    .select(['valeur', 'n'])
    .where('champ_id', '=', query.champ_id)
    .where((eb) => dialectOf(db).inList(eb.ref('source_id'), sourceIds))
    .where('cle', '>=', query.cle)
    .where('cle', '<', endOf(query.cle))
    .limit(MAX_SCANNED)
  return db
    .selectFrom(scanned.as('v'))
    .select(['v.valeur', (eb) => eb.fn.sum<number>('v.n').as('n')])
    .where('v.valeur', 'not in', dropped(db, query.champ_id))
    .groupBy('v.valeur')
    .orderBy('n', 'desc')
    .orderBy('v.valeur')
    .limit(MAX_OFFERED + 1)
    .execute()
}

/** Values of a field that somebody dropped. */
const dropped = (db: Db, champId: number) =>
  db.selectFrom('valeurs_ecartees').select('valeur').where('champ_id', '=', champId)

/** Other sources of the same type that this user sees, the newest first. */
async function sourcesLike(
  db: Db,
  user: CurrentUser,
  { source }: CompletionQuery,
  column: 'lieu_id' | 'section_id',
): Promise<number[]> {
  const id = source[column]
  if (id === null) return []
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where(column, '=', id)
    .where('type_source_id', '=', source.type_source_id)
    .where('id', '!=', source.id)
    .where('nb_releves', '>', 0)
    .where(visibleSources(user))
    .orderBy('id', 'desc')
    .limit(MAX_SOURCES)
    .execute()
  return rows.map((row) => row.id)
}

const among = async (db: Db, query: CompletionQuery & { cle: string }, ids: readonly number[]): Promise<Offer[]> =>
  ids.length === 0 ? [] : offersOf(db, query, ids)

const ofThisSource: Ring = (db, _user, query) => offersOf(db, query, [query.source.id])

const ofThisPlace: Ring = async (db, user, query) => among(db, query, await sourcesLike(db, user, query, 'lieu_id'))

const ofThisSection: Ring = async (db, user, query) =>
  among(db, query, await sourcesLike(db, user, query, 'section_id'))

/** Values of the whole site; for whoever does not see all of it, those that stand in a source seen. */
const ofTheSite: Ring = async (db, user, query) => {
  if (query.cle.length < MIN_LETTERS_EVERYWHERE) return []
  const scanned = db
    .selectFrom('valeurs')
    .select(['cle', 'valeur', 'n'])
    .where('champ_id', '=', query.champ_id)
    .where('cle', '>=', query.cle)
    .where('cle', '<', endOf(query.cle))
    .limit(MAX_SCANNED)
  const candidates = db
    .selectFrom(scanned.as('v'))
    .select(['v.cle', 'v.valeur', 'v.n'])
    .where('v.valeur', 'not in', dropped(db, query.champ_id))
    .orderBy('v.n', 'desc')
    .orderBy('v.valeur')
    .limit(MAX_CANDIDATES)
  const offers = db
    .selectFrom(candidates.as('c'))
    .select(['c.valeur', 'c.n'])
    .orderBy('c.n', 'desc')
    .orderBy('c.valeur')
  if (user.role === 'admin') return offers.execute()
  // Each is looked for in a bounded number of the sources that hold it.
  return offers
    .where((eb) => {
      const holders = eb
        .selectFrom('valeurs_sources')
        .select('source_id')
        .where('champ_id', '=', query.champ_id)
        .whereRef('valeurs_sources.cle', '=', 'c.cle')
        .whereRef('valeurs_sources.valeur', '=', 'c.valeur')
        .limit(MAX_PROOFS)
      const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
      return eb.exists(seen.where('sources.id', 'in', holders))
    })
    .execute()
}
