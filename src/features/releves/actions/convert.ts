import { convertedTo } from '../../../champs/convert.ts'
import type { Trx } from '../../../db/schema.ts'
import type { Convert } from '../../types-sources/actions/champs.ts'
import { heldUnder } from '../../types-sources/actions/held-values.ts'
import { applyChange } from './apply-change.ts'

/** Somebody saves a record between its reading and its rewriting: another pass looks at it again, so often at most. */
const MAX_ROUNDS = 5

/**
 * The stored values under the name of a field as values of its kind, as they were shown: 12,5. The act says the same, so its version
 * stays. What could not come along was refused before.
 */
export const convertValues: Convert = async (trx, typeId, champ) => {
  for (let round = 0; await missesOf(trx, typeId, champ); round += 1)
    if (round === MAX_ROUNDS) throw new Error(`records of the type ${typeId} change too fast to be converted`)
}

/** One pass over the records; whether any was saved meanwhile and left as it is. */
async function missesOf(trx: Trx, typeId: number, champ: Parameters<Convert>[2]): Promise<boolean> {
  let isMissed = false
  for await (const { value, ...before } of heldUnder(trx, typeId, champ.nom)) {
    const converted = convertedTo(champ, value)
    if (converted === undefined || converted === value) continue
    const after = { ...before, data: { ...before.data, [champ.nom]: converted } }
    const { missed } = await applyChange(trx, { as: 'conversion', changes: [{ before, after }] })
    isMissed ||= missed.length > 0
  }
  return isMissed
}
