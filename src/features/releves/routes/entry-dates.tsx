import type { Context } from 'hono'
import { ACT_DATE, DEFAULT_CALENDAR, type TypedDate } from '../../../champs/date-typed.ts'
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
  if (value === null || shown(query, 'champ') !== ACT_DATE || !(id >= 1 && id <= MAX_ID)) return null
  return yearWarning(await findVisibleSource(c.var.deps.db, c.var.user, id), { date_evenement: value })
}

/** One more than what a field takes, so that a text too long is told to be so. */
const cut = (text: string): string => text.slice(0, MAX_DATE_LENGTH + 1)

/** A date that the one typed may lean on, with its calendar in a parameter of its own. */
function dateIn(query: Body, name: 'acte' | 'avant'): TypedDate | undefined {
  const valeur = cut(shown(query, name))
  if (valeur.trim() === '') return undefined
  return { valeur, calendrier: shown(query, `${name}_calendrier`) || DEFAULT_CALENDAR }
}

datesRoutes.get('/dates/comprendre', async (c) => {
  const query = readQuery(c)
  const echo = dateEcho({
    ...{ valeur: cut(shown(query, 'valeur')), calendrier: shown(query, 'calendrier') },
    ...{ follows: shown(query, 'suit') !== '', isAct: shown(query, 'champ') === ACT_DATE },
    ...{ act: dateIn(query, 'acte'), before: dateIn(query, 'avant') },
  })
  return page(c, DATE_TITLE, <DateEchoPage echo={echo} warning={await sourceWarning(c, query, echo)} />)
})
