import type { Context } from 'hono'
import type { PlaceBox } from '../../../champs/place-choice.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { fold } from '../../../lib/text.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import type { ImportKind, PlacesAsked } from '../../imports/kind.ts'
import { findImport } from '../../imports/queries/imports.ts'
import { countUnknownPlaces, unknownPlaces } from '../../imports/queries/place-names.ts'
import { canEditLieux } from '../../lieux/policy.ts'
import { placesNear } from '../../lieux/queries/long-names.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { typesLieuxChoices } from '../../lieux/queries/places.ts'
import { decidePlaces } from '../import/actions/place-names.ts'
import { PARENT, parseNames } from '../import/place-names-form.ts'
import { ImportPlacesPage, PLACES_TITLE, type UnknownName } from '../views/import-places.tsx'

/** As many names are decided at a time: each has places to choose from. */
const SHOWN_NAMES = 30

type Kinds = readonly ImportKind<unknown>[]

interface Asking {
  imported: Awaited<ReturnType<typeof findImport>>
  kind: ImportKind<unknown>
  asked: PlacesAsked & { mayCreate: boolean }
}

async function findAllowed(c: Context<AppEnv>, kinds: Kinds): Promise<Asking> {
  const { db } = c.var.deps
  const imported = await findImport(db, c.var.user, idParam(c))
  const kind = kinds.find((one) => one.kind === imported.kind)
  if (!kind?.lieux) throw new AppError('introuvable', 'Cet import n’existe pas, ou il ne vous est pas accessible.')
  ensure(await kind.canImport(db, c.var.user, imported.cible_id))
  return { imported, kind, asked: { ...(await kind.lieux(db, imported)), mayCreate: canEditLieux(c.var.user) } }
}

type Imported = Asking['imported']

const mayDecide = ({ etat, fichier }: Imported): boolean => etat === 'pret' && fichier !== null

async function namesOf(c: Context<AppEnv>, imported: Imported): Promise<UnknownName[]> {
  const { db } = c.var.deps
  const names = await unknownPlaces(db, imported.id, SHOWN_NAMES)
  const found: UnknownName[] = []
  for (const { nom, lignes } of names) found.push({ nom, lignes, near: await placesNear(db, nom) })
  return found
}

interface Shown {
  raw?: Body
  errors?: FormErrors
  boxes?: ReadonlyMap<string, PlaceBox>
}

async function placesPage(c: Context<AppEnv>, asking: Asking, { raw = {}, errors = {}, boxes }: Shown = {}) {
  const { db } = c.var.deps
  const { imported, kind, asked } = asking
  const types = await typesLieuxChoices(db)
  const commune = types.find(({ nom }) => fold(nom) === 'commune')
  const props = {
    ...{ imported, errors, types, ...asked },
    names: await namesOf(c, imported),
    total: (await countUnknownPlaces(db, imported.id)).noms,
    boxes: boxes ?? new Map([[PARENT, { place: asked.parent, candidates: undefined }]]),
    raw: raw.type_id === undefined && commune ? { ...raw, type_id: String(commune.id) } : raw,
  }
  const breadcrumb = [
    { href: '/imports', label: 'Imports' },
    { href: `/imports/${imported.id}`, label: kind.titre },
  ]
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, PLACES_TITLE, <ImportPlacesPage {...props} />, { status, breadcrumb })
}

async function showPlaces(c: Context<AppEnv>, asking: Asking) {
  const { imported } = asking
  const { noms } = mayDecide(imported) ? await countUnknownPlaces(c.var.deps.db, imported.id) : { noms: 0 }
  return noms > 0 ? placesPage(c, asking) : seeOther(c, `/imports/${imported.id}`)
}

async function postPlaces(c: Context<AppEnv>, asking: Asking) {
  const { imported, asked } = asking
  if (!mayDecide(imported))
    throw new AppError('conflit', 'Les lieux de cet import ne se choisissent plus\u00a0: il a avancé entre-temps.')
  const { db, clock } = c.var.deps
  const raw = await readBody(c)
  const names = (await unknownPlaces(db, imported.id, SHOWN_NAMES)).map(({ nom }) => nom)
  const form = await parseNames(raw, lookupOf(db), { names, ...asked })
  // « Chercher » of a place box refuses nothing yet.
  if (shown(raw, 'chercher') !== '') return placesPage(c, asking, { raw, boxes: form.boxes })
  if (Object.keys(form.errors).length > 0) return placesPage(c, asking, { raw, errors: form.errors, boxes: form.boxes })
  await decidePlaces(db, imported, form, clock())
  return seeOther(c, `/imports/${imported.id}`)
}

/** The names of places in a file that no place bears, of each of these kinds that asks: shown from its dry run. */
export const importPlacesRoutes = (kinds: Kinds) =>
  router()
    .get('/imports/:id/lieux', async (c) => showPlaces(c, await findAllowed(c, kinds)))
    .post('/imports/:id/lieux', async (c) => postPlaces(c, await findAllowed(c, kinds)))
