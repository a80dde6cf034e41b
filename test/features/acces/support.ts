import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { runTasks } from '../../../src/features/taches/loop.ts'
import type { Visitor } from '../../support/app.ts'
import { smtpSink } from '../../support/smtp.ts'
import { siteWithClock } from '../auth/support.ts'

const ORIGIN = 'https://releves.exemple.fr'
export const PASSWORD = 'une phrase que moi seule connais'

/** A site that sends mail and knows its address, with a clock that the test moves. */
export async function mailSite() {
  const [t, sink] = [await siteWithClock(), await smtpSink()]
  t.deps.settings.write({ smtp: sink.settings, registration_enabled: true, public_origin: ORIGIN })
  return {
    ...t,
    sink,
    /** Sends what waits. */
    mails: () => runTasks(t.deps, accountMailHandlers(t.deps)),
    /** The path of the only link of the last mail. */
    lastLink(): string {
      const [, path] = new RegExp(`${ORIGIN}(/\\S+)`).exec(sink.received.at(-1)?.email.text ?? '') ?? []
      return path ?? ''
    },
    /** To whom and about what, in the order of sending. */
    sent: () => sink.received.map(({ to, email }) => `${to.join()} ${email.subject}`),
    account: (name: string) => t.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst(),
  }
}

export const JEANNE = { name: 'jeanne', email: 'jeanne@exemple.fr', password: PASSWORD, confirmation: PASSWORD }

export const register = (visitor: Visitor, change: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  visitor.post('/register', { ...JEANNE, ...change }, headers)
