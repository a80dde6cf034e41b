import { byPerson, type NoticeKind } from './kind.ts'

const SAYS = {
  message: 'vous écrit au sujet d’un relevé de',
  proposition: 'propose de corriger un relevé de',
  appliquee: 'a appliqué une correction proposée dans',
  refusee: 'a répondu à une correction proposée dans',
} as const

/** Something happened in a thread about an act. */
interface ThreadNews {
  fil: number
  /** The last message of the thread, or 0: each is told once. */
  message: number
  what: keyof typeof SAYS
  source: { id: number }
  /** The act and the beginning of what was written. */
  extrait: string
  /** null: whoever did it has no account any more. */
  actorId: number | null
  /** Those who are told; they all see the source. */
  recipients: readonly number[]
}

const isNews = (word: string | undefined): word is keyof typeof SAYS => word !== undefined && Object.hasOwn(SAYS, word)

export const fil: NoticeKind<ThreadNews> = {
  label: 'On m’écrit, ou on me répond, au sujet d’un relevé (un seul courriel par jour)',
  announces: 'quand on vous écrira au sujet d’un relevé',
  roles: ['admin', 'gestionnaire', 'membre'],
  isDaily: true,
  recipients: async (_db, { recipients, actorId }) => recipients.filter((id) => id !== actorId),
  row: ({ fil: id, message, what, source, extrait, actorId }) => ({
    source_id: source.id,
    transition_id: null,
    auteur_id: actorId,
    cle: `${id}-${what}-${message}`,
    data: { motif: extrait },
  }),
  says: (notice) => {
    const what = notice.cle?.split('-')[1]
    return byPerson(SAYS[isNews(what) ? what : 'message'])(notice)
  },
  path: ({ cle }) => `/fils/${cle?.split('-')[0]}`,
  mail: {
    subject: 'Au sujet de vos relevés',
    details: () => [],
    call: 'Répondez dans l’échange, ou marquez-le comme résolu.',
    link: 'Ouvrir l’échange',
  },
}
