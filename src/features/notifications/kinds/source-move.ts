import { plural } from '../../../lib/text.ts'
import type { MailedNotice, NoticeRow } from './kind.ts'

/** A move of a source through its workflow, for the kinds that tell of one. */
export interface SourceMove {
  source: { id: number; section_id: number | null }
  transition_id: number
  motif: string | null
  /** The person who made it. */
  actorId: number
  /** The person who had submitted the source before; undefined where nobody did, or the account is gone. */
  submitterId: number | undefined
}

export const rowOfMove = ({ source, transition_id, motif, actorId }: SourceMove): NoticeRow => ({
  source_id: source.id,
  transition_id,
  auteur_id: actorId,
  cle: null,
  data: { motif },
})

/** « 12 relevés », and the section. */
export const detailsOfSource = ({ nb_releves, section }: MailedNotice): string[] => [
  plural(nb_releves ?? 0, 'relevé', 'relevés'),
  ...(section === null ? [] : [section]),
]
