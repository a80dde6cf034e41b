import type { Db } from '../../db/schema.ts'
import { factorOf } from '../auth/factor-queries.ts'
import { identitiesOf } from '../auth/fournisseur/queries.ts'
import { keysOf } from '../auth/key-queries.ts'
import { ownAccount } from './queries.ts'

/** The account of a person and how he or she comes in, for the file of own data; no secret, nor what only a machine reads. */
export async function accountData(db: Db, id: number): Promise<object> {
  const { version: _, ...account } = await ownAccount(db, id)
  const { note } = await db.selectFrom('users').select('note').where('id', '=', id).executeTakeFirstOrThrow()
  const { totp_at, codes } = await factorOf(db, id)
  return {
    ...account,
    note,
    application_depuis: totp_at,
    codes_de_secours: codes,
    cles_d_acces: (await keysOf(db, id)).map(({ nom, created_at, utilisee_at }) => ({ nom, created_at, utilisee_at })),
    identites: await identitiesOf(db, id),
  }
}
