import { sql } from 'kysely'
import type { Genre } from '../../champs/genres.ts'
import type { Champ } from '../../champs/kind.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import type { Peers } from './peers-queries.ts'
import { endOfKeys } from './rules/values.ts'

/** Values of the whole site that are looked through, in the order of the alphabet, to find the commonest. */
const MAX_SCANNED = 2000
/** The commonest, and places in which each is looked for. */
const MAX_CANDIDATES = 20
const MAX_PROOFS = 50

/** A key that is not empty, typed in a field of this source. */
export interface Asked {
  champ: Champ
  source: { id: number; type_source_id: number; lieu_id: number | null; section_id: number | null }
  cle: string
  peers: Peers
}

export interface Offer {
  valeur: string
  /** Only fields with capitals are known to hold it. */
  isCapitals: boolean
}

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

/** Those that stand in a source seen, in one of these fields: each is looked for in a bounded number of the sources that hold it. */
export async function seenOnTheSite(db: Db, user: CurrentUser, asked: Asked, genre: Genre | null): Promise<Offer[]> {
  const { inList } = dialectOf(db).sql
  const { peers } = asked
  const rows = await db
    .selectFrom(candidates(db, asked, genre).as('c'))
    .select('c.valeur')
    .where((eb) => {
      if (user.role === 'admin')
        return eb.exists(
          eb
            .selectFrom('valeurs')
            .select('valeurs.n')
            .where(inList(sql<number>`valeurs.champ_id`, peers.all))
            .whereRef('valeurs.cle', '=', 'c.cle')
            .whereRef('valeurs.valeur', '=', 'c.valeur'),
        )
      const holders = eb
        .selectFrom('valeurs_sources')
        .select('source_id')
        .where(inList(sql<number>`valeurs_sources.champ_id`, peers.all))
        .whereRef('valeurs_sources.cle', '=', 'c.cle')
        .whereRef('valeurs_sources.valeur', '=', 'c.valeur')
        .limit(MAX_PROOFS)
      return eb.exists(
        db.selectFrom('sources').select('sources.id').where(visibleSources(user)).where('sources.id', 'in', holders),
      )
    })
    .orderBy('c.n', 'desc')
    .orderBy('c.valeur')
    .execute()
  return rows.map(({ valeur }) => ({ valeur, isCapitals: peers.capitals.length > 0 }))
}
