// A large archive, the same at each run, made by the database itself: what a transcriber works in.
import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../db/migrations/engines/index.ts'
import { GENRES, partsOfGenre } from '../../src/champs/genres.ts'
import { dialectOf } from '../../src/db/dialect/index.ts'
import type { Db } from '../../src/db/schema.ts'
import { createTypeFromModel, modelByKey } from '../../src/features/types-sources/actions/models.ts'
import { sortKey } from '../../src/lib/text.ts'
import { insert, upTo } from './made-rows.ts'
import { NOW } from './random.ts'

/** Sections; source n lies in section 1 + n % SECTIONS, user 2 is a member of section 2. */
export const SECTIONS = 10
const NAMES = 4000
/** Different values that one source holds in one field. */
const PER_SOURCE = 300
const BATCH = 25_000

export interface Size {
  records: number
  sources: number
  /** Every other source of a section is a register of marriages: fields of two types share their values. */
  isMixed?: boolean
}

const START = 'Le Du Ma Ro Bré Her Jo Pe Gui Tré Ker Mo Bo La Cou Fou Gau Hu Ni Lan'.split(' ')
const MIDDLE = 'ri lo ne be vé ma che gu tte lla na bi ra sso'.split(' ')
const END = 'n t c l u ais ou el on eau ard ier in et oux'.split(' ')
export const pick = (list: readonly string[], n: number): string => list[n % list.length] as string

/** Names that begin in few ways, as names do: one prefix finds many. */
export const names = Array.from({ length: NAMES }, (_, n) => {
  const nom = `${pick(START, n)}${pick(MIDDLE, Math.floor(n / 20))}${pick(END, Math.floor(n / 280))}`
  return { i: n, nom, cle: sortKey(nom) }
})

async function createType(db: Db, key: string): Promise<number> {
  const model = modelByKey(key)
  if (!model) throw new Error(`no model ${key}`)
  return createTypeFromModel(db, model)
}

async function fillAround(db: Db, { records, sources: nbSources, isMixed }: Size): Promise<void> {
  const nbLieux = Math.max(1, Math.floor(nbSources / 5))
  await sql`create table noms (i integer primary key, nom text not null, cle text not null)`.execute(db)
  for (const { i, nom, cle } of names) await sql`insert into noms values (${i}, ${nom}, ${cle})`.execute(db)
  const users = 'name, name_key, email, email_key, password_hash, role, created_at, updated_at'
  const role = sql`case i when 1 then 'admin' else 'membre' end`
  await insert(db, 'users', users, 20, sql`'u' || i, 'u' || i, 'u' || i, 'u' || i, '', ${role}, ${NOW}, ${NOW}`)
  await insert(db, 'sections', 'nom, nom_key', SECTIONS, sql`'Section ' || i, 'section ' || i`)
  const member = sql`1 + i % ${sql.lit(SECTIONS)}, 1 + i, ${dialectOf(db).sql.booleanLiteral(false)}`
  await insert(db, 'section_membres', 'section_id, user_id, is_manager', 19, member)
  const lieux = 'nom, nom_tri, nom_long, chemin, recherche, created_at, updated_at'
  const lieu = sql`'Lieu ' || i, 'lieu ' || i, 'Lieu ' || i, '/' || i || '/', ' lieu ' || i || ' ', ${NOW}, ${NOW}`
  await insert(db, 'lieux', lieux, nbLieux, lieu)
  const type = await createType(db, 'baptemes')
  const other = isMixed ? await createType(db, 'mariages_paroissiaux') : type
  const sources =
    'titre, titre_tri, type_source_id, lieu_id, section_id, annee_debut, annee_fin, status, nb_releves, created_at, updated_at'
  const per = Math.floor(records / nbSources)
  const source = sql`'Source ' || i, 'source ' || i,
    case when i % ${sql.lit(2 * SECTIONS)} < ${sql.lit(SECTIONS)} then ${sql.lit(type)} else ${sql.lit(other)} end, 1 + i % ${sql.lit(nbLieux)},
    1 + i % ${sql.lit(SECTIONS)}, 1600, 1800, 'en_cours', ${sql.lit(per)}, ${NOW}, ${NOW}`
  await insert(db, 'sources', sources, nbSources, source)
}

