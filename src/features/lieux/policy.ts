import type { CurrentUser } from '../../web/env.ts'

/** Everybody signed in reads places; who may create and change them (decisions.md, section 2). */
export const canEditLieux = (user: Pick<CurrentUser, 'role'>): boolean => user.role !== 'membre'

export const canDeleteLieux = (user: Pick<CurrentUser, 'role'>): boolean => user.role === 'admin'

/** The emptied place goes for good: whoever may delete may merge. */
export const canMergeLieux = (user: Pick<CurrentUser, 'role'>): boolean => canDeleteLieux(user)

/** Tens of thousands of places at once are the administrators' decision. */
export const canLoadCommunes = (user: Pick<CurrentUser, 'role'>): boolean => user.role === 'admin'
