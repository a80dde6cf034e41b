import type { ImportKind } from '../../imports/kind.ts'
import { canEditLieux } from '../policy.ts'
import { removableLieux, removeCreated, restorableLieux, restoreChanged } from './actions/undo.ts'
import { loadTypes } from './rules/decide.ts'
import type { LieuRow } from './rules/line.ts'
import { LieuxSession } from './session.ts'

/** Places from a CSV file (spec, section 4, lieux/import). */
export const lieuxImport: ImportKind<LieuRow> = {
  kind: 'lieux',
  titre: 'Import de lieux',
  noms: ['lieu', 'lieux'],
  liste: () => ({ href: '/lieux', label: 'Voir les lieux' }),
  formulaire: () => '/lieux/import',
  canImport: async (_db, user) => canEditLieux(user),
  open: async (db, imported, now) => new LieuxSession(await loadTypes(db), imported, now),
  remove: removeCreated,
  removable: removableLieux,
  restorable: restorableLieux,
  restore: restoreChanged,
}
