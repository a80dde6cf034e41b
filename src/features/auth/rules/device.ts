import { keyedDigest, randomToken, sameText } from '../../../lib/crypto.ts'
import { DAY_MS } from '../../../lib/durations.ts'

/** How long a browser is known after it was last in: as long as browsers keep a cookie at most. */
export const DEVICE_DAYS = 400
/** On a shared computer those who were in last are kept. */
const MAX_ACCOUNTS = 10
const DEVICE = /^[a-z2-7]{32}$/

/**
 * Another password makes the browsers of before strangers again, as far as limits go: whoever took a cookie along has nothing of it.
 * That a browser was in before is told by the second part of its mark, which no password changes.
 */
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

/** 96 bits: a cookie of ten accounts stays short. */
const LASTING_SIGNS = 16

const lastingOf = (secret: string, device: string, { id }: Account, day: number): string =>
  keyedDigest(secret, 'navigateur', JSON.stringify([device, day, id])).slice(0, LASTING_SIGNS)

const dayIn = (mark: string): number => Number.parseInt(/^[0-9a-z]{1,6}(?=-)/.exec(mark)?.[0] ?? '', 36)

/** A mark of an earlier version of the site has no second part. */
function isOf(secret: string, device: string, account: Account, mark: string): boolean {
  const [day, cut] = [dayIn(mark), mark.indexOf('~')]
  const own = cut < 0 ? mark : mark.slice(0, cut)
  if (!Number.isInteger(day) || !sameText(own, markOf(secret, device, account, day))) return false
  return cut < 0 || isFamiliar(secret, device, account, mark)
}

function isFamiliar(secret: string, device: string, account: Account, mark: string): boolean {
  const [day, lasting] = [dayIn(mark), mark.slice(mark.indexOf('~') + 1)]
  return Number.isInteger(day) && sameText(lasting, lastingOf(secret, device, account, day))
}

const isYoung = (mark: string, now: Date): boolean => dayOf(now) - dayIn(mark) <= DEVICE_DAYS

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
  return mark !== undefined && isYoung(mark, now) ? device : undefined
}

/** Was the account in with this browser before, with whatever password? */
export function isKnownBrowser(secret: string, cookie: string | undefined, account: Account, now: Date): boolean {
  const { device, marks } = parse(cookie)
  if (device === undefined) return false
  const isOwn = (mark: string) => isOf(secret, device, account, mark) || isFamiliar(secret, device, account, mark)
  return marks.some((mark) => isOwn(mark) && isYoung(mark, now))
}

/** The cookie of a browser in which the account has just come in, or still is. */
export function markDevice(secret: string, cookie: string | undefined, account: Account, now: Date): string {
  const { device = randomToken(), marks } = parse(cookie)
  const isOthers = (mark: string) => !isOf(secret, device, account, mark) && !isFamiliar(secret, device, account, mark)
  const others = marks.filter(isOthers).slice(0, MAX_ACCOUNTS - 1)
  const day = dayOf(now)
  const own = `${markOf(secret, device, account, day)}~${lastingOf(secret, device, account, day)}`
  return [device, own, ...others].join('.')
}
