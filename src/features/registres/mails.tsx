import { plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { type MailBlock, type MailText, mailText } from '../../ui/mail.tsx'
import type { Reminder } from './queries/silence.ts'
import { reminderToken } from './rules.ts'

export const newsPath = (secret: string, id: number): string => `/registres/nouvelles/${reminderToken(secret, id)}`

interface NewsContext {
  siteName: string
  /** undefined while nobody knows the address of the site. */
  origin: string | undefined
  to: string
  secret: string
}

function blocksOf(reminder: Reminder, { origin, secret }: NewsContext): MailBlock[] {
  const { titre, nb_releves } = reminder
  const typed =
    nb_releves === 0 ? 'rien n’y est encore relevé' : `${plural(nb_releves, 'acte relevé', 'actes relevés')}`
  const about: MailBlock = { text: `${quoted(titre)}\u00a0: ${typed}.` }
  if (origin === undefined) return [about]
  const href = `${origin}${newsPath(secret, reminder.id)}`
  return [
    about,
    { href: `${href}?reponse=continue`, label: 'Je continue' },
    { href: `${href}?reponse=rend`, label: 'Je rends ce registre' },
  ]
}

const FOOTER =
  'Vous recevez ce courriel, une seule fois par registre, parce qu’un registre de ce site vous est confié. Votre profil permet de ne plus en recevoir.'

/** Asks one person for news of registers that have not moved, each with both answers. */
export function newsMail(reminders: readonly Reminder[], context: NewsContext): MailText {
  const { siteName, origin, to } = context
  const one = reminders.length === 1
  return mailText({
    title: one ? 'Des nouvelles de votre registre' : 'Des nouvelles de vos registres',
    siteName,
    blocks: [
      { text: `Bonjour ${to},` },
      {
        text: one
          ? 'Rien n’a bougé depuis un moment dans ce registre. Un mot suffit, et rien ne presse\u00a0: si vous n’avez plus le temps, quelqu’un d’autre le reprendra, et tout ce que vous avez relevé reste à votre nom.'
          : 'Rien n’a bougé depuis un moment dans ces registres. Un mot suffit, et rien ne presse\u00a0: si vous n’avez plus le temps, quelqu’un d’autre les reprendra, et tout ce que vous avez relevé reste à votre nom.',
      },
      ...reminders.flatMap((reminder) => blocksOf(reminder, context)),
    ],
    footer: FOOTER,
    footerLink: origin === undefined ? undefined : { href: `${origin}/profil`, label: 'Ouvrir mon profil' },
  })
}
