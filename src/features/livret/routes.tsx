import type { Context } from 'hono'
import type { Db } from '../../db/schema.ts'
import { ACT_KINDS } from '../../db/schema-persons.ts'
import { breathe } from '../../lib/breath.ts'
import { markup } from '../../ui/markup.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { longReadsOf } from '../../web/reads.ts'
import { type PageOptions, page, streamedPage } from '../../web/render.tsx'
import { namedContributors } from '../couverture/contributors-queries.ts'
import { coverageOfPlace } from '../couverture/queries.ts'
import { findLieu } from '../lieux/queries/places.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { type BookFilter, bookFilter } from './form.ts'
import { bookTitle, EmptyBook, TooLong } from './part-views.tsx'
import { type BookScope, type BookSource, type Gathered, gatherBook, sourcesOfBook, yearsOfBook } from './queries.ts'
import { type BookLine, linesOf, MAX_LINES, pagesOf, partsByYears } from './rules.ts'
import { BookRows, BookTable } from './table-views.tsx'
import { TitlePage } from './views.tsx'

/** The book of a source, mounted at /sources, and of a place, at /lieux. */
export const sourceBookRoutes = router()
export const placeBookRoutes = router()

/** Acts from which the length of a book is guessed, where there are too many to read them all. */
const SAMPLE = 500

interface Place {
  scope: BookScope
  name: string
  path: string
  back: { href: string; label: string }
}

sourceBookRoutes.get('/:id/livret', async (c) => {
  const { id, titre } = await findVisibleSource(c.var.deps.db, c.var.user, idParam(c))
  const back = { href: `/sources/${id}`, label: titre }
  return book(c, { scope: { source: id }, name: titre, path: `/sources/${id}/livret`, back })
})

placeBookRoutes.get('/:id/livret', async (c) => {
  const { id, nom, nom_long, chemin } = await findLieu(c.var.deps.db, idParam(c))
  const back = { href: `/lieux/${id}`, label: nom }
  return book(c, { scope: { chemin }, name: nom_long, path: `/lieux/${id}/livret`, back })
})

const sumOf = <T,>(list: readonly T[], of: (one: T) => number): number => list.reduce((sum, one) => sum + of(one), 0)

/** The sources of the part that is asked for, and how many acts their counters have. */
async function asked(db: Db, all: readonly BookSource[], filter: BookFilter) {
  const sources = all.filter(({ acte, nb_releves }) => nb_releves > 0 && (filter.acte ?? acte) === acte)
  const years = await yearsOfBook(db, sources)
  const held = sumOf(sources, ({ nb_releves }) => nb_releves)
  const sum = (list: typeof years) => sumOf(list, ([, n]) => n)
  const isOfYears = filter.annee_debut !== null || filter.annee_fin !== null
  const inYears = years.filter(
    ([annee]) => annee >= (filter.annee_debut ?? annee) && annee <= (filter.annee_fin ?? annee),
  )
  return { sources, years: inYears, acts: isOfYears ? sum(inYears) : held, undated: held - sum(years), isOfYears }
}

async function book(c: Context<AppEnv>, place: Place): Promise<Response> {
  const { scope, name, path, back } = place
  const db = longReadsOf(c)
  const raw = readQuery(c)
  const { filter, errors } = bookFilter.read(raw)
  const all = await sourcesOfBook(db, c.var.user, scope)
  const kinds = ACT_KINDS.filter((kind) => all.some(({ acte }) => acte === kind))
  const part = { filter, raw, errors, path, kinds, name }
  const isWrong = Object.keys(errors).length > 0
  const options: PageOptions = { status: isWrong ? 422 : 200, breadcrumb: [back], style: 'imprimes' }
  const { sources, years, acts, undated, isOfYears } = await asked(db, all, filter)
  if (acts === 0 || isWrong) return page(c, bookTitle(name), <EmptyBook {...part} />, options)
  const found = await gatherBook(db, sources, filter, acts > MAX_LINES ? SAMPLE : MAX_LINES)
  if (found.isTooLong || acts > MAX_LINES) {
    const linesPerAct = linesOf(found) / Math.max(found.actes, 1)
    const props = { ...part, actes: acts, undated, linesPerAct, url: bookFilter.address(path, filter) }
    const lists = { byYears: partsByYears(years, linesPerAct), byKind: byKind(sources, linesPerAct) }
    return page(c, bookTitle(name), <TooLong {...props} {...lists} />, options)
  }
  const title = { ...part, sources, undated: isOfYears ? undated : 0, ...(await saidOf(c, place, filter, found)) }
  return streamedPage(c, bookTitle(name), piecesOf(<TitlePage {...title} />, name, found, sources), options)
}

/** The title page says this beside its sources. */
async function saidOf(c: Context<AppEnv>, { scope }: Place, filter: BookFilter, found: Gathered) {
  const { deps, user } = c.var
  const { annee_debut: de, annee_fin: a, acte } = filter
  return {
    ...{ association: deps.settings.read().site_name, now: deps.clock().toISOString() },
    ...{ actes: found.actes, lines: linesOf(found) },
    authors: await namedContributors(deps.db, found.auteurs),
    coverage: 'chemin' in scope ? await coverageOfPlace(deps.db, user, scope.chemin, { de, a, acte }) : undefined,
    isWholeSource: 'source' in scope,
  }
}

const byKind = (sources: readonly BookSource[], linesPerAct: number) =>
  ACT_KINDS.flatMap((acte) => {
    const ofKind = sources.filter((source) => source.acte === acte)
    const actes = sumOf(ofKind, ({ nb_releves }) => nb_releves)
    return actes === 0 ? [] : [{ acte, actes, pages: pagesOf(actes * linesPerAct) }]
  })

const ROWS = 100

/** The HTML of the book, piece by piece, as fast as it is read. */
async function* piecesOf(
  title: Parameters<typeof markup>[0],
  name: string,
  found: Gathered,
  sources: readonly BookSource[],
) {
  const hasSources = sources.length > 1
  yield markup(title)
  for (const [table, lines] of [
    ['noms', found.noms],
    ['couples', found.couples],
  ] as const) {
    if (lines.length === 0) continue
    const [before = '', after = ''] = markup(<BookTable {...{ table, name, hasSources }} />).split('</table>')
    yield before
    for (let at = 0; at < lines.length; at += ROWS) {
      yield rowsOf(table, lines, at, hasSources)
      await breathe()
    }
    yield `</table>${after}`
  }
}

const rowsOf = (table: 'noms' | 'couples', lines: readonly BookLine[], at: number, hasSources: boolean): string =>
  markup(<BookRows {...{ table, hasSources }} lines={lines.slice(at, at + ROWS)} above={lines[at - 1]} />)
