// An archive of many sources, the same at each run, made by the database itself: what lists and dashboards add up.
import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../db/migrations/engines/index.ts'
import { dialectOf } from '../../src/db/dialect/index.ts'
import { type Db, SOURCE_STATUSES } from '../../src/db/schema.ts'
import { insert, upTo } from './made-rows.ts'
import { NOW } from './random.ts'

const SECTIONS = 20
const USERS = 60
const TYPES = 10
/** Records written by one statement, which PostgreSQL breaks off after ten seconds. */
const BATCH = 20_000

export interface Size {
  sources: number
  records: number
  /** When the records were entered, one after the other in turn. */
  instants: readonly string[]
}

export const placesFor = (sources: number): number => Math.max(50, Math.floor(sources / 2))

/** One of `list` by the number of the row. */
export const cycled = (list: readonly string[], number = sql.ref('i')) =>
  sql`case ${number} % ${sql.lit(list.length)} ${sql.join(
    list.map((text, index) => sql`when ${sql.lit(index)} then ${sql.lit(text)}`),
    sql` `,
  )} end`

const text = (parts: RawBuilder<unknown>) => sql`cast(${parts} as text)`

async function fillAround(db: Db, nbLieux: number): Promise<void> {
  const role = cycled(['membre', 'membre', 'membre', 'gestionnaire', 'admin'])
  const users = 'name, name_key, email, email_key, password_hash, role, created_at, updated_at'
  await insert(
    db,
    'users',
    users,
    USERS,
    sql`'lecteur' || i, 'lecteur' || i, 'l' || i, 'l' || i, '', ${role}, ${NOW}, ${NOW}`,
  )
  await insert(db, 'sections', 'nom, nom_key', SECTIONS, sql`'Section ' || i, 'section ' || i`)
  await insert(db, 'types_sources', 'nom, nom_key', TYPES, sql`'Type ' || i, 'type ' || i`)
  const d = dialectOf(db)
  await insert(
    db,
    'section_membres',
    'section_id, user_id, is_manager',
    USERS * 2,
    sql`1 + i % ${sql.lit(SECTIONS)}, 1 + i / 2 % ${sql.lit(USERS)}, ${d.sql.booleanLiteral(true)}`,
  )
  const named = sql`case when i = 1 then 'Bretagne' else 'Lieu ' || i || ', Bretagne' end`
  const path = sql`case when i = 1 then '/1/' else '/1/' || i || '/' end`
  const parent = sql`nullif(cast(i > 1 as integer), 0)`
  await insert(
    db,
    'lieux',
    'nom, nom_tri, lieu_parent_id, nom_long, chemin, recherche, created_at, updated_at',
    nbLieux,
    sql`'Lieu ' || i, 'lieu ' || i, ${parent}, ${named}, ${path}, ' lieu ' || i || ' ', ${NOW}, ${NOW}`,
  )
}

/** `n` records after the first `from`, spread evenly over the sources and over the instants at which they were entered. */
async function fillReleves(db: Db, { sources, instants }: Size, from: number, n: number): Promise<void> {
  const person = sql`'{"nom":"NOM' || (k % 3000) || '","prenom":"Jeanne","profession_pere":"laboureur ' || (k % 97) || '"'`
  const date = sql`',"date_evenement":{"valeur":"' || day || '","calendrier":"gregorien","iso":"' || day || '"}}'`
  await sql`${upTo(n)}, counted as (select i + ${sql.lit(from)} as k from n),
    dated as (select k, (1600 + k % 250) || '-0' || (1 + k % 9) || '-1' || (k % 10) as day, ${cycled(instants, sql.ref('k'))} as at from counted)
    insert into releves (source_id, data, created_by, created_at, updated_at)
    select 1 + k % ${sql.lit(sources)}, cast(${text(sql`${person} || ${date}`)} as ${engineOf(db).json}),
      1 + k % ${sql.lit(USERS)}, at, at from dated`.execute(db)
}

/** Fills an empty database. */
export async function fillRegister(db: Db, size: Size): Promise<void> {
  const { sources, records } = size
  const nbLieux = placesFor(sources)
  await fillAround(db, nbLieux)
  const columns =
    'titre, titre_tri, type_source_id, lieu_id, section_id, cote, annee_debut, annee_fin, status, nb_releves, created_at, updated_at'
  const section = sql`case when i % 11 = 0 then null else 1 + i % ${sql.lit(SECTIONS)} end`
  const status = cycled(SOURCE_STATUSES)
  // 7919 is prime: the order of titles is not the order of ids.
  const titre = sql`'Baptêmes de Lieu ' || (i * 7919 % 10007) || ', registre ' || i`
  const key = sql`'baptemes de lieu ' || (i * 7919 % 10007) || ' registre ' || i`
  const per = Math.floor(records / sources)
  await insert(
    db,
    'sources',
    columns,
    sources,
    sql`${titre}, ${key}, 1 + i % ${sql.lit(TYPES)}, 1 + i * 31 % ${sql.lit(nbLieux)}, ${section}, '10 NUM ' || i,
      1600 + i % 250, 1620 + i % 250, ${status}, ${sql.lit(per)}, ${NOW}, ${NOW}`,
  )
  await insert(db, 'source_membres', 'source_id, user_id', sources, sql`i, 1 + i * 13 % ${sql.lit(USERS)}`)
  for (let from = 0; from < records; from += BATCH) await fillReleves(db, size, from, Math.min(BATCH, records - from))
  // As the application counts them (features/releves/actions/activity.ts).
  await sql`insert into source_mois (source_id, mois, n)
    select source_id, substr(created_at, 1, 7), count(*) from releves group by 1, 2`.execute(db)
  await sql`analyze`.execute(db)
}
