import { type Held, sameField, sameLectures } from '../../champs/held.ts'
import { storedValue } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { lecturesOf } from '../../champs/lectures.ts'
import { etatOf } from '../../champs/states.ts'
import { insertRows } from '../../db/rows.ts'
import type { SourceStatus, Trx } from '../../db/schema.ts'
import type { Reading, Weight } from '../../db/schema-revue.ts'
import { proposedWeight } from './rules/weights.ts'

/** Why a reviewer corrects, and how much each error mattered: by name of the field, where it is not what `proposedWeight` says. */
export interface CorrectionWords {
  motif: string | null
  weights?: Readonly<Record<string, Weight>>
  /** The reader who proposed it, where somebody else applies it. */
  by?: number
}

interface Corrected extends Omit<CorrectionWords, 'by'> {
  source: { id: number; status: SourceStatus }
  /** The act as it stood, and as it stands. */
  before: Held & { id: number }
  after: Held & { version: number }
  champs: readonly Champ[]
  /** null: the program itself, which corrects nobody. */
  by: number | null
  now: string
}

/** Whatever changes while somebody reads over, or afterwards, is a correction; before that it is work in hand. */
const IS_READ_OVER: ReadonlySet<SourceStatus> = new Set(['a_valider', 'validee'])

const readingOf = ({ nom }: Champ, { data, etats, lectures }: Held): Reading => {
  const etat = etatOf(etats, nom)
  const others = lecturesOf(lectures, nom)
  const own = { valeur: storedValue(data, nom) ?? null, etat: etat === 'sur' ? null : etat }
  return others.length > 0 ? { ...own, lectures: others } : own
}

/**
 * A line for each field of an act that somebody else than its author changed, so that its author learns of it. `updateReleve` calls
 * it for every record of a source that was handed in: nobody else has to.
 */
export async function recordCorrections(trx: Trx, corrected: Corrected): Promise<void> {
  const { source, before, after, champs, by, motif, weights = {}, now } = corrected
  if (by === null || !IS_READ_OVER.has(source.status)) return
  const changed = champs.filter((champ) => !sameField(champ, before, after) || !sameLectures(champ, before, after))
  if (changed.length === 0) return
  const act = await trx.selectFrom('releves').select('created_by').where('id', '=', before.id).executeTakeFirstOrThrow()
  if (act.created_by === by) return
  await insertRows(
    trx,
    'corrections',
    changed.map((champ) => ({
      source_id: source.id,
      releve_id: before.id,
      version: after.version,
      champ: champ.nom,
      avant: JSON.stringify(readingOf(champ, before)),
      apres: JSON.stringify(readingOf(champ, after)),
      poids: weights[champ.nom] ?? proposedWeight(champ, before, after),
      motif,
      user_id: by,
      pour_id: act.created_by,
      created_at: now,
    })),
  )
}
