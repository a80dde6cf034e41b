import { reviewersOf } from '../recipients-queries.ts'
import { byPerson, type NoticeKind } from './kind.ts'
import { detailsOfSource, rowOfMove, type SourceMove } from './source-move.ts'

export const sourceAValider: NoticeKind<SourceMove> = {
  label: 'Une source est soumise à validation',
  announces: 'quand une source sera soumise à votre validation',
  roles: ['admin', 'gestionnaire'],
  recipients: async (db, { source, actorId }) => (await reviewersOf(db, source)).filter((id) => id !== actorId),
  row: rowOfMove,
  says: byPerson('a soumis à validation la source'),
  path: ({ source_id }) => `/revue/${source_id}`,
  mail: {
    subject: 'Source à valider',
    details: detailsOfSource,
    call: 'La source attend maintenant votre relecture.',
    link: 'Relire la source',
  },
}
