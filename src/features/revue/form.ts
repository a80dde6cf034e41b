import { z } from 'zod'
import { type Body, choice, optionalText, parseForm, releveIds, version } from '../../web/form.ts'
import { endsOf } from '../sources/rules/moves.ts'
import { MAX_MOTIF } from '../sources/rules/workflow.ts'
import { givenBackOf } from '../sources/workflow-form.ts'

const DECISIONS = endsOf(({ review }) => review !== null)

const Decision = z.object({
  statut: choice(DECISIONS, 'Choisissez de valider, de rejeter ou de rendre la source.'),
  motif: optionalText(MAX_MOTIF),
  actes: releveIds,
  autres: optionalText(2000).transform(numbers),
  version,
})

/** Numbers of records as one writes them: « 12, 15 et 18 », « n° 12 ». */
function numbers(text: string | null, ctx: z.RefinementCtx): number[] {
  const words = (text ?? '').split(/[\s,;.]+|\bet\b|n°/).filter((word) => word !== '')
  const ids = words.map(Number)
  if (ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids
  ctx.addIssue({ code: 'custom', message: 'Écrivez des numéros de relevés, séparés par des virgules : 12, 15.' })
  return z.NEVER
}

const NONE = 'Cochez au moins un acte à revoir, ou écrivez son numéro.'

/** A reviewer's decision; the acts given back with their reasons. */
export function parseDecision(raw: Body) {
  const form = parseForm(Decision, raw)
  if (!form.ok) return form
  const { autres, actes, ...value } = form.value
  const ids = [...new Set([...actes, ...autres])]
  if (value.statut === 'en_cours' && ids.length === 0) return { ok: false as const, raw, errors: { autres: NONE } }
  return { ok: true as const, value: { ...value, actes: givenBackOf(raw, ids) } }
}
