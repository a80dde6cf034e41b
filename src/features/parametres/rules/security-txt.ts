import { DAY_MS } from '../../../lib/durations.ts'
import { isMailbox } from '../../../lib/mailer.ts'

const VALID_DAYS = 180

/** Where weaknesses are told: a mail address, or a page in https. Undefined for what is neither. */
export function contactUri(contact: string): string | undefined {
  if (isMailbox(contact)) return `mailto:${encodeURI(contact)}`
  const url = /\s/.test(contact) ? null : URL.parse(contact)
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' ? url.href : undefined
}

/** The file of RFC 9116. `origin`: public address of the site; '' while unknown. It expires, so that nobody trusts an abandoned site. */
export function securityTxt(contact: string, origin: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: fr, en',
    // Only an address in https may stand there.
    ...(origin.startsWith('https://') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ]
  return `${lines.join('\n')}\n`
}
