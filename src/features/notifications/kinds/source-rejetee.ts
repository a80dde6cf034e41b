import { writersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'
import { detailsOfSource, rowOfMove, type SourceMove } from './source-move.ts'

export const sourceRejetee: NoticeKind<SourceMove> = {
  label: 'Une source que je relève est rejetée',
  announces: 'quand l’une des vôtres sera rejetée',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: (db, { source, submitterId }) => writersOf(db, source, submitterId),
  row: rowOfMove,
  says: byPerson('a rejeté la source'),
  path: ({ source_id }) => `/sources/${source_id}`,
  mail: {
    subject: 'Source rejetée',
    details: detailsOfSource,
    call: 'La source est de nouveau ouverte à la saisie. Corrigez ce qui est demandé, puis soumettez-la de nouveau.',
    link: 'Ouvrir la source',
  },
}
