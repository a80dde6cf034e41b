import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { breathe } from '../../lib/breath.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { idsBelow } from '../lieux/queries/places.ts'
import { champsByType } from '../types-sources/queries.ts'
import type { BookFilter } from './form.ts'
import { type BookLine, coupleLines, dayBounds, inOrder, linesOf, MAX_LINES, nameLines } from './rules.ts'

/** A book is of one source, or of a place and all below it. */
export type BookScope = { source: number } | { chemin: string }

/** The sources that this reader sees, with what the title page says of them. */
export const sourcesOfBook = (db: Db, user: CurrentUser, scope: BookScope) =>
  db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .leftJoin('depots', 'depots.id', 'sources.depot_id')
    .select(['sources.id', 'titre', 'type_source_id', 'acte', 'nb_releves', 'cote', 'annee_debut', 'annee_fin'])
    .select(['annees', 'lacunes', 'types_sources.nom as type', 'lieux.nom_long as lieu', 'sections.nom as section'])
    .select(['depots.nom as depot', 'depots.licence'])
    .where(visibleSources(user))
    .$if('source' in scope, (query) => query.where('sources.id', '=', 'source' in scope ? scope.source : 0))
    .$if('chemin' in scope, (query) =>
      query.where('sources.lieu_id', 'in', idsBelow(db, 'chemin' in scope ? scope.chemin : '')),
    )
    .orderBy('lieux.nom_tri')
    .orderBy('titre_tri')
    .orderBy('sources.id')
    .execute()

export type BookSource = Awaited<ReturnType<typeof sourcesOfBook>>[number]

const idsOfSources = (sources: readonly { id: number }[]) => sources.map(({ id }) => id)

/** Acts of these sources by year, in order, as the counters have them. */
export async function yearsOfBook(db: Db, sources: readonly BookSource[]): Promise<[annee: number, n: number][]> {
  if (sources.length === 0) return []
  const rows = await db
    .selectFrom('source_annees')
    .select('annee')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where((eb) => dialectOf(db).sql.inList(eb.ref('source_id'), idsOfSources(sources)))
    .groupBy('annee')
    .orderBy('annee')
    .execute()
  return rows.map(({ annee, n }): [number, number] => [annee, Number(n)]).filter(([, n]) => n > 0)
}

const BATCH = 500

/** The acts of a source in these years, a batch at a time, in no order that matters. */
async function* actsOf(db: Db, sourceId: number, filter: BookFilter) {
  const { from, before } = dayBounds(filter)
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('releves')
      .select(['id', 'data', 'etats', 'date_evenement as jour', 'created_by'])
      .where('source_id', '=', sourceId)
      .where('id', '>', after)
      .$if(from !== undefined, (query) => query.where('date_evenement', '>=', from ?? ''))
      .$if(before !== undefined, (query) => query.where('date_evenement', '<', before ?? ''))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
    await breathe()
  }
}

export interface Gathered {
  noms: BookLine[]
  couples: BookLine[]
  actes: number
  /** Ids of who entered the acts. */
  auteurs: ReadonlySet<number>
  /** Not all acts were read: these are more than a book holds. */
  isTooLong: boolean
}

/** All acts of the part, a batch at a time, each batch with the type of its source and the number of that. */
async function* batchesOf(db: Db, sources: readonly BookSource[], filter: BookFilter) {
  const types = sources.map(({ type_source_id }) => type_source_id)
  const champsOf = await champsByType(db, types)
  for (const [at, { id, acte, type, type_source_id }] of sources.entries()) {
    const ofType = { acte, type, champs: champsOf(type_source_id) }
    for await (const acts of actsOf(db, id, filter)) yield { acts, type: ofType, number: at + 1 }
  }
}

/** Reads the acts of a book, and stops where they are too many. `most`: acts read at most. */
export async function gatherBook(
  db: Db,
  sources: readonly BookSource[],
  filter: BookFilter,
  most: number,
): Promise<Gathered> {
  const auteurs = new Set<number>()
  const book: Gathered = { noms: [], couples: [], actes: 0, auteurs, isTooLong: false }
  for await (const { acts, type, number } of batchesOf(db, sources, filter)) {
    if (filter.table !== 'couples') book.noms.push(...acts.flatMap((act) => nameLines(type, act, number)))
    if (filter.table !== 'noms') book.couples.push(...acts.flatMap((act) => coupleLines(type, act, number)))
    for (const author of acts.flatMap(({ created_by }) => created_by ?? [])) auteurs.add(author)
    book.actes += acts.length
    if (linesOf(book) > MAX_LINES || book.actes > most) return { ...book, isTooLong: true }
  }
  inOrder(book.noms)
  inOrder(book.couples)
  return book
}
