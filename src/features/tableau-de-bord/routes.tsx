import { existsSync } from 'node:fs'
import { freeBytes, isNearlyFull } from '../../lib/disk.ts'
import { lastMonths } from '../../lib/months.ts'
import { type CurrentUser, type Deps, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { countOpenLogIns } from '../administration/journal/queries.ts'
import { countStuckTasks } from '../administration/taches/queries.ts'
import { updateState } from '../mises-a-jour/releases/rules/state.ts'
import { backupState } from '../sauvegardes/rules/reminder.ts'
import { failedBackup } from '../sauvegardes/task.ts'
import {
  assignedSources,
  monthlyActivity,
  ownReleves,
  recentReleves,
  recentSources,
  sectionStatistics,
  siteState,
  sourcesToValidate,
  totals,
} from './queries.ts'
import { AdminDashboard } from './views/admin.tsx'
import { TITLE } from './views/lines.tsx'
import { MemberDashboard } from './views/member.tsx'

const MONTHS = 6

export const tableauDeBordRoutes = router()

async function adminDashboard({ db, clock, storage, settings, version }: Deps, user: CurrentUser) {
  const now = clock()
  const [sums, users, activity, toValidate, recent, openLogIns, stuck, failed] = await Promise.all([
    totals(db, user),
    siteState(db),
    monthlyActivity(db, lastMonths(now, MONTHS)),
    sourcesToValidate(db, user),
    recentReleves(db, user),
    countOpenLogIns(db, now),
    countStuckTasks(db),
    failedBackup(db, storage),
  ])
  const site = {
    update: updateState(storage, version),
    backup: backupState(storage, settings.read().installed_at, now),
    failedBackup: failed,
    free: existsSync(storage) ? freeBytes(storage) : undefined,
    isNearlyFull: existsSync(storage) && isNearlyFull(storage),
  }
  return <AdminDashboard {...{ totals: sums, users, activity, toValidate, recent, openLogIns, stuck, site }} />
}

async function memberDashboard({ db }: Deps, user: CurrentUser) {
  const isManager = user.role === 'gestionnaire'
  const [sections, assigned, toValidate, recent, own] = await Promise.all([
    sectionStatistics(db, user),
    assignedSources(db, user),
    isManager ? sourcesToValidate(db, user) : [],
    recentSources(db, user),
    ownReleves(db, user),
  ])
  return <MemberDashboard {...{ isManager, sections, assigned, toValidate, recent, own }} />
}

tableauDeBordRoutes.get('/', async (c) => {
  const { deps, user } = c.var
  const body = user.role === 'admin' ? await adminDashboard(deps, user) : await memberDashboard(deps, user)
  // That of administrators tells of months, backups and the disk.
  return page(c, TITLE, body, { isSteady: user.role !== 'admin' })
})
