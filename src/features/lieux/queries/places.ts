import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Remember, readAnew, rememberEach } from '../../../db/remember.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { endOfRange, idsOf } from '../../../lib/place-path.ts'
import { namePrefixes, wordPatterns } from '../rules/search-words.ts'
import type { LieuUses } from '../rules/uses.ts'
import { countQuotes } from './quotes.ts'
import { type Narrowing, narrowing, within } from './word-index.ts'

/** Greatest code point: whatever starts with a prefix sorts before prefix + this, in both engines' byte order. */
const LAST = '\u{10ffff}'

/** The place itself and everything below it, as a sub-select usable in any "in" condition. */
export function descendantIds(db: Db, lieuId: number) {
  // Both bounds are worked out once: a join would have PostgreSQL guess a ninth of the table.
  const sommet = db.selectFrom('lieux as sommet').where('sommet.id', '=', lieuId)
  const chemin = sql<string>`sommet.chemin`
  const end = sql<string>`substr(sommet.chemin, 1, length(sommet.chemin) - 1) || '0'`
  return db
    .selectFrom('lieux as dessous')
    .where('dessous.chemin', '>=', sommet.select(chemin.as('debut')))
    .where('dessous.chemin', '<', sommet.select(end.as('fin')))
    .select('dessous.id')
}

/** The path of the place is known here: PostgreSQL counts beforehand how many ids that makes, and plans for it. */
export const idsBelow = (db: Db, chemin: string) =>
  db
    .selectFrom('lieux as dessous')
    .where('dessous.chemin', '>=', chemin)
    .where('dessous.chemin', '<', endOfRange(chemin))
    .select('dessous.id')

/** Id and path of ids, or undefined. */
export const lieuPath = (db: Db, id: number) =>
  db.selectFrom('lieux').select(['id', 'chemin']).where('id', '=', id).executeTakeFirst()

/** Id and long name, or undefined. */
export const lieuById = (db: Db, id: number) =>
  db.selectFrom('lieux').select(['id', 'nom_long']).where('id', '=', id).executeTakeFirst()

/** Every place of exactly this long name; several may bear it. */
export const lieuxByNomLong = (db: Db, nomLong: string) =>
  db.selectFrom('lieux').select(['id', 'nom_long']).where('nom_long', '=', nomLong).orderBy('id').execute()

/** A place with its type and parent. AppError `introuvable` where there is none of this id. */
export async function findLieu(db: Db, id: number) {
  const lieu = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .leftJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select([
      'lieux.id',
      'lieux.nom',
      'lieux.code',
      'lieux.type_id',
      'lieux.lieu_parent_id',
      'lieux.latitude',
      'lieux.longitude',
      'lieux.note',
      'lieux.nom_long',
      'lieux.chemin',
      'lieux.version',
      'types_lieux.nom as type_nom',
      'parent.nom_long as parent_nom_long',
    ])
    .where('lieux.id', '=', id)
    .executeTakeFirst()
  if (!lieu) throw new AppError('introuvable', 'Ce lieu n’existe pas, ou il a été supprimé.')
  return lieu
}

export type Lieu = Awaited<ReturnType<typeof findLieu>>

/** The places of a path (`idsOf`, `ancestorIds`) from the root down, with what long names are made of. */
export async function placesOnPath(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.id', 'lieux.nom', 'types_lieux.dans_nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieux.id'), ids))
    .orderBy((eb) => eb.fn('length', ['lieux.chemin']))
    .execute()
}

/** Current long names by id, for pages that show places kept inside records. Unknown ids are absent. */
export const nomLongByIds = (
  db: Db,
  ids: Iterable<number>,
  remember: Remember = readAnew,
): Promise<Map<number, string>> =>
  rememberEach(remember, 'nom_long', ids, async (missing) => {
    const rows = await longNames(db, { ids: missing }, '')
    return new Map(rows.map(({ id, nom_long }) => [id, nom_long]))
  })

const longNames = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids)),
)

