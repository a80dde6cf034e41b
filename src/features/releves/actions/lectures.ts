import type { Champ } from '../../../champs/kind.ts'
import { readLectures, withLectures } from '../../../champs/lectures.ts'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { statusLabel, WORKFLOW } from '../../droits/status.ts'
import { CHANGED_MEANWHILE } from './change-rows.ts'
import { updateReleve } from './records.ts'
import { type Author, findForWrite, holdSource } from './write.ts'

interface LecturesInput extends Author {
  id: number
  champ: Champ
  /** The version that the form was made from. */
  version: number
  /** As they were typed. */
  lectures: readonly string[]
  /** Refuse (403) when the source is closed to entry at this moment; else it may also be one that is read over. */
  mustBeOpen: boolean
}

const closed = (status: string): string =>
  `Cette source est maintenant au statut «\u00a0${status}\u00a0»\u00a0: ses relevés ne se corrigent plus. Rien n’a été changé.`

/**
 * Puts these readings beside the value of a field, in the place of those that stood there. AppError « conflit » where the record has
 * moved on, CellError where what was typed is no reading.
 */
export function saveLectures(db: Db, input: LecturesInput): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { id, champ, version, mustBeOpen } = input
    const { source_id } = await findForWrite(trx, id)
    const source = await holdSource(trx, { id: source_id, mustBeOpen })
    const { isOpen, isAwaited } = WORKFLOW[source.status]
    if (!isOpen && !isAwaited) throw new AppError('interdit', closed(statusLabel(source.status)))
    // Read again under the lock of the source: nothing moves from here on.
    const { data, etats, ...stored } = await findForWrite(trx, id)
    if (stored.source_id !== source_id) throw new AppError('conflit', CHANGED_MEANWHILE)
    const lectures = withLectures(stored.lectures, champ.nom, readLectures(champ, input.lectures))
    await updateReleve(trx, { id, version, data, etats, lectures, user_id: input.user_id, now: input.now, mustBeOpen })
  })
}
