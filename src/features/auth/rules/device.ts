import { keyedDigest, randomToken, sameText } from '../../../lib/crypto.ts'
import { DAY_MS } from '../../../lib/durations.ts'

/** How long a browser is known after it was last in: as long as browsers keep a cookie at most. */
export const DEVICE_DAYS = 400
/** On a shared computer those who were in last are kept. */
const MAX_ACCOUNTS = 10
const DEVICE = /^[a-z2-7]{32}$/

/** Another password makes the browsers of before strangers again: whoever took a cookie along has nothing of it. */
interface Account {
  id: number
  password_hash: string
}

interface Cookie {
  /** Random: what the counters of this browser are called. */
  device: string | undefined
  /** One for each account that was in: the day of it, and a keyed digest that names nobody. */
  marks: string[]
}

function parse(cookie: string | undefined): Cookie {
  const [device = '', ...marks] = (cookie ?? '').split('.')
  return DEVICE.test(device) ? { device, marks: marks.slice(0, MAX_ACCOUNTS) } : { device: undefined, marks: [] }
}

const dayOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS)

const markOf = (secret: string, device: string, { id, password_hash }: Account, day: number): string =>
  `${day.toString(36)}-${keyedDigest(secret, 'appareil', JSON.stringify([device, day, id, password_hash]))}`

function isOf(secret: string, device: string, account: Account, mark: string): boolean {
  const day = Number.parseInt(/^[0-9a-z]{1,6}(?=-)/.exec(mark)?.[0] ?? '', 36)
  return Number.isInteger(day) && sameText(mark, markOf(secret, device, account, day))
}

/** The name of the browser that sends this cookie, where the account was in with its present password; undefined elsewhere. */
export function knownDevice(
  secret: string,
  cookie: string | undefined,
  account: Account,
  now: Date,
): string | undefined {
  const { device, marks } = parse(cookie)
  if (device === undefined) return undefined
  const mark = marks.find((one) => isOf(secret, device, account, one))
  if (mark === undefined) return undefined
  const age = dayOf(now) - Number.parseInt(mark, 36)
  return age <= DEVICE_DAYS ? device : undefined
}

/** The cookie of a browser in which the account has just come in, or still is. */
export function markDevice(secret: string, cookie: string | undefined, account: Account, now: Date): string {
  const { device = randomToken(), marks } = parse(cookie)
  const others = marks.filter((mark) => !isOf(secret, device, account, mark)).slice(0, MAX_ACCOUNTS - 1)
  return [device, markOf(secret, device, account, dayOf(now)), ...others].join('.')
}