/** Best first: those `ahead`, short names before long ones, then the shorter way up. */
const ranked = (db: Db, limit: number, ahead: Expression<SqlBool>) =>
  db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .orderBy((eb) => eb.case().when(ahead).then(0).else(1).end())
    .orderBy((eb) => eb.fn('length', ['nom_tri']))
    .orderBy((eb) => eb.fn('length', ['nom_long']))
    .orderBy('nom_tri')
    .orderBy('id')
    .limit(limit)

/**
 * Places offered for a typed text, accents and case aside, at most `limit`: first those whose name begins so (a range of an
 * index), then, if there is room, those of whose long name each typed word begins a word (one scan of an index).
 */
export async function suggestLieux(db: Db, text: string, limit: number) {
  const prefixes = namePrefixes(text)
  if (prefixes.length === 0) return []
  const first = await ranked(db, limit, sql.lit(true))
    .where((eb) =>
      eb.or(prefixes.map((prefix) => eb.and([eb('nom_tri', '>=', prefix), eb('nom_tri', '<', `${prefix}${LAST}`)]))),
    )
    .execute()
  if (first.length === limit) return first
  const known = first.map((lieu) => lieu.id)
  // A place that is called so comes before those that lie in one.
  const ownName = everyWord(text, sql<string>`' ' || nom_tri || ' '`)
  const others = await ranked(db, limit - first.length, ownName)
    .where('id', 'in', matchingIds(db, text, await narrowing(db, text)))
    .where((eb) => eb.not(dialectOf(db).sql.inList(eb.ref('id'), known)))
    .execute()
  return [...first, ...others]
}

/** Ids of the places in whose long name each typed word begins a word, in any order; looked for where `narrowing` says. */
export const matchingIds = (db: Db, text: string, where?: Narrowing) =>
  db
    .selectFrom('lieux')
    .select('lieux.id')
    .$if(where !== undefined, (query) => query.where(within(db, where ?? { ids: [], chemins: [] })))
    .where(everyWord(text, sql<string>`recherche`))

/** Does each typed word begin a word of this column (folded words between blanks)? */
function everyWord(text: string, column: Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'lieux'>()
  return eb.and(wordPatterns(text).map((patterns) => eb.or(patterns.map((pattern) => eb(column, 'like', pattern)))))
}

/** Levels below a path: 0 for a place without children. */
export async function heightBelow(db: Db, chemin: string): Promise<number> {
  const slashes = (column: RawBuilder<unknown>) => sql<number>`length(${column}) - length(replace(${column}, '/', ''))`
  const deepest = await db
    .selectFrom('lieux')
    .select(slashes(sql.ref('chemin')).as('slashes'))
    .where('chemin', '>=', chemin)
    .where('chemin', '<', endOfRange(chemin))
    .orderBy('slashes', 'desc')
    .limit(1)
    .executeTakeFirst()
  return deepest ? deepest.slashes - 1 - idsOf(chemin).length : 0
}

/** A place that is needed for anything cannot be deleted. */
export async function usesOf(db: Db, id: number): Promise<LieuUses> {
  const { lieux, sources, orthographes, registres } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('orthographes')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('lieu_id', '=', id)
        .$asScalar()
        .as('orthographes'),
      eb
        .selectFrom('registres')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('lieu_id', '=', id)
        .$asScalar()
        .as('registres'),
      eb
        .selectFrom('lieux')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('lieu_parent_id', '=', id)
        .$asScalar()
        .as('lieux'),
      eb
        .selectFrom('sources')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('lieu_id', '=', id)
        .$asScalar()
        .as('sources'),
    ])
    .executeTakeFirstOrThrow()
  const counted = {
    lieux: lieux ?? 0,
    sources: sources ?? 0,
    orthographes: orthographes ?? 0,
    registres: registres ?? 0,
  }
  return { ...counted, releves: await countQuotes(db, id) }
}

/** Types in their order, for the choice of a form or filter. */
export const typesLieuxChoices = (db: Db) =>
  db.selectFrom('types_lieux').select(['id', 'nom']).orderBy('ordre').orderBy('nom_key').execute()

export type TypeChoice = Awaited<ReturnType<typeof typesLieuxChoices>>[number]
