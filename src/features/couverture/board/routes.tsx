import type { Context } from 'hono'
import { readPlaceFilter } from '../../../champs/place-choice.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { type Body, readQuery } from '../../../web/form.ts'
import { readPaging } from '../../../web/pagination.ts'
import { readsOf } from '../../../web/reads.ts'
import { page } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { lieuPath, typesLieuxChoices } from '../../lieux/queries/places.ts'
import { sectionsSeen } from '../../sources/queries/sources.ts'
import { boardFilter } from './form.ts'
import { boardPieces } from './queries.ts'
import { boardRows } from './rows.ts'
import { type BoardLine, boardLines, type DrawnLine, drawnLine, sortedLines, totalsByAct } from './rules.ts'
import { BoardPage, PATH, TITLE } from './views.tsx'

/** The board of all places or sections, mounted at /couverture. */
export const boardRoutes = router()

/** The place and the filter of an address. */
async function asked(c: Context<AppEnv>, raw: Body) {
  const db = readsOf(c)
  const lieu = await readPlaceFilter(raw, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  return { lieu, ...boardFilter.read(raw, { lieu: place ?? null }) }
}

async function boardOf(c: Context<AppEnv>, { filter }: Pick<Awaited<ReturnType<typeof asked>>, 'filter'>) {
  const { pieces, names } = await boardPieces(readsOf(c), c.var.user, filter)
  const years = { de: filter.annee_debut, a: filter.annee_fin }
  const drawn = (line: BoardLine) => drawnLine(line, years)
  return { lines: sortedLines(boardLines(pieces, years), names, filter), names, drawn }
}

boardRoutes.get('/', async (c) => {
  const db = readsOf(c)
  const query = readQuery(c)
  const paging = readPaging(query)
  const { lieu, filter, errors } = await asked(c, query)
  const [{ lines, names, drawn }, niveaux, sections] = await Promise.all([
    boardOf(c, { filter }),
    typesLieuxChoices(db),
    sectionsSeen(db, c.var.user),
  ])
  const shown = lines.slice(paging.offset, paging.offset + paging.parPage).map(drawn)
  const url = boardFilter.address(PATH, filter, query)
  const exportUrl = (extension: string) => boardFilter.address(`${PATH}/export/${extension}`, filter)({})
  const found = { lines: shown, total: lines.length, totals: totalsByAct(lines), span: spanOf(shown), names }
  const props = { ...found, filter, errors, raw: query, lieu, niveaux, sections, paging, url, exportUrl }
  return page(c, TITLE, <BoardPage {...props} />, { status: Object.keys(errors).length > 0 ? 422 : 200 })
})

const spanOf = (lines: readonly DrawnLine[]): [number, number] => {
  const runs = lines.flatMap((line) => line.runs)
  return [Math.min(...runs.map(({ debut }) => debut)), Math.max(...runs.map(({ fin }) => fin))]
}

boardRoutes.route(
  '/',
  exportRoutes('/export', async (c) => {
    const { lines, names, drawn } = await boardOf(c, await asked(c, readQuery(c)))
    return { title: 'couverture', rows: boardRows(lines.map(drawn), names) }
  }),
)
