import type { Db } from '../../../db/schema.ts'
import { type Draft, keepRefused } from '../../brouillons/actions.ts'
import { inTransaction } from './write.ts'

/** A record that was typed without a line and cannot be stored becomes a draft of its author, with the reason. */
export const refuseToDraft = (db: Db, draft: Draft, motif: string): Promise<void> =>
  inTransaction(db, (trx) => keepRefused(trx, draft, motif))
