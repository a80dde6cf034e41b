import { addFactor, firstRecoveryCodes, renewRecoveryCodes } from '../../../src/features/auth/factor-actions.ts'
import { addKey, giveChallenge, makeKey } from '../../../src/features/auth/key-actions.ts'
import { readNewKey } from '../../../src/features/auth/rules/key-answers.ts'
import { newTotpSecret, stepOf, totpCode } from '../../../src/features/auth/rules/totp.ts'
import { type Answer, ORIGIN, type TestApp } from '../../support/app.ts'
import { softKey } from '../../support/authenticator.ts'

interface Site {
  db: TestApp['db']
  deps: Pick<TestApp['deps'], 'secret' | 'clock'>
}

/** A person who set an application up a while ago: its secret, its recovery codes, and what it shows now or some steps away. */
export async function withApplication({ db, deps }: Site, user: { id: number }) {
  const secret = newTotpSecret()
  const step = stepOf(deps.clock()) - 10
  const codes = await db.transaction().execute(async (trx) => {
    await addFactor(trx, deps.secret, { userId: user.id, secret, step }, deps.clock())
    return renewRecoveryCodes(trx, user.id, deps.clock())
  })
  return { secret, codes, ...shownBy({ deps }, secret) }
}

/** An application that knows this secret. */
export function shownBy({ deps }: { deps: Pick<Site['deps'], 'clock'> }, secret: string) {
  const shown = (steps = 0) => totpCode(secret, stepOf(deps.clock()) + steps)
  return {
    shown,
    /** Six digits that no step nearby shows. */
    wrong() {
      const near = new Set([-2, -1, 0, 1, 2].map(shown))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
    },
  }
}

/** Where the keys of the tests are made. */
export const KEY_SITE = { name: 'localhost', origin: ORIGIN }

/** A person who made a key a while ago: it, and its recovery codes where these are the first. */
export async function withKey({ db, deps }: Site, user: { id: number }, nom = 'Téléphone') {
  const key = softKey(ORIGIN)
  const asked = { userId: user.id, lien: 'session:essai' }
  const challenge = await giveChallenge(db, asked, deps.clock())
  const answer = readNewKey(key.create(JSON.stringify({ challenge, rp: { id: KEY_SITE.name } })))
  if (!answer) throw new Error('a key that nobody reads')
  const codes = await db.transaction().execute(async (trx) => {
    const made = await makeKey(trx, answer, KEY_SITE, asked, deps.clock())
    if (typeof made === 'string') throw new Error(made)
    await addKey(trx, user.id, { ...made, nom }, deps.clock())
    return firstRecoveryCodes(trx, user.id, deps.clock())
  })
  return { key, codes: codes ?? [] }
}

/** Reads what a page asks a key for. */
export const askedOf = ({ page }: Answer): string => page.one('form[data-cle]').getAttribute('data-options') ?? ''
