import type { Context } from 'hono'
import { type PlaceFilter, readPlaceFilter } from '../../champs/place-choice.ts'
import type { Db } from '../../db/schema.ts'
import { shown } from '../../lib/body.ts'
import { sha256Hex } from '../../lib/crypto.ts'
import { AppError } from '../../lib/errors.ts'
import { codingFor, isHeld } from '../../web/coding.ts'
import { type AppEnv, type CurrentUser, router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { readsOf } from '../../web/reads.ts'
import { page } from '../../web/render.tsx'
import { canLoadCommunes } from '../lieux/policy.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuById } from '../lieux/queries/places.ts'
import { typeChoices } from '../types-sources/queries.ts'
import { carteFilter } from './filter-form.ts'
import { placeOnMap } from './place-queries.ts'
import { carteVersion, columnsOfCarte, countLieux, layerOf, lieuxOfCarte, listLieux, sourcesAt } from './queries.ts'
import { type CarteView, coverageUrl, PATH, rechercheUrl } from './rules/addresses.ts'
import { Bodies } from './rules/bodies.ts'
import { columnsJson, idsOfColumns } from './rules/columns.ts'
import { coverageFigures } from './rules/coverage.ts'
import { geoJson } from './rules/geojson.ts'
import { CartePage } from './views/map.tsx'
import { LieuBubble, LieuOnMapPage } from './views/place.tsx'

const TITLE = 'Carte'

/** Whoever typed what only one place is called is there. */
function oneOrSeveral(asked: PlaceFilter): PlaceFilter {
  const [only, other] = asked.candidates ?? []
  return only && !other ? { ...asked, place: only, candidates: undefined, message: undefined } : asked
}

async function cartePage(c: Context<AppEnv>) {
  const db = readsOf(c)
  const { user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const { filter, errors } = carteFilter.read(query)
  const cherche = oneOrSeveral(await readPlaceFilter(query, 'lieu', lookupOf(db)))
  const [lieux, count, types, ici] = await Promise.all([
    listLieux(db, user, filter, paging),
    countLieux(db, user, filter),
    typeChoices(db),
    cherche.place ? placeOnMap(db, user, cherche.place) : undefined,
  ])
  const layer = await layerOf(
    db,
    user,
    filter,
    lieux.map(({ id }) => id),
  )
  const canPlace = canLoadCommunes(user)
  const url = (change: Record<string, string | number | null>, path = PATH) =>
    carteFilter.address(path, filter)({ lieu: cherche.place?.id ?? null, ...change })
  const view = (
    <CartePage {...{ lieux, layer, count, types, filter, errors, raw: query, paging, cherche, ici, canPlace, url }} />
  )
  return page(c, TITLE, view, { scripts: 'carte', status: Object.keys(errors).length > 0 ? 422 : 200 })
}

/**
 * How the data are written: GeoJSON for everybody, `?forme=colonnes` for the map itself. Whoever asks first after a change waits for
 * the compression: of the columns a little of it is enough.
 */
const FORMS = {
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    brotli: 5,
    write: async (db: Db, user: CurrentUser, filter: CarteView) => {
      const lieux = await lieuxOfCarte(db, user, filter)
      const ids = lieux.map(({ id }) => id)
      return geoJson(lieux, await layerOf(db, user, filter, ids))
    },
  },
  colonnes: {
    type: 'application/json; charset=utf-8',
    brotli: 2,
    write: async (db: Db, user: CurrentUser, filter: CarteView) => {
      const columns = await columnsOfCarte(db, user, filter)
      return columnsJson(columns, await layerOf(db, user, filter, idsOfColumns(columns)))
    },
  },
}

/** Bodies are compressed beforehand and kept until something that this reader sees of the map changes. */
function carteData(bodies: Bodies) {
  return async (c: Context<AppEnv>) => {
    const db = readsOf(c)
    const { version } = c.var.deps
    const { user } = c.var
    const query = readQuery(c)
    const { filter, errors } = carteFilter.read(query)
    if (Object.keys(errors).length > 0) return c.json({ erreurs: errors }, 422)
    const reader = user.role === 'admin' ? 'tous' : String(user.id)
    const form = shown(query, 'forme') === 'colonnes' ? FORMS.colonnes : FORMS.geojson
    const name = [
      version,
      form.type,
      reader,
      JSON.stringify(carteFilter.params(filter)),
      await carteVersion(db, user, filter.couche),
    ].join('\n')
    const tag = `W/"${sha256Hex(name).slice(0, 32)}"`
    c.header('ETag', tag)
    c.header('Vary', 'Accept-Encoding, Cookie')
    if (isHeld(c, tag)) return c.body(null, 304)
    const coding = codingFor(c.req.header('accept-encoding') ?? '')
    const body = await bodies.get(name, { coding, brotli: form.brotli }, () => form.write(db, user, filter))
    if (coding !== 'identity') c.header('Content-Encoding', coding)
    return c.body(new Uint8Array(body), 200, { 'Content-Type': form.type })
  }
}

/** The sources of a place: a page, and what the map shows of it in a bubble. */
async function lieuPage(c: Context<AppEnv>) {
  const db = readsOf(c)
  const { filter } = carteFilter.read(readQuery(c))
  const lieu = await lieuById(db, idParam(c))
  const sources = lieu && (await sourcesAt(db, c.var.user, filter, lieu.id))
  if (!lieu || !sources || sources.length === 0)
    throw new AppError('introuvable', 'Aucune source que vous puissiez voir ne concerne ce lieu.')
  const search = rechercheUrl(filter, lieu.id)
  const layer = await layerOf(db, c.var.user, filter, [lieu.id])
  const whole = carteFilter.address(`${PATH}/lieux/${lieu.id}`, filter)({})
  const coverage = layer && { figures: coverageFigures(layer.get(lieu.id)), href: coverageUrl(filter, lieu.id) }
  const props = { lieu, sources, search, whole, coverage }
  return page(c, lieu.nom_long, <LieuOnMapPage {...props} />, {
    breadcrumb: [{ href: carteFilter.address(PATH, filter)({}), label: TITLE }],
    fragment: <LieuBubble {...props} />,
  })
}

/** The map of what each reader sees, its data, and the sources of a place on it. */
export function carteRoutes() {
  const routes = router()
  routes.get(PATH, cartePage)
  routes.get(`${PATH}/data`, carteData(new Bodies()))
  routes.get(`${PATH}/lieux/:id`, lieuPage)
  return routes
}
