import { removableRows } from '../../imports/actions/created-rows.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { readerOfId } from '../queries.ts'
import { removeCreated, restorableLines, restoreChanged } from './actions/undo.ts'
import type { AbbreviationCells } from './rules/line.ts'
import { AbbreviationsSession } from './session.ts'

/** Abbreviations from a CSV file, as the export writes them: own ones, and those of sections that one manages. */
export const abreviationsImport: ImportKind<AbbreviationCells> = {
  kind: 'abreviations',
  titre: 'Import d’abréviations',
  noms: ['abréviation', 'abréviations'],
  liste: () => ({ href: '/abreviations', label: 'Voir les abréviations' }),
  formulaire: () => '/abreviations/import',
  canImport: async () => true,
  open: async (db, imported, now) =>
    new AbbreviationsSession(await readerOfId(db, imported.user_id ?? 0), imported, now),
  remove: removeCreated,
  removable: (db, imported) => removableRows(db, 'abreviations', imported),
  restorable: restorableLines,
  restore: restoreChanged,
}
