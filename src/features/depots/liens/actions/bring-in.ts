import { refuse, type Saved, saving } from '../../../../db/saving.ts'
import type { Db } from '../../../../db/schema.ts'
import { linksUnder } from '../queries/links.ts'
import { registersIn, ruleProblem } from '../rules/rule.ts'
import type { FileRule } from '../rules/rules-file.ts'
import { keepRule } from './prepare.ts'

const NONE =
  'Aucune règle de ce fichier ne concerne les liens de ce dépôt\u00a0: aucun n’a l’une des anciennes adresses.'

/** Keeps the rules of a file that concern links of this repository, none of them applied; gives how many, and how many were left. */
export function bringIn(
  db: Db,
  depotId: number,
  rules: readonly FileRule[],
  who: { userId: number; now: string },
): Promise<Saved<{ kept: number; left: number }>> {
  return saving(db, {}, async (trx) => {
    let kept = 0
    for (const { answers, ...rule } of rules) {
      const registers = registersIn(await linksUnder(trx, depotId, rule.ancien))
      const known = new Set(registers.map(({ ark }) => ark))
      const concerned = new Map([...answers].filter(([ark]) => known.has(ark)))
      const isDistinct = new Set(concerned.values()).size === concerned.size
      const isOurs = rule.par_registre ? concerned.size > 0 && isDistinct : registers.length > 0
      if (!isOurs || ruleProblem(rule, registers) !== undefined) continue
      await keepRule(trx, depotId, rule, concerned, who)
      kept += 1
    }
    if (kept === 0) refuse({ fichier: NONE })
    return { kept, left: rules.length - kept }
  })
}
