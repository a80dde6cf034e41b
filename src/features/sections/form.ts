import { z } from 'zod'
import { sortKey } from '../../lib/text.ts'
import { type Body, idList, optionalText, type Parsed, parseForm, text, version } from '../../web/form.ts'

const Section = z
  .object({
    nom: text(120, 'Indiquez le nom de la section.').refine(
      (nom) => sortKey(nom) !== '',
      'Ce nom doit contenir au moins une lettre ou un chiffre.',
    ),
    description: optionalText(2000),
    membres: idList,
    gestionnaires: idList,
    version,
  })
  .refine(({ membres, gestionnaires }) => gestionnaires.every((id) => membres.includes(id)), {
    path: ['membres'],
    error: 'Une personne qui gère la section doit aussi en être membre\u00a0: cochez les deux cases, ou aucune.',
  })

/** `membres`: everybody who belongs to the section, its managers among them. */
export type SectionInput = z.output<typeof Section>

/** `membres` and `gestionnaires` are two columns of one group of boxes: their errors are told in one place. */
export function parseSection(raw: Body): Parsed<SectionInput> {
  const form = parseForm(Section, raw)
  const stray = form.ok ? undefined : form.errors.gestionnaires
  if (form.ok || stray === undefined) return form
  const { gestionnaires: _, ...errors } = form.errors
  return { ...form, errors: { membres: stray, ...errors } }
}
