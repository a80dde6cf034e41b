import type { ImportKind } from '../../imports/kind.ts'
import { canEditLieux } from '../policy.ts'
import { loadTypes } from './decide.ts'
import type { LieuRow } from './line.ts'
import { LieuxSession } from './session.ts'
import { removableLieux, removeCreated, restorableLieux, restoreChanged } from './undo.ts'

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
