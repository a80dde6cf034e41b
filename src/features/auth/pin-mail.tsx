import { randomToken } from '../../lib/crypto.ts'
import { MAIL_LIMITS, type MailLimits, sendMail } from '../../lib/mailer.ts'
import type { Deps } from '../../web/env.ts'
import { pinMail } from './mails.tsx'
import type { PinMailer } from './second-step.ts'

/** A person waits for it: with the password's turn before it, no log-in takes more than 15 s. */
const PIN_LIMITS: MailLimits = { ...MAIL_LIMITS, socket: 9000, whole: 11_000 }

/** Sends PINs; undefined where the site sends no mail, and asks for none. */
export function pinMailer({ settings, mailLimits }: Pick<Deps, 'settings' | 'mailLimits'>): PinMailer | undefined {
  const { smtp, site_name: siteName } = settings.read()
  if (smtp === null) return undefined
  return ({ name, email }, pin) => {
    const to = { name, address: email }
    const reference = `releves-code-${randomToken()}`
    return sendMail(smtp, pinMail({ siteName, to, reference }, pin), mailLimits ?? PIN_LIMITS)
  }
}
