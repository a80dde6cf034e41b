import { champIdentity } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import { etatOf } from '../../../../champs/states.ts'
import type { ReleveData, ReleveEtats } from '../../../../db/schema.ts'
import { sha256Hex } from '../../../../lib/crypto.ts'

/** The acts of a source have this in common: sources of one type and one place may hold the same act. */
export interface ActsOf {
  type_source_id: number
  lieu_id: number | null
}

/** Two acts with one digest say the same of the same place, in whatever source of one type. */
export function actDigest(
  { type_source_id, lieu_id }: ActsOf,
  champs: readonly Champ[],
  { data, etats }: { data: ReleveData; etats: ReleveEtats },
): string {
  const said = champs.flatMap((champ) => {
    const [value, etat] = [champIdentity(champ, data), etatOf(etats, champ.nom)]
    return value === undefined && etats[champ.nom] === undefined ? [] : [[champ.nom, value ?? null, etat]]
  })
  return sha256Hex(JSON.stringify([type_source_id, lieu_id, said.toSorted()]))
}
