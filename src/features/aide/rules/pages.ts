import type { UserRole } from '../../../db/schema.ts'
import { BACKUP_PAGES } from './backups.ts'
import { COMING_IN_PAGES } from './coming-in.ts'
import { FINDING_PAGES } from './finding.ts'
import { KEEPING_PAGES } from './keeping.ts'
import type { HelpPage } from './page.ts'
import { PERSONAL_DATA_PAGES } from './personal-data.ts'
import { REGISTERING_PAGES } from './registering.ts'
import { REVIEWING_PAGES } from './reviewing.ts'
import { ROLE_PAGES } from './roles.ts'
import { RUNNING_PAGES } from './running.ts'
import { TAKING_PAGES } from './taking.ts'
import { TYPING_PAGES } from './typing.ts'
import { VIEWING_PAGES } from './viewing.ts'

const SCREEN_PAGES: readonly HelpPage[] = [
  ...TYPING_PAGES,
  ...REVIEWING_PAGES,
  ...VIEWING_PAGES,
  ...FINDING_PAGES,
  ...REGISTERING_PAGES,
  ...TAKING_PAGES,
  ...KEEPING_PAGES,
  ...RUNNING_PAGES,
  ...BACKUP_PAGES,
  ...COMING_IN_PAGES,
  ...PERSONAL_DATA_PAGES,
]

/** The page of this address; undefined where there is none. */
export const helpPage = (cle: string): HelpPage | undefined =>
  [...ROLE_PAGES, ...SCREEN_PAGES].find((page) => page.cle === cle)

/** The pages that one leads to. */
export const pagesAfter = ({ voir = [] }: HelpPage): HelpPage[] => voir.flatMap((cle) => helpPage(cle) ?? [])

const isFor =
  (role: UserRole) =>
  ({ pour }: HelpPage): boolean =>
    pour?.includes(role) ?? true

/** The pages that somebody of this role is offered: by what one does, and by screen. Every page may be read by everybody. */
export const offeredPages = (role: UserRole) => ({
  roles: ROLE_PAGES.filter(isFor(role)),
  screens: SCREEN_PAGES.filter(isFor(role)),
})
