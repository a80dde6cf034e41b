import { type Held, sameField } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Db } from '../../../db/schema.ts'
import type { Weight } from '../../../db/schema-revue.ts'
import { AppError } from '../../../lib/errors.ts'
import { proposedWeight } from '../../corrections/rules/weights.ts'
import { statusLabel, WORKFLOW } from '../../droits/status.ts'
import { CHANGED_MEANWHILE } from '../../releves/actions/change-rows.ts'
import { updateReleve } from '../../releves/actions/records.ts'
import { findForWrite, holdSource } from '../../releves/actions/write.ts'
import { mergeOf } from '../../releves/rules/conflict.ts'
import { keepVerdict } from './actions.ts'

/** One field as a reviewer reads it. */
export interface FieldCorrection extends Held {
  id: number
  source_id: number
  /** The version that was on the screen. */
  version: number
  champ: Champ
  verdict: 'corrige' | 'douteux'
  /** null: as the field proposes. */
  poids: Weight | null
  motif: string | null
  user_id: number
  now: string
}

/** Writes one field of an act that is read over, with the word on it; false where the field says that already. */
export function correctField(db: Db, correction: FieldCorrection): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { id, source_id, version, champ, verdict, motif, user_id, now } = correction
    const source = await holdSource(trx, { id: source_id })
    const { isOpen, isAwaited } = WORKFLOW[source.status]
    if (!isOpen && !isAwaited) throw new AppError('interdit', closedBy(statusLabel(source.status)))
    const stored = await findForWrite(trx, id)
    if (stored.version !== version || stored.source_id !== source_id) throw new AppError('conflit', CHANGED_MEANWHILE)
    if (sameField(champ, correction, stored)) return false
    const merged = mergeOf([champ], correction, stored, () => true)
    const others = Object.entries(stored.etats).filter(([nom]) => nom !== champ.nom)
    const after = { data: merged.data, etats: { ...Object.fromEntries(others), ...merged.etats } }
    const poids = correction.poids ?? proposedWeight(champ, stored, after)
    const words = { motif, weights: { [champ.nom]: poids } }
    await updateReleve(trx, { id, version, user_id, now, ...after, correction: words })
    await keepVerdict(trx, { id, source_id, version: version + 1, verdict, poids, user_id, now })
    return true
  })
}

const closedBy = (status: string): string =>
  `Cette source est maintenant au statut «\u00a0${status}\u00a0»\u00a0: ses relevés ne se corrigent plus. Rien n’a été changé.`
