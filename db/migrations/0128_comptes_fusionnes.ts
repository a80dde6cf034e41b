import type { AnyDb } from '../../src/db/schema.ts'

/** An account that went into another says into which, so that what comes later (a deleted source that returns) finds its author. */
export async function up(db: AnyDb): Promise<void> {
  // It refers to nothing: an account that an import made is deleted when that import is undone.
  await db.schema.alterTable('users').addColumn('fusion_vers', 'integer').execute()
}
