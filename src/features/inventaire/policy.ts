import type { CurrentUser } from '../../web/env.ts'
import { canEditLieux } from '../lieux/policy.ts'

/** Everybody signed in reads the inventory; whoever keeps the places keeps it too. */
export const canEditInventory = (user: Pick<CurrentUser, 'role'>): boolean => canEditLieux(user)

export const MAY_NOT_EDIT = 'L’inventaire est tenu par les gestionnaires et les administrateurs.'
