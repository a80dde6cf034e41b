import { activeReader } from '../recipients-queries.ts'
import type { NoticeKind } from './kind.ts'

/** Something new for the searches that a person keeps, or years that he or she waited for. */
interface Alert {
  user_id: number
  /** Names this telling among those of the person. */
  cle: string
  /** « 14 actes pour 2 recherches »: nothing of what is searched. */
  titre: string
}

export const alerte: NoticeKind<Alert> = {
  label: 'Mes recherches gardées ont trouvé du nouveau, ou des années que j’attends sont faites',
  announces: 'quand vos recherches gardées trouveront de nouveaux actes',
  hasOwnMails: true,
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (db, { user_id }) => {
    const user = await activeReader(db, user_id)
    return user ? [user.id] : []
  },
  row: ({ cle, titre }) => ({
    source_id: null,
    transition_id: null,
    auteur_id: null,
    cle,
    data: { motif: null, titre },
  }),
  says: () => 'Du nouveau dans vos recherches\u00a0:',
  path: () => '/mes-recherches',
  mail: {
    subject: 'Du nouveau dans vos recherches',
    details: () => [],
    call: 'Ouvrez vos recherches pour le voir.',
    link: 'Ouvrir mes recherches',
  },
}
