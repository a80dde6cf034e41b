import { type NoticeKind, rowOfReminder } from './kind.ts'

/** Nobody has given news of a register for a while: one of its members is asked, by a mail of its own that has both answers. */
interface SilentRegister {
  rappel: number
  source: { id: number }
  userId: number
}

export const registreSilencieux: NoticeKind<SilentRegister> = {
  label: 'On me demande des nouvelles d’un registre qui m’est confié',
  announces: 'quand on vous demandera des nouvelles d’un registre',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (_db, { userId }) => [userId],
  row: rowOfReminder,
  says: () => 'On aimerait avoir de vos nouvelles au sujet de',
  path: () => '/registres/demandes#nouvelles',
  mail: {
    subject: 'Des nouvelles de votre registre',
    details: () => [],
    call: 'Dites d’un clic si vous continuez ou si vous rendez ce registre.',
    link: 'Répondre',
  },
}
