import type { Lookup } from '../../../champs/kind.ts'
import type { Db } from '../../../db/schema.ts'
import { placesNear } from './long-names.ts'
import { lieuById, lieuxByNomLong, suggestLieux } from './places.ts'

/** As many as a list without JavaScript can show and a reader can look through. */
const CANDIDATES = 50

/** Forms ask the database by this; an import passes a cached look-up of its own. */
export const lookupOf = (db: Db): Lookup => ({
  lieuById: (id) => lieuById(db, id),
  lieuxByNomLong: (nomLong) => lieuxByNomLong(db, nomLong),
  lieuxSuggested: (text) => suggestLieux(db, text, CANDIDATES),
  lieuxNear: (written) => placesNear(db, written),
})

/** For what was typed long ago: a place that was merged since is the one that it was merged into. */
export const lookupThroughMerges = (db: Db): Lookup => ({
  ...lookupOf(db),
  lieuById: async (id) => (await lieuById(db, id)) ?? (await mergedPlace(db, id)),
})

const mergedPlace = (db: Db, id: number) =>
  db
    .selectFrom('lieux_fusions')
    .innerJoin('lieux', 'lieux.id', 'lieux_fusions.vers_id')
    .select(['lieux.id', 'lieux.nom_long'])
    .where('lieux_fusions.lieu_id', '=', id)
    .executeTakeFirst()
