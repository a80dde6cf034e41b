import type { ImportKind } from '../../imports/kind.ts'
import { loadTypes } from '../../lieux/import/rules/decide.ts'
import { canDecide } from '../policy.ts'
import { removableSpellings, removeCreated, restorableSpellings, restoreChanged } from './actions/undo.ts'
import type { SpellingCells } from './rules/line.ts'
import { SpellingsSession } from './session.ts'

/** Spellings from a CSV file, as another site has exported them. */
export const orthographesImport: ImportKind<SpellingCells> = {
  kind: 'orthographes',
  titre: 'Import d’orthographes',
  noms: ['ligne d’orthographe', 'lignes d’orthographe'],
  liste: () => ({ href: '/orthographes', label: 'Voir les orthographes' }),
  formulaire: () => '/orthographes/import',
  canImport: canDecide,
  open: async (db, imported, now) => new SpellingsSession(await loadTypes(db), imported, now),
  remove: removeCreated,
  removable: removableSpellings,
  restorable: restorableSpellings,
  restore: restoreChanged,
}
