import { z } from 'zod'
import type { Champ } from '../../../champs/kind.ts'
import type { Kept } from '../../../db/schema-revue.ts'
import { type Body, optionalText, parseForm, shown, text, version } from '../../../web/form.ts'

/** Longest reason of a correction, or of a waiver. */
export const MAX_MOTIF = 500

const KEPT: Record<string, Kept> = { '1': 1, '2': 2, autre: 'autre' }

/** Name of the control that says which reading of a field is kept. */
export const choiceName = ({ nom }: Pick<Champ, 'nom'>): string => `choix[${nom}]`

/** The choices of the page by name of the field; what is none is left out. */
export function choicesOf(champs: readonly Champ[], raw: Body): Map<string, Kept> {
  const choices = new Map<string, Kept>()
  for (const champ of champs) {
    const kept = KEPT[shown(raw, choiceName(champ))]
    if (kept !== undefined) choices.set(champ.nom, kept)
  }
  return choices
}

/** One reading for all fields, by a button of its own; that overrides what was ticked. */
export function allOf(raw: Body): 1 | 2 | undefined {
  const all = shown(raw, 'tout')
  if (all === '1') return 1
  return all === '2' ? 2 : undefined
}

export const parseMotif = (raw: Body) => parseForm(z.object({ motif: optionalText(MAX_MOTIF) }), raw)

const Waiver = z.object({
  dispense: text(MAX_MOTIF, 'Dites pourquoi le reste n’est pas saisi une seconde fois.'),
})

export const parseWaiver = (raw: Body) => parseForm(Waiver, raw)

/** The version of the act that was on the screen; 0, which no act has, where the form tells none. */
export function shownVersion(raw: Body): number {
  const given = version.safeParse(shown(raw, 'version'))
  return given.success ? given.data : 0
}
