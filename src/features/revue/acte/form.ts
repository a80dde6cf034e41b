import { z } from 'zod'
import { VERDICTS, type Weight } from '../../../db/schema-revue.ts'
import { type Body, choice, optionalText, type Parsed, parseForm, shown, version } from '../../../web/form.ts'

/** Longest question, or reason of an approval, as threads have it. */
export const MAX_TEXTE = 2000

/** Longest reason of a correction. */
const MAX_MOTIF = 500

const WEIGHTS: Record<string, Weight> = { '0': 0, '1': 1, '2': 2, '3': 3 }

/** How much an error matters, as a reviewer chose it; null where nothing was chosen. */
const weight = z
  .preprocess((value) => (typeof value === 'string' ? value : ''), z.string())
  .refine((text) => text === '' || WEIGHTS[text] !== undefined, 'Choisissez la gravité dans la liste.')
  .transform((text): Weight | null => WEIGHTS[text] ?? null)

const Verdict = z.object({
  verdict: choice(VERDICTS, 'Choisissez ce que vous dites de cet acte.'),
  poids: weight,
  texte: optionalText(MAX_TEXTE),
})

/** A word on an act. An error that is told without being corrected says how much it matters. */
export function parseVerdict(raw: Body): Parsed<z.output<typeof Verdict>> {
  const form = parseForm(Verdict, raw)
  if (!form.ok) return form
  const { verdict, poids, texte } = form.value
  if (verdict === 'question' && texte === null) return { ok: false, raw, errors: { texte: 'Écrivez votre question.' } }
  if ((verdict === 'corrige' || verdict === 'douteux') && poids === null)
    return { ok: false, raw, errors: { poids: 'Dites la gravité de l’erreur.' } }
  return form
}

const Words = z.object({ poids: weight, motif: optionalText(MAX_MOTIF) })

/** Reads how much a correction mattered, and why it was made. */
export const parseWords = (raw: Body): Parsed<z.output<typeof Words>> => parseForm(Words, raw)

/** The field of a correction, by its name. */
export const fieldAsked = (raw: Body): string => shown(raw, 'champ')

/** The version of the act that was on the screen; 0, which no act has, where the form tells none. */
export function typedVersion(raw: Body): number {
  const given = version.safeParse(shown(raw, 'version'))
  return given.success ? given.data : 0
}
