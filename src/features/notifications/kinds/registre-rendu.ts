import { decidersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'

/** Somebody gave back a register that was entrusted to them. */
interface GivenBackRegister {
  source: { id: number; section_id: number | null }
  userId: number
  /** When, ISO: a source may be given back more than once. */
  at: string
}

export const registreRendu: NoticeKind<GivenBackRegister> = {
  label: 'Quelqu’un rend un registre',
  announces: 'quand quelqu’un rendra un registre',
  roles: ['admin', 'gestionnaire'],
  recipients: (db, { source, userId }) => decidersOf(db, source, userId),
  row: ({ source, userId, at }) => ({
    source_id: source.id,
    transition_id: null,
    auteur_id: userId,
    cle: `${source.id}-${userId}-${at}`,
    data: { motif: null },
  }),
  says: byPerson('rend le registre'),
  path: ({ source_id }) => `/sources/${source_id}`,
  mail: {
    subject: 'Un registre rendu',
    details: () => [],
    call: 'Il est proposé à qui voudra le reprendre. Ce qui a été saisi reste.',
    link: 'Ouvrir la source',
  },
}
