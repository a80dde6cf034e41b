import { activeReader } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'

/** A wish to take a register is answered. */
interface AnsweredRequest {
  id: number
  titre: string
  /** The source that it is by now; null where a line of the inventory became none. */
  source: number | null
  userId: number
  actorId: number
  isGranted: boolean
  reponse: string | null
}

export const demandeDecidee: NoticeKind<AnsweredRequest> = {
  label: 'On répond à ma demande de registre',
  announces: 'quand on répondra à votre demande de registre',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (db, { userId }) => ((await activeReader(db, userId)) ? [userId] : []),
  row: ({ id, titre, source, actorId, isGranted, reponse }) => ({
    // A refusal is read by somebody who may not see the source at all.
    source_id: isGranted ? source : null,
    transition_id: null,
    auteur_id: actorId,
    cle: `${id}-${isGranted ? 'accordee' : 'refusee'}`,
    data: { motif: reponse, titre },
  }),
  says: (notice) => byPerson(notice.cle?.endsWith('-accordee') ? 'vous confie' : 'ne peut pas vous confier')(notice),
  path: ({ source_id }) => (source_id === null ? '/registres/demandes' : `/sources/${source_id}`),
  mail: {
    subject: 'Votre demande de registre',
    details: () => [],
    call: 'La réponse est sur le site.',
    link: 'Voir la réponse',
  },
}
