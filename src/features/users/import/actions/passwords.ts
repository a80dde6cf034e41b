import { dialectOf } from '../../../../db/dialect/index.ts'
import { findSending, firstSending } from '../../../../db/once.ts'
import type { Db } from '../../../../db/schema.ts'
import { sha256Hex } from '../../../../lib/crypto.ts'
import { MINUTE_MS } from '../../../../lib/durations.ts'
import { forgetTriesOf } from '../../../auth/limits.ts'
import { hashPassword } from '../../../auth/rules/password.ts'
import { type Actor, record } from '../../../journal/actions.ts'
import { temporary } from '../../actions/accounts.ts'
import { userObject } from '../../actions/write.ts'
import { passwordOfForm, temporaryUntil } from '../../rules/temporary-password.ts'
import { NO_PASSWORD } from './write.ts'

/** Passwords made for one page: each costs a hash. */
const SHOWN_AT_ONCE = 100
/** How long the same form shows them again. */
const SHOWN_AGAIN_MS = 15 * MINUTE_MS

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

/** Accounts of this import that nobody has got a password for yet, and how many of them were sent an invitation. */
export async function countWithoutPassword(db: Db, importId: number): Promise<{ n: number; invited: number }> {
  const { n } = await withoutPassword(db, importId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const { invited } = await withoutPassword(db, importId)
    .innerJoin('jetons', 'jetons.user_id', 'users.id')
    .where('jetons.usage', '=', 'invitation')
    .select((eb) => eb.fn.count<number>('users.id').distinct().as('invited'))
    .executeTakeFirstOrThrow()
  return { n, invited }
}

/** A form that asks for the passwords of an import. */
export interface PasswordsForm {
  importId: number
  /** Its one-time token, as it was sent: the passwords follow from it. */
  jeton: string
  secret: string
  by: Actor
  now: string
}

type Made = { id: number; hash: string }

/** Before the transaction: the hashes take seconds, and every other writer of SQLite would wait. */
async function make(db: Db, { importId, jeton, secret }: PasswordsForm): Promise<Made[]> {
  const accounts = await withoutPassword(db, importId).select('id').orderBy('id').limit(SHOWN_AT_ONCE).execute()
  const made: Made[] = []
  for (const { id } of accounts) made.push({ id, hash: await hashPassword(passwordOfForm(secret, jeton, id)) })
  return made
}

/** Ids of the accounts that got theirs. */
async function store(trx: Db, { by, now }: PasswordsForm, made: readonly Made[]): Promise<number[]> {
  const given: number[] = []
  for (const { id, hash } of made) {
    // Somebody else may have asked for the same ones, or given one by hand: what was shown there stays.
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ ...temporary(hash, now), updated_at: now })
      .where('id', '=', id)
      .where('password_hash', '=', NO_PASSWORD)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    await forgetTriesOf(trx, id)
    await record(trx, by, { action: 'mot_de_passe.temporaire', ...userObject(id) }, now)
    given.push(id)
  }
  return given
}

/** Shows the passwords once more to whom they were given, as long as they are what opens the accounts. */
async function shownTo(
  db: Db,
  { jeton, secret, now }: PasswordsForm,
  ids: number[],
  created_at: string,
): Promise<GivenPassword[]> {
  if (Date.parse(now) - Date.parse(created_at) > SHOWN_AGAIN_MS) return []
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .where('must_change_password', '=', true)
    .where('temporaire_jusque', '=', temporaryUntil(created_at))
    .orderBy('id')
    .execute()
  return accounts.map(({ id, name, email }) => ({ name, email, password: passwordOfForm(secret, jeton, id) }))
}

/** The passwords of one page or piece of a file, the same ones for the same form; undefined where no account was left. */
async function givePart(db: Db, form: PasswordsForm, part: number): Promise<GivenPassword[] | undefined> {
  const { importId, by, now } = form
  const key = sha256Hex(`mots de passe ${importId} ${form.jeton} ${part}`)
  const sending = { userId: by.id, jeton: key, now }
  const made = (await findSending(db, sending)) ? [] : await make(db, form)
  const { resultat, created_at } = await db
    .transaction()
    .execute((trx) => firstSending(trx, sending, async () => JSON.stringify(await store(trx, form, made))))
  const ids = JSON.parse(resultat) as number[]
  return ids.length > 0 ? shownTo(db, form, ids, created_at) : undefined
}

/**
 * Gives the next accounts of an import their temporary passwords. A button pressed twice, or once more after an answer that was
 * lost, shows the same ones for a quarter of an hour, whichever process answers; nothing that tells them is kept.
 */
export const giveImportPasswords = async (db: Db, form: PasswordsForm): Promise<GivenPassword[]> =>
  (await givePart(db, form, 0)) ?? []

/** All of them, in batches, each stored before it leaves: for a file that is written as it is read. */
export async function* giveAllImportPasswords(db: Db, form: PasswordsForm) {
  for (let part = 0; ; part += 1) {
    const given = await givePart(db, form, part)
    if (given === undefined) return
    yield given
  }
}
