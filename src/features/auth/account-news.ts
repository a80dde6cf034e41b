import type { Db } from '../../db/schema.ts'
import { enqueue } from '../taches/actions.ts'

/** The kind of the tasks that write to people about their accounts; what the payload holds is an `AccountNews`. */
export const ACCOUNT_MAIL_TASK = 'courriel.compte'

/** What somebody is written about. Links are made when the mail leaves: no task holds the secret of one. */
export type AccountNews = { sorte: 'codes_faux'; user_id: number }

/** Writes the task of a mail, in the transaction of what it tells. */
export const enqueueAccountMail = (trx: Db, news: AccountNews, now: Date): Promise<number> =>
  enqueue(trx, { kind: ACCOUNT_MAIL_TASK, payload: { ...news } }, now)
