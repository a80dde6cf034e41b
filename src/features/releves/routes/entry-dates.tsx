import type { Context } from 'hono'
import { MAX_DATE_LENGTH } from '../../../lib/dates.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, MAX_ID, readQuery, shown } from '../../../web/form.ts'
import { page } from '../../../web/render.tsx'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { type DateEcho, dateEcho } from '../rules/date-echo.ts'
import { yearWarning } from '../rules/year-warning.ts'
import { DATE_TITLE, DateEchoPage } from '../views/date-echo.tsx'

export const datesRoutes = router()

/** The date of the act lies outside the years of its source: said, never refused. */
async function sourceWarning(c: Context<AppEnv>, query: Body, { value }: DateEcho): Promise<string | null> {
  const id = Number(shown(query, 'source'))
  if (value === null || shown(query, 'champ') !== 'date_evenement' || !(id >= 1 && id <= MAX_ID)) return null
  return yearWarning(await findVisibleSource(c.var.deps.db, c.var.user, id), { date_evenement: value })
}

datesRoutes.get('/dates/comprendre', async (c) => {
  const query = readQuery(c)
  // One more than what a field takes, so that a text too long is told to be so.
  const echo = dateEcho(shown(query, 'valeur').slice(0, MAX_DATE_LENGTH + 1), shown(query, 'calendrier'))
  return page(c, DATE_TITLE, <DateEchoPage echo={echo} warning={await sourceWarning(c, query, echo)} />)
})
