import { z } from 'zod'
import { sortKey } from '../../lib/text.ts'
import { type Body, flag, optionalText, type Parsed, parseForm, text, version } from '../../web/form.ts'
import { memberships } from '../droits/rules/membership-field.ts'
import type { SectionText } from './texts-rules.ts'

/** Two pages of a printed sheet: whoever types has to read them. */
export const MAX_SECTION_TEXT = 6000

const Section = z.object({
  nom: text(120, 'Indiquez le nom de la section.').refine(
    (nom) => sortKey(nom) !== '',
    'Ce nom doit contenir au moins une lettre ou un chiffre.',
  ),
  description: optionalText(2000),
  ouverte: flag,
  membres: memberships,
  version,
})

export type SectionInput = z.output<typeof Section>

export const parseSection = (raw: Body): Parsed<SectionInput> => parseForm(Section, raw)

const Text = z.object({ texte: optionalText(MAX_SECTION_TEXT), version })

/** Its field bears the name of the text. */
export function parseSectionText(name: SectionText, raw: Body): Parsed<z.output<typeof Text>> {
  const form = parseForm(Text, { ...raw, texte: raw[name] ?? '' })
  if (form.ok) return form
  const { texte, ...errors } = form.errors
  return { ...form, raw, errors: { ...errors, ...(texte && { [name]: texte }) } }
}
