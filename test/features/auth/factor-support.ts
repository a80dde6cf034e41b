import { addFactor, renewRecoveryCodes } from '../../../src/features/auth/factor-actions.ts'
import { newTotpSecret, stepOf, totpCode } from '../../../src/features/auth/rules/totp.ts'
import type { TestApp } from '../../support/app.ts'

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
