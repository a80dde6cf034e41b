import type { Context } from 'hono'
import { daysSince } from '../../lib/ages.ts'
import { freeBytesIfThere, isNearlyFull } from '../../lib/disk.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { lastMonths } from '../../lib/months.ts'
import { type AppEnv, type CurrentUser, type Deps, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { readQuery, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { readsOf } from '../../web/reads.ts'
import { page } from '../../web/render.tsx'
import { countOpenLogIns } from '../administration/journal/queries.ts'
import { countStuckTasks } from '../administration/taches/queries.ts'
import { role } from '../auth/session-guard.tsx'
import { updateState } from '../mises-a-jour/releases/rules/state.ts'
import { countToDecide } from '../registres/queries/requests.ts'
import { elsewhereState } from '../sauvegardes/ailleurs/queries.ts'
import { externalState } from '../sauvegardes/externe/queries.ts'
import { backupState } from '../sauvegardes/rules/reminder.ts'
import { failedBackup } from '../sauvegardes/task.ts'
import { lastTyped, ownMonths, ownReleves, quietPeople, recentReleves } from './queries/people.ts'
import { monthlyActivity, siteState } from './queries/site.ts'
import { openSources, secondKeyings, sectionStatistics, sourcesToValidate, totals } from './queries/sources.ts'
import { totalsByPerson, yearByMonth, yearByPerson, yearBySection, yearRows, yearsOfWork } from './queries/year.ts'
import { firstSteps, isSetUp } from './rules/steps.ts'
import { todoOf } from './rules/todo.ts'
import { AdminDashboard } from './views/admin.tsx'
import { TITLE } from './views/lines.tsx'
import { MemberDashboard } from './views/member.tsx'
import { STATISTICS_TITLE, StatisticsPage } from './views/statistics.tsx'
import { STATISTICS_PATH } from './views/year.tsx'

const MONTHS = 6
const YEAR = 12
/** Weeks without a record typed, after which somebody is without news. */
const QUIET_WEEKS = 4

export const tableauDeBordRoutes = router()

async function adminDashboard(deps: Deps, user: CurrentUser) {
  const { db, clock, storage, settings } = deps
  const now = clock()
  const [sums, facts, activity, toValidate, recent, openLogIns, stuck, failed, registres] = await Promise.all([
    totals(db, user),
    siteState(db, now),
    monthlyActivity(db, lastMonths(now, MONTHS)),
    sourcesToValidate(db, user),
    recentReleves(db, user),
    countOpenLogIns(db, now),
    countStuckTasks(db),
    failedBackup(db, storage, now),
    countToDecide(db, user),
  ])
  const { smtp, installed_at } = settings.read()
  const elsewhere = await elsewhereState(db, settings.read(), now)
  const externe = await externalState(db, settings.read(), now)
  const backup = backupState(storage, { installedAt: installed_at, externe }, now)
  const free = freeBytesIfThere(storage)
  const [hasMail, hasBackup] = [smtp !== null, backup.last !== null]
  const steps = firstSteps({ ...facts, hasSource: sums.sources > 0, hasMail, hasBackup })
  const todo = todoOf({
    ...{ failedBackup: failed, backup, elsewhere, externe, openLogIns, stuck, hasMail },
    nearlyFull: free !== undefined && isNearlyFull(storage) ? free : undefined,
    takenAway: facts.emportee === null ? undefined : daysSince(facts.emportee, now),
    isSetUp: isSetUp(steps),
    ...{ sansGestionnaire: facts.sansGestionnaire, demandes: facts.demandes, registres },
  })
  const update = updateState(storage, deps.version)
  const site = { update, isImage: deps.isImage, lastBackup: backup.last, free }
  const lists = { totals: sums, people: facts, activity, toValidate, recent }
  return <AdminDashboard {...lists} {...{ now, todo, site }} steps={{ steps, isOpen: !isSetUp(steps) }} />
}

async function memberDashboard({ db, clock }: Deps, user: CurrentUser) {
  const now = clock()
  const isManager = user.role === 'gestionnaire'
  const since = new Date(now.getTime() - QUIET_WEEKS * 7 * DAY_MS).toISOString()
  const [last, months, sections, open, seconds, own, toValidate, quiet, registres] = await Promise.all([
    lastTyped(db, user),
    ownMonths(db, user, now),
    sectionStatistics(db, user),
    openSources(db, user),
    secondKeyings(db, user),
    ownReleves(db, user),
    isManager ? sourcesToValidate(db, user) : [],
    isManager ? quietPeople(db, user, since) : [],
    isManager ? countToDecide(db, user) : 0,
  ])
  const manager = isManager ? { toValidate, quiet, registres, weeks: QUIET_WEEKS } : undefined
  return <MemberDashboard {...{ now, last, months, sections, open, seconds, own, manager }} />
}

tableauDeBordRoutes.get('/', async (c) => {
  const { user } = c.var
  const deps = { ...c.var.deps, db: readsOf(c) }
  const body = user.role === 'admin' ? await adminDashboard(deps, user) : await memberDashboard(deps, user)
  // That of administrators tells of backups, tasks and the disk.
  return page(c, TITLE, body, { isSteady: user.role !== 'admin' })
})

/** The year that the address asks for, where anything was typed in it; else the present one. */
async function askedYear(c: Context<AppEnv>): Promise<{ annee: number; annees: number[] }> {
  const db = readsOf(c)
  const annees = await yearsOfWork(db, c.var.deps.clock().getUTCFullYear())
  const asked = Number(shown(readQuery(c), 'annee'))
  return { annees, annee: annees.find((year) => year === asked) ?? annees[0] ?? asked }
}

tableauDeBordRoutes.get(STATISTICS_PATH, role('admin'), async (c) => {
  const db = readsOf(c)
  const counts = await monthlyActivity(db, lastMonths(c.var.deps.clock(), 2 * YEAR))
  const months = counts.slice(YEAR).map((month, i) => ({ ...month, avant: counts[i]?.n ?? 0 }))
  const { annee, annees } = await askedYear(c)
  const people = await yearByPerson(db, annee)
  const year = {
    ...{ annee, annees, people, sections: await yearBySection(db, annee) },
    ...{ months: await yearByMonth(db, annee), totals: await totalsByPerson(db, annee, people) },
  }
  const view = <StatisticsPage months={months} year={year} />
  return page(c, STATISTICS_TITLE, view, { breadcrumb: [ADMINISTRATION], style: 'imprimes' })
})

tableauDeBordRoutes.route(
  STATISTICS_PATH,
  exportRoutes(
    '/export',
    async (c) => {
      const { annee } = await askedYear(c)
      return { title: `actes saisis en ${annee}`, rows: await yearRows(readsOf(c), annee) }
    },
    role('admin'),
  ),
)
