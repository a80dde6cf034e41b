import { writersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'
import { detailsOfSource, rowOfMove, type SourceMove } from './source-move.ts'

export const sourceRendue: NoticeKind<SourceMove> = {
  label: 'Une source que je relève est rendue avec des actes à revoir',
  announces: 'quand l’une des vôtres vous sera rendue avec des actes à revoir',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (db, { source, submitterId, actorId }) =>
    (await writersOf(db, source, submitterId)).filter((id) => id !== actorId),
  row: rowOfMove,
  says: byPerson('vous rend, avec des actes à revoir, la source'),
  path: ({ source_id }) => `/sources/${source_id}/a-revoir`,
  mail: {
    subject: 'Source à reprendre',
    details: detailsOfSource,
    call: 'La source est de nouveau ouverte à la saisie. Revoyez les actes de la liste, puis soumettez-la de nouveau.',
    link: 'Voir les actes à revoir',
  },
}
