import type { Context } from 'hono'
import type { PlaceBox } from '../../../champs/place-choice.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { fold } from '../../../lib/text.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { findImport } from '../../imports/queries/imports.ts'
import { countUnknownPlaces, unknownPlaces } from '../../imports/queries/place-names.ts'
import { canEditLieux } from '../../lieux/policy.ts'
import { placesNear } from '../../lieux/queries/long-names.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { typesLieuxChoices } from '../../lieux/queries/places.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { decidePlaces } from '../import/actions/place-names.ts'
import { relevesImport } from '../import/kind.ts'
import { PARENT, parseNames } from '../import/place-names-form.ts'
import { notesChamp } from '../import/rules/notes.ts'
import { ImportPlacesPage, PLACES_TITLE, type UnknownName } from '../views/import-places.tsx'

/** As many names are decided at a time: each has places to choose from. */
const SHOWN_NAMES = 30

/** The names of places in a file that no place bears: shown from its dry run. */
export const importPlacesRoutes = router()

/** Where the records go, and what lies around. */
const sourceOf = (c: Context<AppEnv>, id: number) =>
  c.var.deps.db
    .selectFrom('sources')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select(['sources.type_source_id', 'parent.id as parent_id', 'parent.nom_long as parent_nom_long'])
    .where('sources.id', '=', id)
    .executeTakeFirst()

async function findAllowed(c: Context<AppEnv>) {
  const { db } = c.var.deps
  const imported = await findImport(db, c.var.user, idParam(c))
  if (imported.kind !== relevesImport.kind)
    throw new AppError('introuvable', 'Cet import n’existe pas, ou il ne vous est pas accessible.')
  ensure(await relevesImport.canImport(db, c.var.user, imported.cible_id))
  return imported
}

type Imported = Awaited<ReturnType<typeof findAllowed>>

const mayDecide = ({ etat, fichier }: Imported): boolean => etat === 'pret' && fichier !== null

async function namesOf(c: Context<AppEnv>, imported: Imported): Promise<UnknownName[]> {
  const { db } = c.var.deps
  const names = await unknownPlaces(db, imported.id, SHOWN_NAMES)
  const found: UnknownName[] = []
  for (const { nom, lignes } of names) found.push({ nom, lignes, near: await placesNear(db, nom) })
  return found
}

async function asked(c: Context<AppEnv>, imported: Imported) {
  const { db } = c.var.deps
  const source = await sourceOf(c, imported.cible_id ?? 0)
  const champs = source ? await champsOf(db, source.type_source_id) : []
  return { source, mayCreate: canEditLieux(c.var.user), hasNotes: notesChamp(champs) !== undefined }
}

interface Shown {
  raw?: Body
  errors?: FormErrors
  boxes?: ReadonlyMap<string, PlaceBox>
}

async function placesPage(c: Context<AppEnv>, imported: Imported, { raw = {}, errors = {}, boxes }: Shown = {}) {
  const { db } = c.var.deps
  const { source, mayCreate, hasNotes } = await asked(c, imported)
  const parent = source?.parent_id ? { id: source.parent_id, nom_long: source.parent_nom_long ?? '' } : null
  const types = await typesLieuxChoices(db)
  const commune = types.find(({ nom }) => fold(nom) === 'commune')
  const props = {
    ...{ imported, errors, mayCreate, hasNotes, types },
    names: await namesOf(c, imported),
    total: (await countUnknownPlaces(db, imported.id)).noms,
    boxes: boxes ?? new Map([[PARENT, { place: parent, candidates: undefined }]]),
    raw: raw.type_id === undefined && commune ? { ...raw, type_id: String(commune.id) } : raw,
  }
  const breadcrumb = [
    { href: '/imports', label: 'Imports' },
    { href: `/imports/${imported.id}`, label: relevesImport.titre },
  ]
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, PLACES_TITLE, <ImportPlacesPage {...props} />, { status, breadcrumb })
}

importPlacesRoutes.get('/imports/:id/lieux', async (c) => {
  const imported = await findAllowed(c)
  const { noms } = mayDecide(imported) ? await countUnknownPlaces(c.var.deps.db, imported.id) : { noms: 0 }
  return noms > 0 ? placesPage(c, imported) : seeOther(c, `/imports/${imported.id}`)
})

importPlacesRoutes.post('/imports/:id/lieux', async (c) => {
  const imported = await findAllowed(c)
  if (!mayDecide(imported))
    throw new AppError('conflit', 'Les lieux de cet import ne se choisissent plus\u00a0: il a avancé entre-temps.')
  const { db, clock } = c.var.deps
  const raw = await readBody(c)
  const names = (await unknownPlaces(db, imported.id, SHOWN_NAMES)).map(({ nom }) => nom)
  const lookup = lookupOf(db)
  const form = await parseNames(raw, lookup, { names, ...(await asked(c, imported)) })
  // « Chercher » of a place box refuses nothing yet.
  if (shown(raw, 'chercher') !== '') return placesPage(c, imported, { raw, boxes: form.boxes })
  if (Object.keys(form.errors).length > 0)
    return placesPage(c, imported, { raw, errors: form.errors, boxes: form.boxes })
  await decidePlaces(db, imported, form, clock())
  return seeOther(c, `/imports/${imported.id}`)
})
