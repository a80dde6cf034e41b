import type { LotKind } from './features/lots/kind.ts'
import { sourcesLot } from './features/sources/lots/kind.ts'

/** Every list of which many rows may be chosen; a new one is one object in its feature and one line here. */
export const LOT_KINDS: readonly LotKind[] = [sourcesLot]
