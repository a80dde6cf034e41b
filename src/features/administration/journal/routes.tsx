import { router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { readQuery } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { page } from '../../../web/render.tsx'
import { provedLately } from '../../auth/fresh.tsx'
import { role } from '../../auth/session-guard.tsx'
import { readJournalFilter } from './filter.ts'
import { listJournal } from './queries.ts'
import { journalRows } from './rows.ts'
import { JournalPage, PATH, TITLE } from './views.tsx'

export const journalRoutes = router()

journalRoutes.use(role('admin'))

journalRoutes.get('/', async (c) => {
  const { db, settings } = c.var.deps
  const query = readQuery(c)
  const [filter, paging] = [readJournalFilter(query), readPaging(query)]
  const list = await listJournal(db, filter, paging)
  const href = (change: Record<string, string | number | null>) => listUrl(PATH, query, change)
  const exportUrl = (extension: string) => listUrl(`${PATH}/export/${extension}`, query, { par_page: null })
  const view = <JournalPage {...{ ...list, filter, paging, href, exportUrl, months: settings.read().journal_mois }} />
  return page(c, TITLE, view, { breadcrumb: [ADMINISTRATION] })
})

journalRoutes.route(
  '/',
  exportRoutes(
    '/export',
    (c) => ({ title: 'journal', rows: journalRows(c.var.deps.db, readJournalFilter(readQuery(c))) }),
    provedLately,
  ),
)
