import { plural } from '../../../lib/text.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { countWithoutPassword } from './actions/passwords.ts'
import { removableUsers, removeImportedUsers } from './actions/write.ts'
import { type UserRow, UsersSession } from './session.ts'

const LIST = '/admin/utilisateurs'

/** Accounts from a CSV file (spec, section 4). */
export const usersImport: ImportKind<UserRow> = {
  kind: 'users',
  titre: 'Import d’utilisateurs',
  noms: ['compte', 'comptes'],
  liste: () => ({ href: LIST, label: 'Voir les utilisateurs' }),
  formulaire: () => `${LIST}/import`,
  preuve: 'Celui de votre compte ici : l’import ouvre des comptes, et leur donne des rôles.',
  canImport: async (_db, user) => user.role === 'admin',
  open: async (_db, imported, now) => new UsersSession(imported, now),
  remove: removeImportedUsers,
  removable: removableUsers,
  restorable: async () => 0,
  // Accounts are only ever created by an import.
  restore: async () => ({ restaurees: 0, messages: [] }),
  async next(db, { id }) {
    const { n, invited } = await countWithoutPassword(db, id)
    if (n === 0) return undefined
    const waiting = plural(
      n,
      'compte attend son mot de passe temporaire',
      'comptes attendent leur mot de passe temporaire',
    )
    const sent = plural(invited, 'invitation est partie', 'invitations sont parties')
    const needed =
      invited > 0 ? ` ${sent} par courriel\u00a0: ces mots de passe ne servent qu’à qui ne la reçoit pas.` : ''
    return {
      action: `${LIST}/import/${id}/mots-de-passe`,
      label: 'Montrer les mots de passe temporaires',
      csv: 'Les télécharger (CSV)',
      aide: `${waiting}. Chacun ne sera montré qu’une fois\u00a0: soyez prêt à les noter.${needed}`,
    }
  },
}
