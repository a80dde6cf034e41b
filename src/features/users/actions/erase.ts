import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { containing } from '../../../db/like.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { ACCOUNT_MAIL_TASK } from '../../auth/account-news.ts'
import { forgetTriesOf } from '../../auth/limits.ts'
import { revokeSessionsOf } from '../../auth/sessions.ts'
import { type Actor, forgetAddresses, record } from '../../journal/actions.ts'
import { changeableAccount } from '../rules/account-lock.ts'
import { userObject } from './write.ts'

/** Why nothing is left of a person in an account, as its name then says. */
type Emptied = 'supprimé' | 'fusionné'

/** Neither a name nor an address that anybody could have: those hold no @, these always one. */
const emptied = (id: number, why: Emptied, now: string) => ({
  name: `Compte ${why} n°\u00a0${id}`,
  name_key: `@supprime:${id}`,
  email: '',
  email_key: `supprime:${id}`,
  email_verified_at: null,
  password_hash: '!',
  must_change_password: false,
  temporaire_jusque: null,
  totp_secret: null,
  totp_at: null,
  totp_pas: null,
  cle_at: null,
  entree_at: null,
  role: 'membre' as const,
  note: null,
  contributeur_nomme: false,
  vu_le: null,
  inutilise_avis_at: null,
  pause_jusque: null,
  depart: null,
  demande_at: null,
  is_active: false,
  supprime_at: now,
  updated_at: now,
})

/** Rows of these tables say something about the person, or only the person could use them. */
export const FORGOTTEN_TABLES = [
  'jetons',
  'codes_secours',
  'cles_acces',
  'identites',
  'notifications',
  'courriels_refuses',
  'brouillons',
  'colonnes_choisies',
  'abreviations',
  'champs_passes',
  'saisies',
  'recherches_gardees',
  'couverture_attentes',
  'alerte_jetons',
  'envois',
  'source_membres',
  'demandes_registres',
  'rappels_registres',
  'revue_baux',
  'revue_places',
  // How often others opened the person's acts: shown to that person alone.
  'ouvertures',
] as const

async function forgetRows(trx: Db, id: number): Promise<void> {
  await revokeSessionsOf(trx, id)
  for (const table of FORGOTTEN_TABLES) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  await trx
    .updateTable('secondes_saisies')
    .set({ prise_par: null, prise_jusqua: null })
    .where('prise_par', '=', id)
    .execute()
  // The notices by which administrators heard of the person hold its name.
  await trx.deleteFrom('notifications').where('kind', '=', 'Inscription').where('cle', '=', String(id)).execute()
  const sections = await trx.deleteFrom('section_membres').where('user_id', '=', id).returning('section_id').execute()
  // A form of one of these sections that is open elsewhere shows a member it no longer has.
  await trx
    .updateTable('sections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where((eb) =>
      dialectOf(trx).sql.inList(
        eb.ref('id'),
        sections.map((row) => row.section_id),
      ),
    )
    .execute()
  await forgetTriesOf(trx, id)
}

/** Tasks of mails that hold an address of the person. */
async function forgetMails(trx: Db, id: number): Promise<void> {
  const tasks = await trx.selectFrom('taches').select(['id', 'payload']).where('kind', '=', ACCOUNT_MAIL_TASK).execute()
  const own = tasks.filter((task) => task.payload.user_id === id).map((task) => task.id)
  await trx
    .deleteFrom('taches')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), own))
    .execute()
}

/** Files that the person imported keep no name, and the import that created the account no line about it. */
async function forgetImports(trx: Db, { id, name, name_key }: { id: number; name: string; name_key: string }) {
  await trx.updateTable('imports').set({ nom_fichier: 'fichier.csv' }).where('user_id', '=', id).execute()
  const { import_id } = await trx.selectFrom('users').select('import_id').where('id', '=', id).executeTakeFirstOrThrow()
  if (import_id === null) return
  await trx.deleteFrom('import_lignes').where('import_id', '=', import_id).where('cle', '=', name_key).execute()
  const pattern = containing(name)
  await trx
    .deleteFrom('import_messages')
    .where('import_id', '=', import_id)
    .where(sql<boolean>`message like ${pattern} escape '\\'`)
    .execute()
}

/** Empties an account: nothing of a person is left in it. What it signed stays signed by it. */
export async function emptyAccount(trx: Trx, id: number, why: Emptied, now: string): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name', 'name_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await forgetImports(trx, person)
  await forgetMails(trx, id)
  await forgetRows(trx, id)
  await trx
    .updateTable('users')
    .set((eb) => ({ ...emptied(id, why, now), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Empties the account of a person who is to be forgotten: what was entered stays, signed by the empty account. The caller has asked whether
 * that may be.
 */
export async function eraseAccount(trx: Trx, by: Actor, id: number, now: string): Promise<void> {
  await forgetAddresses(trx, id)
  await emptyAccount(trx, id, 'supprimé', now)
  await record(trx, by, { action: 'compte.suppression', ...userObject(id) }, now)
}

/** Erases the account of somebody who asked for it, or died. AppError `interdit` by the role rules, as of the last administrator. */
export const eraseSomebody = (db: Db, by: Actor, id: number, now: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { refusal } = await changeableAccount(trx, by.id, id, { is_active: false })
    if (refusal) throw new AppError('interdit', refusal.message)
    await eraseAccount(trx, by, id, now)
  })
