import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'
import { idsOf } from '../../../lib/place-path.ts'
import type { Rows } from '../../../lib/rows.ts'
import { sortKey } from '../../../lib/text.ts'
import { champsByType, storedText } from '../../types-sources/queries.ts'
import {
  actWord,
  type KnownPlace,
  NOWHERE,
  parentFields,
  Surnames,
  surnameFields,
  type Where,
  whereIs,
  yearOf,
} from './rules.ts'

const BATCH = 1000

/** The sources with records, of a section or (undefined) of the whole site. */
const sourcesOf = (db: Db, sectionId: number | undefined) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['sources.id', 'type_source_id', 'types_sources.nom as type_nom', 'acte', 'lieux.chemin'])
    .where('nb_releves', '>', 0)
    .$if(sectionId !== undefined, (query) => query.where('section_id', '=', sectionId ?? 0))
    .orderBy('sources.id')
    .execute()

type Source = Awaited<ReturnType<typeof sourcesOf>>[number]

/** Says of each place of these paths what others call it. */
export async function placesOf(db: Db, chemins: readonly string[]): Promise<(id: number) => KnownPlace | undefined> {
  const ids = [...new Set(chemins.flatMap(idsOf))]
  if (ids.length === 0) return () => undefined
  const rows = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .select(['lieux.id', 'lieux.nom', 'lieux.code', 'types_lieux.nom as type'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieux.id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => byId.get(id)
}

interface Group {
  where: Where
  word: string
  sources: Source[]
}

/** The sources by commune and by what `wordOf` says of them, in the order of the alphabet. */
async function groupsOf(db: Db, sources: readonly Source[], wordOf: (source: Source) => string): Promise<Group[]> {
  const placeOf = await placesOf(
    db,
    sources.flatMap(({ chemin }) => chemin ?? []),
  )
  const groups = new Map<string, Group>()
  for (const source of sources) {
    const where = source.chemin === null ? NOWHERE : whereIs(source.chemin, placeOf)
    const word = wordOf(source)
    const key = [sortKey(where.commune), where.insee, where.departement, word].join('\t')
    const group = groups.get(key) ?? { where, word, sources: [] }
    groups.set(key, group)
    group.sources.push(source)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** Some fields hold something in an act. */
const holdsOneOf = (fields: readonly string[]) =>
  fields.length === 0
    ? sql<number>`0`
    : sql<number>`case when ${sql.join(
        fields.map((nom) => sql`coalesce(${storedText(nom)}, '') <> ''`),
        sql` or `,
      )} then 1 else 0 end`

interface Cover {
  n: number
  first: string | null
  last: string | null
  filiatifs: number | null
}

/** How many acts a source has, of which years, and how many of them name a parent. */
const coverOf = (db: Db, sourceId: number, parents: readonly string[]): Promise<Cover> =>
  db
    .selectFrom('releves')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.min<string | null>('date_evenement').as('first'),
      eb.fn.max<string | null>('date_evenement').as('last'),
      eb.fn.sum<number | null>(holdsOneOf(parents)).as('filiatifs'),
    ])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()

const least = (years: readonly (number | null)[]): number | null => {
  const known = years.filter((year) => year !== null)
  return known.length === 0 ? null : Math.min(...known)
}
const most = (years: readonly (number | null)[]): number | null => {
  const known = years.filter((year) => year !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const COVERAGE = [
  ...['commune', 'code_insee', 'departement', 'type', 'annee_debut', 'annee_fin', 'nombre'],
  'dont_filiatifs',
]

/** Gives GeneaBank what it asks of an association: communes, kinds of acts, years and numbers, acts that name a parent apart. */
export async function coverageRows(db: Db, sectionId: number | undefined): Promise<Rows> {
  const sources = await sourcesOf(db, sectionId)
  const champsOf = await champsByType(
    db,
    sources.map((source) => source.type_source_id),
  )
  async function* batches() {
    for (const { where, word, sources: ofGroup } of await groupsOf(db, sources, actWord)) {
      const covers: Cover[] = []
      for (const { id, type_source_id } of ofGroup)
        covers.push(await coverOf(db, id, parentFields(champsOf(type_source_id))))
      const total = (of: (cover: Cover) => number | null) => covers.reduce((sum, cover) => sum + (of(cover) ?? 0), 0)
      const years = [least(covers.map(({ first }) => yearOf(first))), most(covers.map(({ last }) => yearOf(last)))]
      const counts = [total(({ n }) => n), total(({ filiatifs }) => filiatifs)]
      yield [[where.commune, where.insee, where.departement, word, ...years, ...counts]]
    }
  }
  return { headers: COVERAGE, batches: batches() }
}

/** The records of a source by id, a batch at a time. */
async function* actsOf(db: Db, sourceId: number) {
  let after = 0
  do {
    const rows: { id: number; data: ReleveData; date_evenement: string | null }[] = await db
      .selectFrom('releves')
      .select(['id', 'data', 'date_evenement'])
      .where('source_id', '=', sourceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield rows
    after = rows.length < BATCH ? 0 : (rows.at(-1)?.id ?? 0)
  } while (after > 0)
}

/** The names written in these fields of an act. */
const namesIn = (data: ReleveData, fields: readonly string[]): string[] =>
  fields.flatMap((field) => {
    const nom = data[field]
    return typeof nom === 'string' ? [nom] : []
  })

async function surnamesOf(db: Db, sources: readonly Source[], fieldsOf: (type: number) => string[]): Promise<Surnames> {
  const surnames = new Surnames()
  for (const { id, type_source_id } of sources) {
    const fields = fieldsOf(type_source_id)
    for await (const acts of actsOf(db, id))
      for (const { data, date_evenement } of acts)
        for (const nom of namesIn(data, fields)) surnames.add(nom, yearOf(date_evenement))
  }
  return surnames
}

/** The types of acts of a commune, as the second cell of a line of the index tells them. */
const wordsOf = (sources: readonly Source[]): string => [...new Set(sources.map(actWord))].sort().join(', ')

const flat = (text: string): string => text.replace(/[;\r\n]+/g, ' ')

/**
 * The lines of Geneanet's index of surnames, which has no line of titles: a surname and a commune, years, how many people bear it
 * in whatever role. Only the surnames of one commune are held at a time.
 */
export async function* surnameIndex(db: Db, sectionId: number | undefined): AsyncGenerator<string, void> {
  const sources = await sourcesOf(db, sectionId)
  const champsOf = await champsByType(
    db,
    sources.map((source) => source.type_source_id),
  )
  for (const { where, sources: ofGroup } of await groupsOf(db, sources, () => '')) {
    const { commune, codeDepartement, pays } = where
    const subRegion = pays === 'FRA' && codeDepartement !== '' ? `F${codeDepartement}` : ''
    const surnames = await surnamesOf(db, ofGroup, (type) => surnameFields(champsOf(type)))
    const end = [commune, subRegion, '', pays, 'R'].map(flat).join(';')
    const lines = surnames
      .all()
      .map(({ nom, first, last, n }) => `${nom};${flat(wordsOf(ofGroup))};${first ?? ''};${last ?? ''};${n};${end}\r\n`)
    if (lines.length > 0) yield lines.join('')
  }
}