/** Records `from` to `from + n`, their search entries beside them. */
async function fillReleves(db: Db, nbSources: number, from: number, n: number): Promise<void> {
  const named = (factor: number) => sql`(k * ${sql.lit(factor)} % ${sql.lit(NAMES)})`
  const rows = sql`${upTo(n)}, d as (select i + ${sql.lit(from)} as k,
      (1600 + i % 200) || '-0' || (1 + i % 9) || '-1' || (i % 10) as jour from n)`
  const json = sql`'{"nom":"' || a.nom || '","prenom":"' || b.nom || '","nom_pere":"' || a.nom || '","prenom_pere":"' || c.nom
    || '","nom_mere":"' || b.nom || '","date_evenement":{"valeur":"' || jour || '","calendrier":"gregorien","iso":"' || jour || '"}}'`
  await sql`${rows} insert into releves (source_id, data, created_by, created_at, updated_at)
    select 1 + k % ${sql.lit(nbSources)}, cast(cast(${json} as text) as ${engineOf(db).json}), 2, ${NOW}, ${NOW}
    from d join noms a on a.i = ${named(7)} join noms b on b.i = ${named(13)} join noms c on c.i = ${named(29)}`.execute(
    db,
  )
}

/** The search entries of these records, made where they are stored: one by one they would take longer than all the rest. */
const SEARCH: Record<string, RawBuilder<unknown>> = {
  SQLite: sql`insert into releves_fts (rowid, nom, prenom, texte, f)
    select cast(1 + julianday(r.date_evenement) - julianday('0001-01-01') as integer) * 268435456 + r.id, a.cle, b.cle, c.cle,
      '§s' || r.source_id || ' §na' || replace(a.cle, ' ', ' §na') || ' §pa' || replace(b.cle, ' ', ' §pa') from`,
  PostgreSQL: sql`insert into releve_recherche (jour, releve_id, source_id, tsv)
    select 1 + (cast(r.date_evenement as date) - date '0001-01-01'), r.id, r.source_id,
      array_to_tsvector(array['§s' || r.source_id, '§na' || a.cle, '§pa' || b.cle, a.cle, b.cle, c.cle]) from`,
}

async function fillSearch(db: Db, from: number, n: number): Promise<void> {
  const named = (factor: number) => sql`(r.id * ${sql.lit(factor)} % ${sql.lit(NAMES)})`
  const [first, last] = [sql.lit(from), sql.lit(from + n)]
  await sql`${SEARCH[dialectOf(db).label]} releves r join noms a on a.i = ${named(7)} join noms b on b.i = ${named(13)}
    join noms c on c.i = ${named(29)} where r.id > ${first} and r.id <= ${last} order by 1, 2`.execute(db)
}

/** For each field of text and each source, PER_SOURCE of the names, some of them in many records. */
async function fillValues(db: Db, nbSources: number): Promise<void> {
  const champs = await db
    .selectFrom('champs')
    .select(['id', 'type_source_id'])
    .where('type', '=', 'text')
    .where('completion', '=', true)
    .execute()
  for (const { id, type_source_id } of champs) {
    for (let from = 0; from < nbSources; from += 100) {
      await sql`${upTo(PER_SOURCE)} insert into valeurs_sources (champ_id, source_id, cle, valeur, n)
        select ${sql.lit(id)}, s.id, noms.cle, noms.nom, 1 + (s.id * n.i) % 9 from n
        cross join sources s join noms on noms.i = (s.id * 31 + n.i * 13) % ${sql.lit(NAMES)}
        where s.type_source_id = ${sql.lit(type_source_id)} and s.id > ${sql.lit(from)} and s.id <= ${sql.lit(from + 100)}
        on conflict do nothing`.execute(db)
    }
    // Field by field: PostgreSQL breaks a statement off after ten seconds.
    const named = sql`',' || string_agg(case when rang <= 25 then cast(source_id as text) end, ',') || ','`
    await sql`insert into valeurs (champ_id, cle, valeur, n, sources) select champ_id, cle, valeur, count(*), ${named} from (
        select *, row_number() over (partition by champ_id, cle, valeur order by source_id) as rang from valeurs_sources
        where champ_id = ${sql.lit(id)}) as ranged
      group by champ_id, cle, valeur`.execute(db)
  }
}

/** As the task of the migration does. */
async function fillGenres(db: Db): Promise<void> {
  for (const genre of GENRES) {
    const champs = sql`select id from champs where type = 'text' and partie in (${sql.join(partsOfGenre(genre))})`
    await sql`insert into valeurs_genres (genre, cle, valeur, n) select ${sql.lit(genre)}, cle, valeur, sum(n) from valeurs
      where champ_id in (${champs}) group by cle, valeur`.execute(db)
  }
}

/** Fills an empty database; tells what it holds now, in a line. */
export async function fillArchive(db: Db, size: Size): Promise<string> {
  const { records, sources } = size
  const before = performance.now()
  await fillAround(db, size)
  for (let from = 0; from < records; from += BATCH) {
    await fillReleves(db, sources, from, Math.min(BATCH, records - from))
    await fillSearch(db, from, BATCH)
  }
  await fillValues(db, sources)
  await fillGenres(db)
  await sql`analyze`.execute(db)
  const { n } = await db
    .selectFrom('valeurs_sources')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return `  ${records} records and ${n} values in ${((performance.now() - before) / 1000).toFixed(0)} s`
}
