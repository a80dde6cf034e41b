import { type CurrentUser, type Deps, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { countOpenLogIns } from '../journal/queries.ts'
import { backupState } from '../mises-a-jour/reminder.ts'
import {
  assignedSources,
  ownReleves,
  recentReleves,
  recentSources,
  sectionStatistics,
  siteState,
  sourcesToValidate,
  totals,
} from './queries.ts'
import { AdminDashboard, MemberDashboard } from './views.tsx'

export const tableauDeBordRoutes = router()

async function adminDashboard({ db, clock, storage, settings }: Deps, user: CurrentUser) {
  return (
    <AdminDashboard
      totals={await totals(db, user)}
      site={await siteState(db)}
      toValidate={await sourcesToValidate(db, user)}
      recent={await recentReleves(db, user)}
      openLogIns={await countOpenLogIns(db, clock())}
      backupLate={backupState(storage, settings.read().installed_at, clock()).late}
    />
  )
}

async function memberDashboard({ db }: Deps, user: CurrentUser) {
  const isManager = user.role === 'gestionnaire'
  return (
    <MemberDashboard
      isManager={isManager}
      sections={await sectionStatistics(db, user)}
      assigned={await assignedSources(db, user)}
      toValidate={isManager ? await sourcesToValidate(db, user) : []}
      recent={await recentSources(db, user)}
      own={await ownReleves(db, user)}
    />
  )
}

tableauDeBordRoutes.get('/', async (c) => {
  const { deps, user } = c.var
  const body = user.role === 'admin' ? await adminDashboard(deps, user) : await memberDashboard(deps, user)
  return page(c, 'Tableau de bord', body)
})
