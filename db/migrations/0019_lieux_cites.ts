import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Which records hold a place in one of their fields, kept by the database itself: whoever writes records need not know of it. */
export const up = (db: AnyDb): Promise<void> => engineOf(db).createPlaceQuotes(db)
