import { decidersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'

/** Somebody would like to take a register. */
interface RegisterRequest {
  id: number
  titre: string
  /** null: a line of the inventory, which has no section yet. */
  source: { id: number; section_id: number | null } | null
  userId: number
  message: string | null
}

export const demandeRegistre: NoticeKind<RegisterRequest> = {
  label: 'Quelqu’un aimerait prendre un registre',
  announces: 'quand quelqu’un aimera prendre un registre',
  roles: ['admin', 'gestionnaire'],
  recipients: (db, { source, userId }) => decidersOf(db, source, userId),
  row: ({ id, titre, source, userId, message }) => ({
    source_id: source?.id ?? null,
    transition_id: null,
    auteur_id: userId,
    cle: String(id),
    data: { motif: message, titre },
  }),
  says: byPerson('aimerait prendre'),
  path: ({ cle }) => `/registres/demandes/${cle}`,
  mail: {
    subject: 'Un registre demandé',
    details: () => [],
    call: 'Confiez-lui ce registre, ou répondez-lui en un mot.',
    link: 'Répondre',
  },
}
