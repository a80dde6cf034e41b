import { writersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'
import { detailsOfSource, rowOfMove, type SourceMove } from './source-move.ts'

export const sourceValidee: NoticeKind<SourceMove> = {
  label: 'Une source que je relève est validée',
  announces: 'quand l’une des vôtres sera validée',
  roles: ['admin', 'gestionnaire', 'membre'],
  recipients: async (db, { source, submitterId, actorId }) =>
    (await writersOf(db, source, submitterId)).filter((id) => id !== actorId),
  row: rowOfMove,
  says: byPerson('a validé la source'),
  path: ({ source_id }) => `/sources/${source_id}`,
  mail: {
    subject: 'Source validée',
    details: detailsOfSource,
    call: 'Merci\u00a0: la source est relue et close.',
    link: 'Ouvrir la source',
  },
}
