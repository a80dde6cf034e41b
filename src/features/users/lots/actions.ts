import type { Trx } from '../../../db/schema.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import type { MembershipKind } from '../../droits/rules/memberships.ts'
import { type Actor, actorWithout, record } from '../../journal/actions.ts'
import type { Hand, LotAction } from '../../lots/kind.ts'
import { changeActive } from '../actions/accounts.ts'
import { invite } from '../actions/invitations.ts'
import { setMembership } from '../actions/memberships.ts'
import { userObject } from '../actions/write.ts'
import { findUser, sectionChoices } from '../queries.ts'
import { lockAccounts } from '../rules/account-lock.ts'

type Doing = Pick<LotAction, 'apply' | 'undo'>

/** The administrator whose doing it is, with the rights of this moment, and the accounts held. */
async function administrator(trx: Trx, { user }: Hand): Promise<Actor> {
  ensure(user.role === 'admin', 'Seuls les administrateurs changent les comptes.')
  await lockAccounts(trx)
  return actorWithout(user.id)
}

/** The person gets another link to choose a password by. */
export const invitation: Doing = {
  async apply(trx, hand, id) {
    const by = await administrator(trx, hand)
    const { now, mails } = hand.notify
    if (!mails) throw new AppError('invalide', 'Ce site n’envoie pas de courriels.')
    const [invited] = await invite(trx, [id], now)
    if (invited === undefined)
      throw new AppError('invalide', 'Cette personne a déjà choisi son mot de passe, ou son compte est désactivé.')
    await record(trx, by, { action: 'compte.invitation', ...userObject(id) }, now.toISOString())
    return {}
  },
}

/** The person belongs to a section, in one way. */
export const membership: Doing = {
  async apply(trx, hand, id, detail) {
    const { section, droit } = detail as { section: number; droit: MembershipKind }
    const by = await administrator(trx, hand)
    await findUser(trx, id)
    if (!(await sectionChoices(trx)).some((one) => one.id === section))
      throw new AppError('conflit', 'Cette section n’existe plus.')
    const place = { userId: id, sectionId: section }
    return { droit: await setMembership(trx, by, place, droit, hand.notify.now.toISOString()) }
  },
  async undo(trx, hand, id, before, detail) {
    const { section, droit } = detail as { section: number; droit: MembershipKind }
    const by = await administrator(trx, hand)
    const place = { userId: id, sectionId: section }
    const was = before.droit as MembershipKind | null
    const found = await setMembership(trx, by, place, was, hand.notify.now.toISOString())
    if (found !== droit) throw new AppError('conflit', 'La place de cette personne dans la section a changé depuis.')
  },
}

const isNow = (is_active: boolean): string => `Ce compte est déjà ${is_active ? 'actif' : 'désactivé'}.`

async function turn(trx: Trx, hand: Hand, id: number, is_active: boolean): Promise<void> {
  const by = await administrator(trx, hand)
  const isChanged = await changeActive(trx, by, id, is_active, hand.notify.now.toISOString())
  if (!isChanged) throw new AppError('invalide', isNow(is_active))
}

/** The account is opened; its person hears of it, so that nothing takes it back. */
export const opening: Doing = {
  async apply(trx, hand, id) {
    await turn(trx, hand, id, true)
    return {}
  },
}

/** The account is closed, unless it is the own one or that of the last administrator. */
export const closing: Doing = {
  async apply(trx, hand, id) {
    await turn(trx, hand, id, false)
    return {}
  },
  undo: (trx, hand, id) => turn(trx, hand, id, true),
}
