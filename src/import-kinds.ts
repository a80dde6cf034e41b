import { abreviationsImport } from './features/abreviations/import/kind.ts'
import { actesImport } from './features/echanges/import/kind.ts'
import type { ImportKind } from './features/imports/kind.ts'
import { inventaireImport } from './features/inventaire/import/kind.ts'
import { communesImport } from './features/lieux/communes/queries.ts'
import { lieuxImport } from './features/lieux/import/kind.ts'
import { positionsImport } from './features/lieux/positions/kind.ts'
import { orthographesImport } from './features/orthographes/import/kind.ts'
import { relevesImport } from './features/releves/import/kind.ts'
import { usersImport } from './features/users/import/kind.ts'

/** Everything that can be imported; a new kind is one object in its feature and one line here. */
export const IMPORT_KINDS: readonly ImportKind<unknown>[] = [
  abreviationsImport as ImportKind<unknown>,
  inventaireImport as ImportKind<unknown>,
  actesImport as ImportKind<unknown>,
  lieuxImport as ImportKind<unknown>,
  communesImport as ImportKind<unknown>,
  positionsImport as ImportKind<unknown>,
  orthographesImport as ImportKind<unknown>,
  relevesImport as ImportKind<unknown>,
  usersImport as ImportKind<unknown>,
]
