import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** Numbers of records have 64 bits wherever they are kept: the order of a register, its origins, the desk, what is done to many. */
export async function up(db: AnyDb): Promise<void> {
  await engineOf(db).widenNamedRecords(db)
}
