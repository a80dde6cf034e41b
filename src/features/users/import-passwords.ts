import type { Db } from '../../db/schema.ts'
import { hashPassword } from '../auth/password.ts'
import { type Actor, record } from '../journal/actions.ts'
import { temporary } from './actions.ts'
import { NO_PASSWORD } from './import-write.ts'
import { temporaryPassword } from './temporary-password.ts'
import { userObject } from './write.ts'

/** Passwords made for one page: each costs a hash. */
export const SHOWN_AT_ONCE = 100

export interface GivenPassword {
  name: string
  email: string
  password: string
}

const withoutPassword = (db: Db, importId: number) =>
  db
    .selectFrom('users')
    .where('import_id', '=', importId)
    .where('password_hash', '=', NO_PASSWORD)
    .where('is_active', '=', true)
    .where('supprime_at', 'is', null)

/** Accounts of this import that nobody has got a password for yet. */
export async function countWithoutPassword(db: Db, importId: number): Promise<number> {
  const { n } = await withoutPassword(db, importId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

async function give(db: Db, by: Actor, importId: number, now: string): Promise<GivenPassword[]> {
  const accounts = await withoutPassword(db, importId)
    .select(['id', 'name', 'email'])
    .orderBy('id')
    .limit(SHOWN_AT_ONCE)
    .execute()
  const made: (GivenPassword & { id: number; hash: string })[] = []
  for (const account of accounts) {
    const password = temporaryPassword()
    made.push({ ...account, password, hash: await hashPassword(password) })
  }
  return db.transaction().execute(async (trx) => {
    const given: GivenPassword[] = []
    for (const { id, name, email, password, hash } of made) {
      // Somebody else may have asked for the same ones, or given one by hand: what was shown there stays.
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set({ ...temporary(hash, now), updated_at: now })
        .where('id', '=', id)
        .where('password_hash', '=', NO_PASSWORD)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      await record(trx, by, { action: 'mot_de_passe.temporaire', ...userObject(id) }, now)
      given.push({ name, email, password })
    }
    return given
  })
}

const underWay = new WeakMap<Db, Map<string, Promise<GivenPassword[]>>>()

/**
 * Gives the next accounts of an import their temporary passwords, which nobody will ever see again. A button pressed twice:
 * the second request, whose answer is the one that the browser shows, gets the passwords that the first is making.
 */
export function giveImportPasswords(db: Db, by: Actor, importId: number, now: string): Promise<GivenPassword[]> {
  const key = `${by.id}:${importId}`
  const here = underWay.get(db) ?? new Map<string, Promise<GivenPassword[]>>()
  underWay.set(db, here)
  const giving = here.get(key) ?? give(db, by, importId, now).finally(() => here.delete(key))
  here.set(key, giving)
  return giving
}

/** All of them, in batches, each stored before it leaves: for a file that is written as it is read. */
export async function* giveAllImportPasswords(db: Db, by: Actor, importId: number, now: string) {
  for (;;) {
    const given = await giveImportPasswords(db, by, importId, now)
    if (given.length === 0) return
    yield given
  }
}
