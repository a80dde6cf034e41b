import { removableRows } from '../../imports/actions/created-rows.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { canEditInventory } from '../policy.ts'
import { removeCreated, restorableLines, restoreChanged } from './actions/undo.ts'
import type { RegisterCells } from './rules/line.ts'
import { RegistersSession } from './session.ts'

/** Registers from a CSV file, as the export writes them (decisions.md, section 14). */
export const inventaireImport: ImportKind<RegisterCells> = {
  kind: 'registres',
  titre: 'Import de l’inventaire',
  noms: ['registre', 'registres'],
  liste: () => ({ href: '/inventaire', label: 'Voir l’inventaire' }),
  formulaire: () => '/inventaire/import',
  canImport: async (_db, user) => canEditInventory(user),
  open: async (_db, imported, now) => new RegistersSession(imported, now),
  remove: removeCreated,
  removable: (db, imported) => removableRows(db, 'registres', imported),
  restorable: restorableLines,
  restore: restoreChanged,
}
