import { decidersOf } from '../recipients-queries.ts'
import { type NoticeKind, rowOfReminder } from './kind.ts'

/** Somebody who was asked for news of a register did not answer. */
interface UnansweredRegister {
  rappel: number
  source: { id: number; section_id: number | null }
}

export const registreSansReponse: NoticeKind<UnansweredRegister> = {
  label: 'Un registre reste sans nouvelles',
  announces: 'quand un registre restera sans nouvelles',
  roles: ['admin', 'gestionnaire'],
  recipients: (db, { source }) => decidersOf(db, source, 0),
  row: rowOfReminder,
  says: () => 'Personne n’a répondu au sujet de',
  path: () => '/registres/demandes#sans-nouvelles',
  mail: {
    subject: 'Un registre sans nouvelles',
    details: () => [],
    call: 'Vous pouvez le proposer à d’autres d’un clic. Ce qui a été saisi reste.',
    link: 'Voir les registres sans nouvelles',
  },
}
