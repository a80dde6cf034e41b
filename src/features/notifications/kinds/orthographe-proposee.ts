import { spellingDecidersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'

/** A line of spelling that waits for a decision. */
interface ProposedSpelling {
  id: number
  /** As it is written: « LE GOAFF = LE GOFF ». */
  ligne: string
  actorId: number
}

export const orthographeProposee: NoticeKind<ProposedSpelling> = {
  label: 'Une orthographe est proposée',
  announces: 'quand une orthographe sera proposée',
  roles: ['admin', 'gestionnaire'],
  recipients: async (db, { actorId }) => (await spellingDecidersOf(db)).filter((id) => id !== actorId),
  row: ({ id, ligne, actorId }) => ({
    source_id: null,
    transition_id: null,
    auteur_id: actorId,
    cle: String(id),
    data: { motif: null, titre: ligne },
  }),
  says: byPerson('propose l’orthographe'),
  path: ({ cle }) => `/orthographes/${cle}`,
  mail: {
    subject: 'Orthographe proposée',
    details: () => [],
    call: 'Acceptez-la, ou refusez-la en disant pourquoi.',
    link: 'Voir la ligne proposée',
  },
}
