import type { Doublons } from '../../db/schema-work.ts'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import type { Import } from './kind.ts'
import { planName, plannedLines } from './rules/planned.ts'

const DOUBLONS: readonly Doublons[] = ['laisser', 'ajouter', 'douteux', 'remplacer']

type Read = { ok: true; value: Doublons | null } | { ok: false; errors: FormErrors }

const refused = (doublons: string): Read => ({ ok: false, errors: { doublons } })

/** Reads what becomes of the lines that may be there already, which has to be said once for a file that has some. */
export function readDoublons(raw: Body, imported: Import, mayReplace: boolean): Read {
  if (imported.a_verifier === 0 || imported.etat !== 'pret') return { ok: true, value: null }
  const value = DOUBLONS.find((one) => one === shown(raw, 'doublons'))
  if (value === undefined || (value === 'remplacer' && !mayReplace))
    return refused(
      `Dites ce que deviennent ces lignes\u00a0: choisissez l’une des ${mayReplace ? 'quatre' : 'trois'} réponses.`,
    )
  if (plannedLines({ ...imported, doublons: value }) === 0)
    return refused(
      'Il ne resterait alors rien à enregistrer\u00a0: abandonnez cet import, ou choisissez une autre réponse.',
    )
  return { ok: true, value }
}

/** A page says which plan it showed; what asks without having shown one, as a program does, means the plan of this moment. */
export const isOfOtherPlan = (raw: Body, imported: Import): boolean =>
  imported.etat === 'pret' && raw.plan !== undefined && shown(raw, 'plan') !== planName(imported)
