import type { UserRole } from '../../../db/schema.ts'

export interface AccountState {
  role: UserRole
  is_active: boolean
}

/** Why a change of role or activity is refused, and the field of the form it is about. */
export interface RoleRefusal {
  field: 'role' | 'is_active'
  message: string
}

const SELF_DEMOTION = 'Vous ne pouvez pas retirer votre propre rôle d’administrateur\u00a0: demandez-le à un collègue.'
const SELF_CLOSURE = 'Vous ne pouvez pas désactiver votre propre compte.'
const LAST_DEMOTION = 'C’est le dernier administrateur actif\u00a0: donnez d’abord ce rôle à quelqu’un d’autre.'
const LAST_CLOSURE = 'C’est le dernier administrateur actif\u00a0: son compte ne peut pas être désactivé.'

const isActiveAdmin = ({ role, is_active }: AccountState): boolean => role === 'admin' && is_active

/**
 * The rules of spec.md 5.6. `actorId` null: the command line, which is nobody. `otherActiveAdmins` must have been counted in
 * the transaction that writes, under its lock (reliability.md T21).
 */
export function roleRefusal(
  actorId: number | null,
  target: AccountState & { id: number },
  to: AccountState,
  otherActiveAdmins: number,
): RoleRefusal | undefined {
  const closes = target.is_active && !to.is_active
  const demotes = target.role === 'admin' && to.role !== 'admin'
  if (actorId === target.id && closes) return { field: 'is_active', message: SELF_CLOSURE }
  if (actorId === target.id && demotes) return { field: 'role', message: SELF_DEMOTION }
  if (!isActiveAdmin(target) || isActiveAdmin(to) || otherActiveAdmins > 0) return undefined
  return closes ? { field: 'is_active', message: LAST_CLOSURE } : { field: 'role', message: LAST_DEMOTION }
}
