import { router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { updateState } from '../mises-a-jour/releases/rules/state.ts'
import { elsewhereState } from '../sauvegardes/ailleurs/queries.ts'
import { externalState } from '../sauvegardes/externe/queries.ts'
import { backupState } from '../sauvegardes/rules/reminder.ts'
import { countOpenLogIns } from './journal/queries.ts'
import { administrationCounts } from './queries.ts'
import { AdministrationPage } from './views.tsx'

/** The entrance of the administration; administrators only. */
export const administrationRoutes = router()

administrationRoutes.get('/admin', role('admin'), async (c) => {
  const { db, clock, settings, storage, version } = c.var.deps
  const now = clock()
  const { smtp, installed_at, registration_enabled, journal_mois } = settings.read()
  const elsewhere = await elsewhereState(db, settings.read(), now)
  const externe = await externalState(db, settings.read(), now)
  const view = (
    <AdministrationPage
      now={now}
      counts={await administrationCounts(db, now)}
      openLogIns={await countOpenLogIns(db, now)}
      elsewhere={elsewhere}
      externe={externe}
      backup={backupState(storage, { installedAt: installed_at, externe }, now)}
      update={updateState(storage, version)}
      isRegistrationOpen={registration_enabled}
      hasMail={smtp !== null}
      journalMois={journal_mois}
    />
  )
  return page(c, 'Administration', view)
})
