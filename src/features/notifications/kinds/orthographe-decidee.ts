import { activeReader } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'

/** A line of spelling that somebody accepted, or refused for a reason. */
interface DecidedSpelling {
  id: number
  /** As it is written: « LE GOAFF = LE GOFF ». */
  ligne: string
  /** The version of the line that the decision made: a line may be decided on again. */
  version: number
  /** The person who proposed it; null: the account is gone. */
  authorId: number | null
  /** null: it is accepted. */
  motif: string | null
  actorId: number
}

export const orthographeDecidee: NoticeKind<DecidedSpelling> = {
  label: 'Une orthographe que j’ai proposée est acceptée ou refusée',
  announces: 'quand une orthographe que vous avez proposée sera acceptée ou refusée',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (db, { authorId, actorId }) => {
    if (authorId === null || authorId === actorId) return []
    return (await activeReader(db, authorId)) ? [authorId] : []
  },
  row: ({ id, ligne, version, motif, actorId }) => ({
    source_id: null,
    transition_id: null,
    auteur_id: actorId,
    cle: `${id}-${version}`,
    data: { motif, titre: ligne },
  }),
  says: (notice) => byPerson(notice.data.motif === null ? 'a accepté l’orthographe' : 'a refusé l’orthographe')(notice),
  path: ({ cle }) => `/orthographes/${cle?.split('-')[0]}`,
  mail: {
    subject: 'Votre orthographe',
    details: () => [],
    call: 'La décision est dite avec la ligne.',
    link: 'Voir la ligne',
  },
}
