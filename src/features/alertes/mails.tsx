import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP, quoted } from '../../lib/typo.ts'
import { type MailBlock, type MailText, mailText } from '../../ui/mail.tsx'
import type { Hit } from '../recherche/queries/hits.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { AwaitedYears } from './queries/awaited.ts'
import type { SavedSearch } from './queries/saved.ts'
import { newsText, PATH } from './rules/words.ts'

export interface NewsOfSearch {
  search: SavedSearch
  n: number
  isMore: boolean
  hits: Hit[]
}

export interface NewsMail {
  news: NewsOfSearch[]
  done: AwaitedYears[]
  asked: SavedSearch[]
}

interface MailContext {
  siteName: string
  origin: string | undefined
  to: string
  /** Where one click ends these mails. */
  stop: string | undefined
}

/** « MARTIN Jean, 12/08/1787, Baptêmes de Saint-Malo ». */
function actLine({ who, date, source_titre, id }: Hit): string {
  const names = who.names.map(({ nom, prenom }) => [nom, prenom].filter(Boolean).join(' '))
  return [names.join(who.isCouple ? ' × ' : ', ') || `Relevé n°${NBSP}${id}`, date.text, source_titre]
    .filter(Boolean)
    .join(', ')
}

function newsBlocks({ search, n, isMore, hits }: NewsOfSearch, origin: string | undefined): MailBlock[] {
  const left = n - hits.length
  const more = left > 0 ? [`et ${isMore ? 'plus de ' : ''}${plural(left, 'autre', 'autres')}`] : []
  return [
    {
      title: `${search.titre} (${newsText(n, isMore).toLowerCase()})`,
      quote: [...hits.map(actLine), ...more].join('\n'),
    },
    ...(origin === undefined ? [] : [{ href: `${origin}${PATH}/${search.id}`, label: 'Voir ces actes' }]),
  ]
}

function doneBlocks({ lieu_id, lieu_nom, acte, debut, fin }: AwaitedYears, origin: string | undefined): MailBlock[] {
  const years = debut === fin ? String(debut) : `${debut}-${fin}`
  return [
    {
      text: `C’est fait${NBSP}: ${lieu_nom}, ${ACT_LABELS[acte].toLowerCase()} ${years}. Toutes ces années sont validées.`,
    },
    ...(origin === undefined || lieu_id === null
      ? []
      : [
          {
            href: `${origin}/recherche?lieu=${lieu_id}&annee_debut=${debut}&annee_fin=${fin}`,
            label: 'Chercher dans ces années',
          },
        ]),
  ]
}

const askedBlocks = (asked: readonly SavedSearch[], origin: string | undefined): MailBlock[] =>
  asked.length === 0
    ? []
    : [
        {
          text: `Toujours utile${NBSP}? Vous n’avez pas ouvert vos recherches depuis un an. Sans visite de votre part, celles-ci s’arrêtent dans un mois${NBSP}: ${asked.map(({ titre }) => quoted(titre)).join(', ')}.`,
        },
        ...(origin === undefined ? [] : [{ href: `${origin}${PATH}`, label: 'Ouvrir mes recherches pour les garder' }]),
      ]

const FOOTER =
  'Vous recevez ce courriel parce que vous gardez des recherches sur ce site. Pour ne plus recevoir de courriels de vos recherches, un clic suffit.'

function titleOf({ news, done }: NewsMail): string {
  const acts = news.reduce((sum, { n }) => sum + n, 0)
  if (acts > 0)
    return `Vos recherches${NBSP}: ${newsText(
      acts,
      news.some(({ isMore }) => isMore),
    ).toLowerCase()}`
  return done.length > 0
    ? `${formatNumber(done.length)} de vos attentes sont comblées`
    : 'Vos recherches sont-elles toujours utiles\u00a0?'
}

/** One mail of all that is new to a person. */
export function newsMail(mail: NewsMail, { siteName, origin, to, stop }: MailContext): MailText {
  return mailText({
    title: titleOf(mail),
    siteName,
    blocks: [
      { text: `Bonjour ${to},` },
      ...mail.news.flatMap((one) => newsBlocks(one, origin)),
      ...mail.done.flatMap((one) => doneBlocks(one, origin)),
      ...askedBlocks(mail.asked, origin),
    ],
    footer: FOOTER,
    footerLink: stop === undefined ? undefined : { href: stop, label: 'Ne plus recevoir ces courriels' },
  })
}
