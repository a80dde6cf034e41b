import { dialectOf } from '../../src/db/dialect/index.ts'
import type { AnyDb } from '../../src/db/schema.ts'

/** Words of the own names of places, kept by the database itself: a word inside a name is found without reading them all. */
export const up = (db: AnyDb): Promise<void> => dialectOf(db).createLieuxNames(db)
