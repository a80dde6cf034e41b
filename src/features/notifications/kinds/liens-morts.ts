import { activeAdmins } from '../recipients-queries.ts'
import type { NoticeKind } from './kind.ts'

/** Most links of a repository that were looked at in a week lead nowhere. */
interface DeadLinks {
  depot: { id: number; nom: string }
  /** The Monday of the week, ISO. */
  semaine: string
}

export const liensMorts: NoticeKind<DeadLinks> = {
  label: 'Les liens d’un dépôt ne répondent plus',
  announces: 'quand les liens d’un dépôt ne répondront plus',
  // Whoever may change a repository.
  roles: ['admin'],
  recipients: activeAdmins,
  row: ({ depot, semaine }) => ({
    source_id: null,
    transition_id: null,
    auteur_id: null,
    cle: `${depot.id}:${semaine}`,
    data: { motif: null, titre: depot.nom },
  }),
  says: () => 'La plupart des liens vérifiés cette semaine ne mènent plus nulle part, au dépôt',
  path: ({ cle }) => `/admin/depots/${cle?.split(':')[0]}/liens/changement`,
  mail: {
    subject: 'Liens morts',
    details: () => [],
    call: 'Si les archives ont changé leurs adresses, donnez deux ou trois exemples d’ancien et de nouveau lien : le site corrigera tous les autres.',
    link: 'Indiquer les nouvelles adresses',
  },
}
