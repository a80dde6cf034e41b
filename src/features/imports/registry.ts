import { communesImport } from '../lieux/communes.ts'
import { lieuxImport } from '../lieux/import-kind.ts'
import { relevesImport } from '../releves/import-kind.ts'
import { usersImport } from '../users/import-kind.ts'
import type { ImportKind } from './kind.ts'

/** Everything that can be imported; a new kind is one object in its feature and one line here. */
export const IMPORT_KINDS: readonly ImportKind<unknown>[] = [
  lieuxImport as ImportKind<unknown>,
  communesImport as ImportKind<unknown>,
  relevesImport as ImportKind<unknown>,
  usersImport as ImportKind<unknown>,
]
