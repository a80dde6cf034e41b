import { type Held, sameField } from '../../../champs/held.ts'
import { champText } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesOf, readLectures, withLectures } from '../../../champs/lectures.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { Weight } from '../../../db/schema-revue.ts'
import { AppError } from '../../../lib/errors.ts'
import { proposedWeight } from '../../corrections/rules/weights.ts'
import { statusLabel, WORKFLOW } from '../../droits/status.ts'
import { CHANGED_MEANWHILE } from '../../releves/actions/change-rows.ts'
import { updateReleve } from '../../releves/actions/records.ts'
import { findForWrite, holdSource } from '../../releves/actions/write.ts'
import { mergeOf } from '../../releves/rules/conflict.ts'
import { keepVerdict } from './actions.ts'

/** A reviewer's word on one field of the act on the screen. */
interface OfField {
  id: number
  source_id: number
  /** The version that was on the screen. */
  version: number
  champ: Champ
  motif: string | null
  user_id: number
  now: string
}

/** One field as a reviewer reads it. */
export interface FieldCorrection extends OfField, Held {
  verdict: 'corrige' | 'douteux'
  /** null: as the field proposes. */
  poids: Weight | null
  /** The former value stays beside the new one. */
  keepsOld: boolean
}

/** The act as it was on the screen, in a source that may still be corrected, which is held. */
async function held(trx: Trx, { id, source_id, version }: OfField) {
  const source = await holdSource(trx, { id: source_id })
  const { isOpen, isAwaited } = WORKFLOW[source.status]
  if (!isOpen && !isAwaited) throw new AppError('interdit', closedBy(statusLabel(source.status)))
  const stored = await findForWrite(trx, id)
  if (stored.version !== version || stored.source_id !== source_id) throw new AppError('conflit', CHANGED_MEANWHILE)
  return stored
}

/** Writes the act as the reviewer reads it, with the word on it. */
async function write(trx: Trx, said: OfField, after: Held, word: { verdict: 'corrige' | 'douteux'; poids: Weight }) {
  const { id, source_id, version, champ, motif, user_id, now } = said
  const correction = { motif, weights: { [champ.nom]: word.poids } }
  await updateReleve(trx, { id, version, user_id, now, ...after, correction })
  await keepVerdict(trx, { id, source_id, version: version + 1, ...word, user_id, now })
}

/** Writes one field of an act that is read over, with the word on it; false where the field says that already. */
export function correctField(db: Db, correction: FieldCorrection): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { champ, verdict, keepsOld } = correction
    const stored = await held(trx, correction)
    if (sameField(champ, correction, stored)) return false
    const merged = mergeOf([champ], correction, stored, () => true)
    const others = Object.entries(stored.etats).filter(([nom]) => nom !== champ.nom)
    const after = { data: merged.data, etats: { ...Object.fromEntries(others), ...merged.etats } }
    // Where both readings are worth keeping, neither was an error.
    const poids = correction.poids ?? (keepsOld ? 0 : proposedWeight(champ, stored, after))
    const lectures = keepsOld ? withOther(champ, stored, champText(champ, stored.data)) : stored.lectures
    await write(trx, correction, { ...after, lectures }, { verdict, poids })
    return true
  })
}

/** All other readings with one more of this field. Throws CellError where it cannot be one. */
const withOther = (champ: Champ, { lectures }: Held, text: string) =>
  withLectures(lectures, champ.nom, readLectures(champ, [...lecturesOf(lectures, champ.nom), text]))

/**
 * Keeps another reading beside the value of a field; false where the field says that already, as its value or beside it. Throws
 * CellError where the text is none.
 */
export function addLecture(db: Db, said: OfField & { lecture: string }): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { champ, lecture } = said
    const stored = await held(trx, said)
    const [text = ''] = readLectures(champ, [lecture])
    if (text === champText(champ, stored.data) || lecturesOf(stored.lectures, champ.nom).includes(text)) return false
    const after = { data: stored.data, etats: stored.etats, lectures: withOther(champ, stored, text) }
    await write(trx, said, after, { verdict: 'corrige', poids: 0 })
    return true
  })
}

const closedBy = (status: string): string =>
  `Cette source est maintenant au statut «\u00a0${status}\u00a0»\u00a0: ses relevés ne se corrigent plus. Rien n’a été changé.`
