import type { Db } from '../../../db/schema.ts'
import { breathe } from '../../../lib/breath.ts'
import type { Import, ImportKind, Removable } from '../kind.ts'
import { changedLines } from '../queries/imports.ts'
import { BATCH } from '../queries/lines.ts'

/** Says what an undo would do now: things created that go and that stay, changes that are taken back and that stay. */
export interface Foreseen extends Removable {
  restaurees: number
  gardees: number
}

/** Counts beforehand; who uses or changes something until the undo still changes the figures. */
export async function foresee<Row>(db: Db, kind: ImportKind<Row>, imported: Import): Promise<Foreseen> {
  const foreseen = { ...(await kind.removable(db, imported)), restaurees: 0, gardees: 0 }
  for (let after = 0; ; ) {
    const lines = await changedLines<Row>(db, imported.id, after, BATCH)
    const last = lines.at(-1)
    if (!last) return foreseen
    const restored = await kind.restorable(db, lines)
    foreseen.restaurees += restored
    foreseen.gardees += lines.length - restored
    after = last.ligne
    await breathe()
  }
}
