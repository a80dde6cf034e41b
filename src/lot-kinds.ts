import { inventaireLot } from './features/inventaire/lots/kind.ts'
import { lieuxLot } from './features/lieux/lots/kind.ts'
import type { LotKind } from './features/lots/kind.ts'
import { relevesLot } from './features/releves/lots/kind.ts'
import { sourcesLot } from './features/sources/lots/kind.ts'
import { deletionGesture } from './features/suppressions/lot.ts'
import { usersLot } from './features/users/lots/kind.ts'

/** Many sources at once; deleting them belongs to a feature above theirs. */
export const SOURCES_LOT: LotKind = { ...sourcesLot, actions: [...sourcesLot.actions, deletionGesture] }

/** Every list of which many rows may be chosen; a new one is one object in its feature and one line here. */
export const LOT_KINDS: readonly LotKind[] = [SOURCES_LOT, relevesLot, lieuxLot, usersLot, inventaireLot]
