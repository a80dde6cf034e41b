import { type ExpressionBuilder, sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import { type Db, type Schema, SOURCE_STATUSES, type SourceStatus } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import type { YearCounts } from '../couverture/board/rules.ts'
import { actOfType, coverageOfPlaces } from '../couverture/queries.ts'
import { type SourceExpression, visibleSources } from '../droits/policy.ts'
import { EVERY_SOURCE, matches } from '../sources/queries/filter.ts'
import type { CarteFilter, CarteView } from './rules/addresses.ts'

const hasStatus = (statut: SourceStatus) => sql`sources.status = ${sql.lit(statut)}`

/** A column of the sources that have the status asked for, null of the others. */
const ofStatus = (statut: SourceStatus | null, column: ReturnType<typeof sql<number>>) =>
  statut === null ? column : sql<number>`case when ${hasStatus(statut)} then ${column} end`

const count = (statut: SourceStatus) => sql<number>`sum(case when ${hasStatus(statut)} then 1 else 0 end)`

/**
 * The places where sources this user sees have records, each with how many of both. A status narrows what is counted, not which
 * places have records: where a register is still to be begun, others of the place tell that it is one of ours.
 */
function places(db: Db, user: CurrentUser, filter: CarteFilter) {
  const { statut } = filter
  const one = ofStatus(statut, sql`1`)
  const query = db
    .selectFrom('sources')
    .select('sources.lieu_id')
    .select([
      sql<number>`count(${one})`.as('sources'),
      sql<number>`coalesce(sum(${ofStatus(statut, sql`sources.nb_releves`)}), 0)`.as('releves'),
    ])
    .where('sources.lieu_id', 'is not', null)
    .where(visibleSources(user))
    .where(matches(db, user.id, { ...EVERY_SOURCE, ...filter, statut: null }))
    .groupBy('sources.lieu_id')
    .having(sql`sum(sources.nb_releves)`, '>', 0)
  return statut === null ? query : query.having(sql`count(${one})`, '>', 0)
}

/** Adds the years, and how many sources have each status. */
const detailed = (db: Db, user: CurrentUser, filter: CarteFilter) =>
  places(db, user, filter)
    .select([
      sql<number | null>`min(${ofStatus(filter.statut, sql`coalesce(sources.annee_debut, sources.annee_fin)`)})`.as(
        'annee_debut',
      ),
      sql<number | null>`max(${ofStatus(filter.statut, sql`coalesce(sources.annee_fin, sources.annee_debut)`)})`.as(
        'annee_fin',
      ),
    ])
    .select(SOURCE_STATUSES.map((status) => count(status).as(status)))

const located = (eb: ExpressionBuilder<Schema, 'lieux'>) =>
  eb.and([eb('lieux.latitude', 'is not', null), eb('lieux.longitude', 'is not', null)])

const FIGURES = ['p.sources', 'p.releves', 'p.annee_debut', 'p.annee_fin'] as const
const COUNTS = SOURCE_STATUSES.map((status) => `p.${status}` as const)

/** Every geolocated place of the map with all its figures, in the order of ids: neighbours were made together, and compress together. */
export const lieuxOfCarte = (db: Db, user: CurrentUser, filter: CarteFilter) =>
  db
    .selectFrom(detailed(db, user, filter).as('p'))
    .innerJoin('lieux', 'lieux.id', 'p.lieu_id')
    .select(['lieux.id', 'lieux.nom_long', 'lieux.latitude', 'lieux.longitude', ...FIGURES, ...COUNTS])
    .where(located)
    .orderBy('lieux.id')
    .execute()

export type LieuOfCarte = Awaited<ReturnType<typeof lieuxOfCarte>>[number]

/** This part of a degree is about a metre. */
const SMALLEST = 100_000
const whole = (degrees: 'lieux.latitude' | 'lieux.longitude') =>
  sql<number>`cast(round(${sql.ref(degrees)} * ${sql.lit(SMALLEST)}) as integer)`

/**
 * Gives only what the map draws, each column as the text of a JSON array, coordinates in hundred thousandths of a degree:
 * twenty thousand rows cost the driver more than the database.
 */
export function columnsOfCarte(db: Db, user: CurrentUser, filter: CarteFilter) {
  const { jsonList } = dialectOf(db).sql
  const points = db
    .selectFrom(places(db, user, filter).as('p'))
    .innerJoin('lieux', 'lieux.id', 'p.lieu_id')
    .select(['lieux.id', 'lieux.nom_long', 'p.sources', 'p.releves'])
    .select([whole('lieux.longitude').as('longitude'), whole('lieux.latitude').as('latitude')])
    .where(located)
    .orderBy('lieux.id')
  const column = (name: keyof ColumnsOfCarte) => jsonList(sql.ref(`point.${name}`)).as(name)
  return db.selectFrom(points.as('point')).select(COLUMNS.map(column)).executeTakeFirstOrThrow()
}

const COLUMNS = ['id', 'nom_long', 'longitude', 'latitude', 'sources', 'releves'] as const
export type ColumnsOfCarte = Record<(typeof COLUMNS)[number], string>

/** A page of the same places as a list, by name. */
export const listLieux = (db: Db, user: CurrentUser, filter: CarteFilter, { parPage, offset }: Paging) =>
  db
    .selectFrom(detailed(db, user, filter).as('p'))
    .innerJoin('lieux', 'lieux.id', 'p.lieu_id')
    .select(['lieux.id', 'lieux.nom_long', ...FIGURES, ...COUNTS])
    .where(located)
    .orderBy('lieux.nom_tri')
    .orderBy('lieux.id')
    .limit(parPage)
    .offset(offset)
    .execute()

export type LieuRow = Awaited<ReturnType<typeof listLieux>>[number]

/** How many places are on the map, and how many would be if they had coordinates. */
export const countLieux = (db: Db, user: CurrentUser, filter: CarteFilter) =>
  db
    .selectFrom(places(db, user, filter).as('p'))
    .innerJoin('lieux', 'lieux.id', 'p.lieu_id')
    .select((eb) => [
      eb.fn.count<number>('lieux.latitude').as('situes'),
      sql<number>`count(*) - count(lieux.latitude)`.as('sans_position'),
    ])
    .executeTakeFirstOrThrow()

/** The sources of a place that this user sees and the filter asks for, by title. */
export const sourcesAt = (db: Db, user: CurrentUser, filter: CarteFilter, lieuId: number) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .select(['sources.id', 'sources.titre', 'sources.annee_debut', 'sources.annee_fin', 'sources.status'])
    .select(['sources.nb_releves', 'types_sources.nom as type_nom'])
    .where('sources.lieu_id', '=', lieuId)
    .where((eb: SourceExpression) => visibleSources(user)(eb))
    .where((eb: SourceExpression) => matches(db, user.id, { ...EVERY_SOURCE, ...filter })(eb))
    .orderBy('sources.titre_tri')
    .orderBy('sources.id')
    .execute()

export type SourceAt = Awaited<ReturnType<typeof sourcesAt>>[number]

/**
 * Years of these places by state, where the layer is asked for: in the years of the filter and of the kind of act of its type, as
 * the coverage of a place is; a status says which places are shown, not which of their years are known.
 */
export async function layerOf(
  db: Db,
  user: CurrentUser,
  { couche, type, annee_debut, annee_fin }: CarteView,
  ids: readonly number[],
): Promise<ReadonlyMap<number, YearCounts> | undefined> {
  if (couche === null) return undefined
  const acte = type === null ? null : await actOfType(db, type)
  return coverageOfPlaces(db, user, ids, { de: annee_debut, a: annee_fin, acte })
}

// Prime, and small enough for sums over a million rows to stay whole numbers in JavaScript.
const SPREAD = sql.lit(65_521)

/**
 * Changes whenever the map of this user may: every write of a source, a place or a type of place counts a version up, every write
 * of a record adds a line to the history and changes the number of its source, and a source that comes or goes changes the ids.
 * Where the layer is asked for, so does every line of the inventory, what takes it, and the kind of act of a type of source.
 */
export async function carteVersion(db: Db, user: CurrentUser, couche: CarteView['couche'] = null): Promise<string> {
  const marks = [await sourcesVersion(db, user)]
  if (couche !== null) marks.push(await inventoryVersion(db))
  return marks.join('/')
}

async function sourcesVersion(db: Db, user: CurrentUser): Promise<string> {
  const weight = sql`(cast(sources.id as bigint) % ${SPREAD} + 1)`
  const marks = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('sources')
        .select(
          sql<string>`count(*) || '.' || coalesce(sum(sources.version), 0) || '.' || coalesce(sum(sources.nb_releves), 0) || '.' ||
            coalesce(sum(${weight} * ${weight}), 0) || '.' || coalesce(sum(${weight} * (sources.nb_releves % ${SPREAD})), 0)`.as(
            'm',
          ),
        )
        .where(visibleSources(user))
        .as('sources'),
      eb
        .selectFrom('releve_versions')
        .select((e) => e.fn.max<number | null>('id').as('m'))
        .as('releves'),
      eb
        .selectFrom('lieux')
        .select(sql<string>`count(*) || '.' || coalesce(max(id), 0) || '.' || coalesce(sum(version), 0)`.as('m'))
        .as('lieux'),
      eb
        .selectFrom('types_lieux')
        .select(sql<string>`count(*) || '.' || coalesce(sum(version), 0)`.as('m'))
        .as('types'),
    ])
    .executeTakeFirstOrThrow()
  return [marks.sources, marks.releves, marks.lieux, marks.types].join('/')
}

/** No id of the inventory is given twice, and every write of a line counts its version up. */
async function inventoryVersion(db: Db): Promise<string> {
  const rest = (column: string) => sql`(cast(${sql.ref(column)} as bigint) % ${SPREAD} + 1)`
  const marks = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('registres')
        .select(
          sql<string>`count(*) || '.' || coalesce(max(id), 0) || '.' || coalesce(sum(version), 0) || '.' ||
            coalesce(sum(${rest('id')} * ${rest('id')}), 0)`.as('m'),
        )
        .as('registres'),
      eb
        .selectFrom('registre_sources')
        .select(sql<string>`count(*) || '.' || coalesce(sum(${rest('source_id')} * ${rest('registre_id')}), 0)`.as('m'))
        .as('prises'),
      eb
        .selectFrom('types_sources')
        .select(sql<string>`count(*) || '.' || coalesce(sum(version), 0)`.as('m'))
        .as('types'),
    ])
    .executeTakeFirstOrThrow()
  return [marks.registres, marks.prises, marks.types].join('/')
}
