import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import type { FormErrors } from '../../lib/body.ts'
import type { Deps } from '../../web/env.ts'
import { movedAddress } from '../acces/actions.ts'
import { enqueueAccountMail } from '../auth/account-news.ts'
import { dropIdentities } from '../auth/identity-actions.ts'
import { forgetTriesOf, mailboxLimit, takeTurn } from '../auth/limits.ts'
import { endInvitation } from '../auth/links.ts'
import { provePassword } from '../auth/proof.ts'
import { accountByLogin } from '../auth/queries.ts'
import { hashPassword } from '../auth/rules/password.ts'
import { revokeSessionsOf } from '../auth/sessions.ts'
import { type Actor, record } from '../journal/actions.ts'
import { CHANGED, changedKeys, userObject } from '../users/actions/write.ts'
import { ownAccount } from './queries.ts'

export type ProfilDeps = Pick<Deps, 'db' | 'clock' | 'secret'>

/** Somebody who is signed in. */
export type Self = Actor & { id: number }

/** Replaces the password of who knows the old one and ends all sessions. */
export async function changePassword(
  deps: ProfilDeps,
  by: Self,
  { actuel, nouveau }: { actuel: string; nouveau: string },
): Promise<Saved> {
  const { db, clock } = deps
  const proof = await provePassword(deps, by.id, actuel)
  if (!proof.ok) return { ok: false, errors: { actuel: proof.message } }
  const password_hash = await hashPassword(nouveau)
  const now = clock().toISOString()
  return saving(db, {}, async (trx) => {
    // Only over the password just verified: one given by an administrator meanwhile stays.
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ password_hash, must_change_password: false, temporaire_jusque: null, updated_at: now })
      .where('id', '=', by.id)
      .where('password_hash', '=', proof.hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse({ actuel: 'Ce n’est plus votre mot de passe actuel.' })
    await revokeSessionsOf(trx, by.id)
    await endInvitation(trx, by.id)
    // The other browsers of the person are strangers now, which must not wait for what strangers tried.
    await forgetTriesOf(trx, by.id)
    await record(trx, by, { action: 'mot_de_passe.changement' }, now)
    return null
  })
}

/** `courriel`: the address changes when the link of a mail is followed. */
type Adresse = 'inchangee' | 'changee' | 'courriel'

interface ProfilInput {
  name: string
  email: string
  /** The password, asked for another address. */
  preuve: string
  version: number
}

const NAME_TAKEN = 'Un compte de ce nom existe déjà.'
const EMAIL_TAKEN = 'Un compte avec cette adresse existe déjà.'
const PROOF_NEEDED = 'Tapez votre mot de passe pour changer d’adresse.'
const TOO_MANY = 'Trop de courriels ont été demandés pour cette adresse\u00a0: réessayez dans une heure.'

async function mayMail({ db, clock, secret }: ProfilDeps, email: string): Promise<boolean> {
  return (await takeTurn(db, [mailboxLimit(secret, email)], clock())) === 0
}

/** Why another address is refused, before anything is written. */
async function addressProblem(deps: ProfilDeps, by: Self, { email, preuve }: ProfilInput, hasMail: boolean) {
  if (preuve === '') return { preuve: PROOF_NEEDED }
  const proof = await provePassword(deps, by.id, preuve)
  if (!proof.ok) return { preuve: proof.message }
  return hasMail && !(await mayMail(deps, email)) ? { email: TOO_MANY } : undefined
}

/**
 * Another address, on a site that sends mail: it counts once a link shows that it is the person's. One that is somebody else's
 * gets the same answer, and its owner a mail (reliability.md T6).
 */
async function askForAddress(trx: Db, by: Self, email: string, now: Date): Promise<void> {
  const owner = await accountByLogin(trx, email)
  const isFree = !owner || owner.id === by.id
  await enqueueAccountMail(
    trx,
    isFree ? { sorte: 'email', user_id: by.id, email } : { sorte: 'email_connue', user_id: owner.id },
    now,
  )
}

/** Saves the name, and the address where the person has shown the password again. */
export async function saveProfil(
  deps: ProfilDeps,
  by: Self,
  input: ProfilInput,
  hasMail: boolean,
): Promise<Saved<Adresse>> {
  const { db, clock } = deps
  const before = await ownAccount(db, by.id)
  const isMoving = input.email !== before.email
  const problem = isMoving ? await addressProblem(deps, by, input, hasMail) : undefined
  if (problem) return { ok: false, errors: problem }
  const now = clock()
  const kept = isMoving && !hasMail ? input.email : before.email
  return saving(db, { taken: () => takenErrors(db, by, input.name) }, async (trx): Promise<Adresse> => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set((eb) => ({
        ...changedKeys(before, input.name, kept),
        updated_at: now.toISOString(),
        version: eb('version', '+', 1),
      }))
      .$if(kept !== before.email, (query) => query.set({ email_verified_at: null }))
      .where('id', '=', by.id)
      .where('version', '=', input.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await ownAccount(trx, by.id)).version)
    await recordName(trx, by, before.name, input.name, now)
    if (!isMoving) return 'inchangee'
    if (hasMail) await askForAddress(trx, by, input.email, now)
    else await movedAddress(trx, by, { user_id: by.id, email: before.email }, now)
    return hasMail ? 'courriel' : 'changee'
  })
}

async function takenErrors(db: Db, by: Self, name: string): Promise<FormErrors> {
  const other = await accountByLogin(db, name)
  return other && other.id !== by.id ? { name: NAME_TAKEN } : { email: EMAIL_TAKEN }
}

async function recordName(trx: Db, by: Self, before: string, after: string, now: Date): Promise<void> {
  if (before === after) return
  const detail = { champs: ['name'] }
  await record(trx, by, { action: 'compte.modification', ...userObject(by.id), detail }, now.toISOString())
}

/** Whether a person is named beside what he or she transcribed. */
export async function saveNamed({ db, clock }: ProfilDeps, by: Self, isNamed: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ contributeur_nomme: isNamed, updated_at: clock().toISOString() })
    .where('id', '=', by.id)
    .execute()
}

/** Sends the link that shows the address of the account to be the person's. False: too many were asked for. */
export async function askForVerification(deps: ProfilDeps, by: Self): Promise<boolean> {
  const { email } = await ownAccount(deps.db, by.id)
  if (!(await mayMail(deps, email))) return false
  await enqueueAccountMail(deps.db, { sorte: 'email', user_id: by.id, email }, deps.clock())
  return true
}

/** Takes what providers call the account from it: it comes in by its password alone. Returns how many names there were. */
export const unlinkIdentities = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, by: Self): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const n = await dropIdentities(trx, by.id)
    if (n > 0) await record(trx, by, { action: 'identite.retrait', ...userObject(by.id) }, clock().toISOString())
    return n
  })
