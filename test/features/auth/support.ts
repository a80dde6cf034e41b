import { type Answer, type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { smtpSink } from '../../support/smtp.ts'

export const START = Date.parse('2026-11-21T10:00:00.000Z')
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A site whose clock the test moves. */
export async function siteWithClock() {
  const t = await testApp()
  let now = START
  t.deps.clock = () => new Date(now)
  return {
    ...t,
    later(ms: number) {
      now += ms
    },
  }
}

export const logIn = (visitor: Visitor, login: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  visitor.post('/login', { login, password }, headers)

/** Somebody who has given the password and waits for the PIN that came by mail. */
export async function waitingForPin(t: Pick<TestApp, 'deps' | 'anonymous'>, login: string) {
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const visitor = t.anonymous()
  await logIn(visitor, login)
  return { visitor, pin: /^(\d{6})$/m.exec(sink.received.at(-1)?.email.text ?? '')?.[1] ?? '' }
}

export const from = (address: string) => ({ 'x-forwarded-for': address })

/** Seconds that a 429 asks to wait. */
export const secondsOf = (answer: Answer): number => Number(answer.headers.get('retry-after'))

export const sessionsOf = (t: Pick<TestApp, 'db'>, user: { id: number }) =>
  t.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
