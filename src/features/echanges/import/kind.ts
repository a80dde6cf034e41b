import type { PlaceValue } from '../../../champs/kind.ts'
import type { Db, SourceStatus } from '../../../db/schema.ts'
import { plural } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { canWriteReleves } from '../../droits/policy.ts'
import type { Import, ImportKind, PlacesAsked } from '../../imports/kind.ts'
import { dropPlaces } from '../../releves/import/actions/place-names.ts'
import { countRestorable, restoreReplaced } from '../../releves/import/actions/replace.ts'
import { notesChamp } from '../../releves/import/rules/notes.ts'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { champsByType, typeChoices } from '../../types-sources/queries.ts'
import { canDecide } from '../policy.ts'
import { emptyBilan, emptyPlan, type Plan } from '../rules/plan.ts'
import { KIND } from './actions/decide.ts'
import { removableActs, removeActs } from './actions/undo.ts'
import { type Dossier, dossierById } from './queries/dossiers.ts'
import { overtakenBy } from './queries/overtaken.ts'
import { reportOf } from './queries/report.ts'
import type { ActRow, Known } from './reading.ts'
import { titlesOf } from './rules/titles.ts'
import { ActesSession } from './session.ts'

async function sourcesOf(db: Db, plan: Plan): Promise<Known['sources']> {
  const ids = plan.sources.flatMap(({ source_id, creee }) => (creee ? [] : (source_id ?? [])))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('sources')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .select(['sources.id', 'sources.status', 'lieux.nom', 'lieux.code', 'lieux.nom_long'])
    .where('sources.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, status, nom, code, nom_long }) => [
      id,
      { status: status as SourceStatus, nom_long, seat: nom === null ? undefined : { nom, code } },
    ]),
  )
}

const NO_DOSSIER: Omit<Dossier, 'plan' | 'bilan'> = { id: 0, user_id: 0, import_id: null, created_at: '' }

async function knownOf(db: Db, dossierId: number | null): Promise<Known> {
  const dossier = (await dossierById(db, dossierId)) ?? { ...NO_DOSSIER, plan: emptyPlan(), bilan: emptyBilan() }
  const { plan } = dossier
  const champsOf = await champsByType(
    db,
    plan.sources.map(({ type_source_id }) => type_source_id),
  )
  const types = await typeChoices(db)
  return { dossier, champsOf, sources: await sourcesOf(db, plan), titles: titlesOf(plan, types) }
}

async function mayImport(db: Db, user: CurrentUser, dossierId: number | null): Promise<boolean> {
  const dossier = await dossierById(db, dossierId)
  if (!dossier) return false
  const { cible } = dossier.plan
  if (cible) return canWriteReleves(user, await findVisibleSource(db, user, cible.source_id))
  return canDecide(db, user, dossier.plan)
}

/** The place that all sources lie in, where it is one. */
async function parentOf(db: Db, { communes, sources }: Plan): Promise<PlaceValue | null> {
  const own = sources.flatMap(({ source_id }) => source_id ?? [])
  const places = communes.flatMap(({ lieu_id }) => lieu_id ?? [])
  const rows = await db
    .selectFrom('lieux')
    .innerJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select(['parent.id', 'parent.nom_long'])
    .distinct()
    .where((eb) =>
      eb.or([
        eb('lieux.id', 'in', places.length > 0 ? places : [0]),
        eb(
          'lieux.id',
          'in',
          eb
            .selectFrom('sources')
            .select('lieu_id')
            .where('id', 'in', own.length > 0 ? own : [0])
            .where('lieu_id', 'is not', null),
        ),
      ]),
    )
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0] ?? null) : null
}

async function placesAsked(db: Db, { cible_id }: Import): Promise<PlacesAsked> {
  const plan = (await dossierById(db, cible_id))?.plan ?? emptyPlan()
  const types = plan.sources.map(({ type_source_id }) => type_source_id)
  const champsOf = await champsByType(db, types)
  const hasNotes = types.every((type) => notesChamp(champsOf(type)) !== undefined)
  return { parent: await parentOf(db, plan), hasNotes, isNoted: hasNotes }
}

/** Acts from the files of other programs, into as many sources as they are of. */
export const actesImport: ImportKind<ActRow> = {
  kind: KIND,
  titre: 'Import d’actes',
  noms: ['acte', 'actes'],
  liste: () => ({ href: '/sources', label: 'Voir les sources' }),
  formulaire: () => '/imports/nouveau',
  presentes: {
    label: 'Déjà présents',
    aide: (n) =>
      plural(
        n,
        'acte est déjà dans sa source, mot pour mot\u00a0: il sera laissé de côté.',
        'actes sont déjà dans leur source, mot pour mot\u00a0: ils seront laissés de côté.',
      ),
  },
  canImport: mayImport,
  overtaken: overtakenBy,
  open: async (db, imported, now) => new ActesSession(await knownOf(db, imported.cible_id), imported, now),
  report: async (db, imported) => reportOf(db, imported, await knownOf(db, imported.cible_id)),
  lieux: placesAsked,
  abandoned: dropPlaces,
  remove: removeActs,
  removable: removableActs,
  remplace: 'Mettre à jour les actes de même numéro, laisser les autres de côté',
  restorable: countRestorable,
  restore: restoreReplaced,
}
