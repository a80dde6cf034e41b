import { activeAdmins } from '../recipients-queries.ts'
import type { NoticeKind } from './kind.ts'

/** Somebody came in by the page of registration. */
interface Registration {
  id: number
  name: string
  /** An administrator has still to accept it. */
  isWaiting: boolean
}

export const inscription: NoticeKind<Registration> = {
  label: 'Une personne demande un compte',
  announces: 'quand une personne demandera un compte',
  roles: ['admin'],
  recipients: activeAdmins,
  row: ({ id, name, isWaiting }) => ({
    source_id: null,
    transition_id: null,
    auteur_id: null,
    cle: String(id),
    data: { motif: null, titre: name, ...(isWaiting && { attend: true }) },
  }),
  says: ({ data }) =>
    data.attend ? 'Une personne demande un compte, au nom de' : 'Une personne a ouvert un compte, au nom de',
  path: ({ cle }) => `/admin/utilisateurs/${cle}/modifier`,
  mail: {
    subject: 'Inscription',
    details: () => [],
    call: 'Ouvrez sa fiche pour accepter la demande si elle attend votre accord, et pour mettre cette personne dans une section.',
    link: 'Voir le compte',
  },
}
