import type { Context } from 'hono'
import { download } from '../../../web/download.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { longReadsOf, readsOf } from '../../../web/reads.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { criteriaAsked } from '../../recherche/queries/asked.ts'
import { searchFor } from '../../recherche/queries/search.ts'
import { searchParams, searchUrl } from '../../recherche/rules/urls.ts'
import { findManagedSection } from '../../sections/policy.ts'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { readChoices } from './form.ts'
import { type ActFile, filesOf, type Scope } from './queries/acts.ts'
import { type Asked, bytesOf, remarkRows, tallyOf, zipOf } from './queries/files.ts'
import { PROGRAM_FORMATS, type ProgramFormat, programFormat } from './rules/formats.ts'
import { type Exporting, ExportPage } from './views.tsx'

/** Acts in the files of other programs: of a source, of a section, of what a search finds. */
export const programmesRoutes = router()

/** So many acts are looked at for the page before the download; the list of all is a file of its own. */
const MOST_COUNTED = 20_000

/** Whose acts they are, and the words of the page. */
interface Place extends Exporting {
  scope: Scope
}

const sourcePlace = async (c: Context<AppEnv>): Promise<Place> => {
  const { id, titre } = await findVisibleSource(c.var.deps.db, c.var.user, idParam(c, 'source'))
  const path = `/export/source/${id}`
  return { scope: { source: id }, titre, path, params: [], back: { href: `/sources/${id}`, label: titre }, rows: path }
}

const sectionPlace = async (c: Context<AppEnv>): Promise<Place> => {
  const { id, nom } = await findManagedSection(c.var.deps.db, c.var.user, idParam(c, 'section'))
  const back = { href: `/sections/${id}/personnes`, label: nom }
  return {
    scope: { section: id },
    titre: nom,
    path: `/export/section/${id}`,
    params: [],
    back,
    lists: true,
  }
}

async function searchPlace(c: Context<AppEnv>): Promise<Place | Response> {
  const db = readsOf(c)
  const criteria = await criteriaAsked(db, readQuery(c))
  if (!criteria) return seeOther(c, `/recherche${new URL(c.req.url).search}`)
  const { query } = await searchFor(db, c.var.user, criteria)
  const back = { href: searchUrl(criteria), label: 'Recherche' }
  const params = searchParams(criteria)
  return {
    scope: { query },
    titre: 'Relevés trouvés',
    path: '/export/recherche',
    params,
    back,
    rows: '/recherche/export',
  }
}

const askedOf = (c: Context<AppEnv>, { scope }: Place, format: ProgramFormat): Asked => ({
  ...{ format, scope },
  choices: readChoices(readQuery(c)),
  today: c.var.deps.clock().toISOString().slice(0, 10),
})

const countOf = (files: readonly ActFile[]): number =>
  files.flatMap(({ sources }) => sources).reduce((sum, { nb }) => sum + nb, 0)

async function showPage(c: Context<AppEnv>, place: Place) {
  const format = programFormat(shown(readQuery(c), 'format'))
  const db = longReadsOf(c)
  const asked = format && askedOf(c, place, format)
  const files = asked ? await filesOf(db, c.var.user, place.scope) : []
  const tally = asked && (await tallyOf(db, asked, files, MOST_COUNTED))
  // A search knows the number of what it finds only once all of it is read.
  const acts = 'query' in place.scope ? (tally?.acts ?? 0) : countOf(files)
  const prepared =
    asked && tally ? { format: asked.format, choices: asked.choices, tally, acts, most: MOST_COUNTED } : undefined
  return page(c, `Exporter\u00a0: ${place.titre}`, <ExportPage place={place} prepared={prepared} />, {
    breadcrumb: [place.back],
  })
}

async function sendFile(c: Context<AppEnv>, place: Place, format: ProgramFormat) {
  const db = longReadsOf(c)
  const asked = askedOf(c, place, format)
  const files = await filesOf(db, c.var.user, place.scope)
  const [first] = files
  if (first && (files.length === 1 || !format.isByPlace)) {
    const name =
      files.length === 1 ? format.fileName(first.where, first.lettre, asked.today) : `${place.titre} ${format.label}`
    return download(c, name, format, bytesOf(db, asked, files))
  }
  const title = `${place.titre} ${format.label}`
  const zip = { extension: 'zip', mediaType: 'application/zip' }
  return download(c, title, zip, zipOf(db, asked, files, title))
}

type FindPlace = (c: Context<AppEnv>) => Promise<Place | Response>

/** The page, the files and the lists of what they cannot carry, of acts from one kind of place. */
function placeRoutes(path: string, find: FindPlace): void {
  programmesRoutes.get(path, async (c) => {
    const place = await find(c)
    return place instanceof Response ? place : showPage(c, place)
  })
  for (const format of PROGRAM_FORMATS) {
    programmesRoutes.get(`${path}/${format.cle}`, async (c) => {
      const place = await find(c)
      return place instanceof Response ? place : sendFile(c, place, format)
    })
    const list = exportRoutes(`${path}/${format.cle}/liste`, async (c) => {
      const place = await find(c)
      if (place instanceof Response) return place
      const db = longReadsOf(c)
      const files = await filesOf(db, c.var.user, place.scope)
      return { title: `${place.titre} textes changés`, rows: remarkRows(db, askedOf(c, place, format), files) }
    })
    programmesRoutes.route('/', list)
  }
}

placeRoutes('/export/source/:source', sourcePlace)
placeRoutes('/export/section/:section', sectionPlace)
placeRoutes('/export/recherche', searchPlace)
