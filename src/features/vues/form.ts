import { z } from 'zod'
import {
  type Body,
  choice,
  optionalInteger,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  requiredInteger,
  text,
} from '../../web/form.ts'
import { HIGHEST_VIEW } from './rules/address.ts'
import { type Links, LONGEST_ADDRESS, madeProblem, readLink, readRange, shownPattern } from './rules/links.ts'

export const LONGEST_LABEL = 200

const mode = choice(['', 'ajouter', 'remplacer']).catch('')

/** The views that are there stay or go; '' where nobody has said. */
export type Mode = z.output<typeof mode>

const LinksForm = z.object({
  modele: text(LONGEST_ADDRESS, 'Collez le lien d’une vue, ou son modèle avec {vue}.'),
  de: optionalInteger(1, HIGHEST_VIEW),
  a: optionalInteger(1, HIGHEST_VIEW),
  mode,
})

/** Links from one number to another. */
export interface LinksInput extends Links {
  de: number
  a: number
  mode: Mode
}

/** The links that were typed; what comes back has the pattern that was seen in a pasted link. */
export function parseLinks(raw: Body): Parsed<LinksInput> {
  const form = parseForm(LinksForm, raw)
  if (!form.ok) return form
  const links = readLink(form.value.modele)
  if ('problem' in links) return refused(raw, { modele: links.problem })
  const range = readRange(links, form.value.de, form.value.a)
  const isProposed = links.platform !== null && links.modele.includes('{vue}')
  if ('errors' in range) return refused(isProposed ? { ...raw, modele: shownPattern(links) } : raw, range.errors)
  const problem = madeProblem(links, [range.de, range.a])
  if (problem !== undefined) return refused(raw, { modele: problem })
  return { ok: true, value: { ...links, ...range, mode: form.value.mode } }
}

const ManifestForm = z.object({ manifeste: text(LONGEST_ADDRESS, 'Collez l’adresse du manifeste.'), mode })
export const parseManifest = (raw: Body) => parseForm(ManifestForm, raw)

const LabelForm = z.object({ libelle: optionalText(LONGEST_LABEL) })
export const parseLabel = (raw: Body) => parseForm(LabelForm, raw)

const OffsetForm = z.object({ decalage: requiredInteger(-HIGHEST_VIEW, HIGHEST_VIEW) })
export const parseOffset = (raw: Body) => parseForm(OffsetForm, raw)

const RemovalForm = z
  .object({ de: requiredInteger(1, HIGHEST_VIEW), a: requiredInteger(1, HIGHEST_VIEW) })
  .refine(({ de, a }) => de <= a, { path: ['a'], message: 'La dernière vue vient avant la première.' })
export function parseRemoval(raw: Body) {
  const result = RemovalForm.safeParse(raw)
  if (result.success) return { ok: true as const, value: result.data }
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message
  return refused(raw, errors)
}
