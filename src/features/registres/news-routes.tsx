import type { Context } from 'hono'
import { oneOf } from '../../lib/body.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery, shown } from '../../web/form.ts'
import { page } from '../../web/render.tsx'
import { notifyOptions } from '../notifications/actions.ts'
import { answerReminder } from './actions/news.ts'
import { parseNews } from './form.ts'
import { findReminder, type Reminder } from './queries/silence.ts'
import { isTooOld, reminderOf } from './rules.ts'
import { NEWS_OVER_TITLE, NEWS_TITLE, NewsDone, NewsOver, NewsPage } from './views/answer.tsx'

/** The links by which somebody says, from a mail, whether a register goes on. Nobody needs a session here, and a link that is looked at changes nothing. */
export const newsRoutes = router()

/** The address is a secret. */
const keepNowhere = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store')

/** The reminder of the link; undefined where it is answered, too old or was never made, or the account is closed. */
async function askedBy(c: Context<AppEnv>): Promise<Reminder | undefined> {
  const { db, secret, clock } = c.var.deps
  const id = reminderOf(secret, c.req.param('jeton') ?? '')
  const reminder = id === undefined ? undefined : await findReminder(db, id)
  if (!reminder?.is_active || reminder.reponse !== null || isTooOld(reminder.envoye_at, clock())) return undefined
  return reminder
}

const over = (c: Context<AppEnv>) => page(c, NEWS_OVER_TITLE, <NewsOver />, 404)

const newsPage = (c: Context<AppEnv>, reminder: Reminder, chosen: string, status: 200 | 422 = 200) =>
  page(c, NEWS_TITLE, <NewsPage {...{ reminder, chosen }} path={c.req.path} />, status)

newsRoutes.get('/registres/nouvelles/:jeton', async (c) => {
  keepNowhere(c)
  const reminder = await askedBy(c)
  if (!reminder) return over(c)
  return newsPage(c, reminder, oneOf(['continue', 'rend'], shown(readQuery(c), 'reponse')))
})

newsRoutes.post('/registres/nouvelles/:jeton', async (c) => {
  keepNowhere(c)
  const reminder = await askedBy(c)
  if (!reminder) return over(c)
  const form = parseNews(await readBody(c))
  if (!form.ok) return newsPage(c, reminder, 'continue', 422)
  if (!(await answerReminder(c.var.deps.db, reminder, form.value, notifyOptions(c.var.deps)))) return over(c)
  const words =
    form.value.reponse === 'rend'
      ? 'Registre rendu. Merci pour ce que vous y avez fait : tout reste à votre nom.'
      : 'C’est noté, merci. Reprenez quand vous voulez.'
  return page(c, NEWS_TITLE, <NewsDone titre={reminder.titre} words={words} />)
})
