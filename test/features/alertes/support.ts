import { type MailedNews, NEWS_MAIL_TASK } from '../../../src/features/alertes/actions/tell.ts'
import { enqueueSweep, sweepHandlers } from '../../../src/features/alertes/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { smtpSink } from '../../support/smtp.ts'

export const DAY = 24 * 60 * 60_000

/** A site that sends mail, whose clock the test moves. It opens on a Saturday. */
export async function alertSite() {
  const t = await testApp()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings, public_origin: 'https://releves.exemple.fr' })
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  await enqueueSweep(t.deps, t.deps.clock())
  return {
    ...t,
    sink,
    /** Some time goes by. */
    later(ms: number) {
      now += ms
    },
    /** Nights go by; in each of them all processes ask, and one sweeps. */
    async night(nights = 1) {
      for (let n = 0; n < nights; n += 1) {
        now += DAY
        for (const _process of [1, 2]) await enqueueSweep(t.deps, t.deps.clock())
        await runTasks(t.deps, sweepHandlers)
      }
    },
  }
}

/** The mails that wait, by person, with the acts that each names of each search. */
export async function waiting(t: TestApp): Promise<MailedNews[]> {
  const rows = await t.db
    .selectFrom('taches')
    .select('payload')
    .where('kind', '=', NEWS_MAIL_TASK)
    .where('etat', '=', 'attente')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload as unknown as MailedNews)
}

/** Nothing of before is waiting any more. */
export const forget = (t: TestApp) => t.db.deleteFrom('taches').where('kind', '=', NEWS_MAIL_TASK).execute()

/** Keeps a search as the form on the page of the search does. Gives its id. */
export async function keep(t: TestApp, visitor: Visitor, adresse: string, frequence = 'jour', titre = adresse) {
  const answer = await visitor.post('/mes-recherches', { adresse, titre, frequence })
  if (answer.status !== 303) throw new Error(`${answer.status} ${answer.page.text.slice(0, 400)}`)
  const row = await t.db
    .selectFrom('recherches_gardees')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The acts that the page of a search lists as new. */
export async function listed(visitor: Visitor, id: number): Promise<number[]> {
  const { page } = await visitor.get(`/mes-recherches/${id}`)
  return page
    .all('.trouves tbody th a')
    .map((link) => Number(/\d+$/.exec(link.getAttribute('href') ?? '')?.[0]))
    .sort((a, b) => a - b)
}
