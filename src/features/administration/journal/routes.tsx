import { router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { readQuery } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { readPaging } from '../../../web/pagination.ts'
import { page } from '../../../web/render.tsx'
import { provedLately } from '../../auth/fresh.tsx'
import { role } from '../../auth/session-guard.tsx'
import { journalFilter } from './filter-form.ts'
import { listJournal } from './queries.ts'
import { journalRows } from './rows.ts'
import { JournalPage, PATH, TITLE } from './views.tsx'

export const journalRoutes = router()

journalRoutes.use(role('admin'))

journalRoutes.get('/', async (c) => {
  const { db, settings } = c.var.deps
  const query = readQuery(c)
  const [{ filter }, paging] = [journalFilter.read(query), readPaging(query)]
  const list = await listJournal(db, filter, paging)
  const url = journalFilter.address(PATH, filter, query)
  const exportUrl = (extension: string) => journalFilter.address(`${PATH}/export/${extension}`, filter)({})
  const view = <JournalPage {...{ ...list, filter, paging, url, exportUrl, months: settings.read().journal_mois }} />
  return page(c, TITLE, view, { breadcrumb: [ADMINISTRATION] })
})

journalRoutes.route(
  '/',
  exportRoutes(
    '/export',
    (c) => ({ title: 'journal', rows: journalRows(c.var.deps.db, journalFilter.read(readQuery(c)).filter) }),
    provedLately,
  ),
)
