import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { managedSectionIds } from '../droits/policy.ts'

/** Accepts, refuses, changes and imports lines: administrators, and whoever manages a section. Everybody signed in proposes. */
export const canDecide = async (db: Db, user: CurrentUser): Promise<boolean> =>
  (await managedSectionIds(db, user))?.length !== 0

/** A proposal may be taken back by its author as long as nobody has decided on it. */
export const canWithdraw = (user: CurrentUser, line: { auteur_id: number | null; etat: string }): boolean =>
  line.auteur_id === user.id && line.etat === 'proposee'
