import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Words of the own names of places, kept by the database itself: a word inside a name is found without reading them all. */
export const up = (db: AnyDb): Promise<void> => engineOf(db).createLieuxNames(db)
