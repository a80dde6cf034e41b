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
