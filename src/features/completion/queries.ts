import { sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { completionKey } from './rules/values.ts'

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
  const cle = completionKey(query.typed)
  if (cle === '') return []
  const found: string[] = []
  const add = (offers: readonly Offer[]) => {
    for (const { valeur } of offers) {
      if (found.length < MAX_OFFERED && valeur !== query.typed.trim() && !found.includes(valeur)) found.push(valeur)
    }
  }
  for (const ring of [ofThisSource, ofNeighbours, ofTheSite]) {
    if (found.length < MAX_OFFERED) add(await ring(db, user, { ...query, cle }))
  }
  return found
}

type Ring = (db: Db, user: CurrentUser, query: CompletionQuery & { cle: string }) => Promise<Offer[]>

/** The end of the range of keys that begin so. */
const endOf = (cle: string): string => `${cle}\u{10ffff}`

/** Values of these sources that begin so, a bounded number of them. */
const scannedIn = (db: Db, { champ_id, cle }: CompletionQuery & { cle: string }, sourceIds: readonly number[]) =>
  db
    .selectFrom('valeurs_sources')
    .select(['source_id', 'valeur', 'n'])
    .where('champ_id', '=', champ_id)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('source_id'), sourceIds))
    .where('cle', '>=', cle)
    .where('cle', '<', endOf(cle))
    .limit(MAX_SCANNED)

/** Values of a field that somebody dropped. */
const dropped = (db: Db, champId: number) =>
  db.selectFrom('valeurs_ecartees').select('valeur').where('champ_id', '=', champId)

const ofThisSource: Ring = (db, _user, query) =>
  db
    .selectFrom(scannedIn(db, query, [query.source.id]).as('v'))
    .select(['v.valeur', 'v.n'])
    .where('v.valeur', 'not in', dropped(db, query.champ_id))
    .orderBy('v.n', 'desc')
    .orderBy('v.valeur')
    .limit(MAX_OFFERED + 1)
    .execute()

/** Other sources of the same type and place, or section, that this user sees: the newest. `rang`: which of the two rings. */
function neighbours(db: Db, user: CurrentUser, { source }: CompletionQuery, column: 'lieu_id' | 'section_id') {
  return db
    .selectFrom('sources')
    .select(['id', sql<number>`${sql.lit(column === 'lieu_id' ? 0 : 1)}`.as('rang')])
    .where(column, '=', source[column])
    .where('type_source_id', '=', source.type_source_id)
    .where('id', '!=', source.id)
    .where('nb_releves', '>', 0)
    .where(visibleSources(user))
    .orderBy('id', 'desc')
    .limit(MAX_SOURCES)
}

/** The place's sources before the section's: both rings in one go, each bounded. */
const ofNeighbours: Ring = async (db, user, query) => {
  const rows = await db
    .selectFrom(neighbours(db, user, query, 'lieu_id').as('l'))
    .select(['l.id', 'l.rang'])
    .unionAll(db.selectFrom(neighbours(db, user, query, 'section_id').as('s')).select(['s.id', 's.rang']))
    .execute()
  if (rows.length === 0) return []
  const here = rows.filter(({ rang }) => rang === 0).map(({ id }) => id)
  const all = rows.map(({ id }) => id)
  return db
    .selectFrom(scannedIn(db, query, all).as('v'))
    .select((eb) => {
      const isHere = dialectOf(db).sql.inList(eb.ref('v.source_id'), here)
      return [
        'v.valeur',
        eb.fn.sum<number>('v.n').as('n'),
        sql<number>`min(case when ${isHere} then 0 else 1 end)`.as('rang'),
      ]
    })
    .where('v.valeur', 'not in', dropped(db, query.champ_id))
    .groupBy('v.valeur')
    .orderBy('rang')
    .orderBy('n', 'desc')
    .orderBy('v.valeur')
    .limit(2 * MAX_OFFERED)
    .execute()
}

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
