import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { accountByLogin } from '../auth/queries.ts'
import type { MembershipKind } from '../droits/rules/memberships.ts'
import type { Actor } from '../journal/actions.ts'
import { membershipOf, type Place, setMembership } from '../users/actions/memberships.ts'
import { lockAccounts } from '../users/rules/account-lock.ts'
import { findManagedSection } from './policy.ts'

/** The manager of a section, or an administrator, at this moment. */
export interface Manager {
  user: CurrentUser
  by: Actor
  now: string
}

const NOBODY =
  'Aucun compte n’a ce nom ni cette adresse. Vérifiez, ou invitez cette personne avec le second formulaire.'
const CLOSED = 'Ce compte est désactivé, ou attend l’accord d’un administrateur\u00a0: adressez-vous à lui.'
const MANAGES = 'Cette personne gère la section\u00a0: seul un administrateur peut changer cela.'

/** Holds accounts and memberships, asks for the right anew, and refuses to touch who manages the section. */
async function hold(trx: Trx, { user }: Manager, place: Place): Promise<MembershipKind | null> {
  await lockAccounts(trx)
  await findManagedSection(trx, user, place.sectionId)
  const before = await membershipOf(trx, place)
  if (before === 'gestion') refuse({ personne: MANAGES })
  return before
}

/**
 * Puts somebody who has an account into a section, or changes what it does there; found by its whole name or address, so that nobody
 * goes through the accounts. Returns its name.
 */
export const addPerson = (
  db: Db,
  manager: Manager,
  sectionId: number,
  { personne, droit }: { personne: string; droit: MembershipKind },
): Promise<Saved<string>> =>
  saving(db, {}, async (trx) => {
    const account = await accountByLogin(trx, personne)
    if (!account) return refuse({ personne: NOBODY })
    if (!account.is_active) refuse({ personne: CLOSED })
    const place = { userId: account.id, sectionId }
    await hold(trx, manager, place)
    await setMembership(trx, manager.by, place, droit, manager.now)
    return account.name
  })

/** Takes somebody out of a section. False: it was not in it any more. */
export const removePerson = (db: Db, manager: Manager, place: Place): Promise<Saved<boolean>> =>
  saving(db, {}, async (trx) => {
    const before = await hold(trx, manager, place)
    await setMembership(trx, manager.by, place, null, manager.now)
    return before !== null
  })
