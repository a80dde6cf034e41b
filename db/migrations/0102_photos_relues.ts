import type { AnyDb } from '../../src/db/schema.ts'
import { engineOf } from './engines/index.ts'

/** A deleted act keeps its ruler, and copies of photos can be held against their hashes. */
export async function up(db: AnyDb): Promise<void> {
  const d = engineOf(db)
  // Where the ruler stood when the act was deleted; no other version has it, since moving the ruler alone makes none.
  await db.schema.alterTable('releve_versions').addColumn('repere', d.real).execute()
  // SHA-256 of the copies in hexadecimal; null for a copy of before this step.
  await db.schema.alterTable('images').addColumn('sha256_2000', d.exactText).execute()
  await db.schema.alterTable('images').addColumn('sha256_320', d.exactText).execute()
}
