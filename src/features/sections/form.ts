import { z } from 'zod'
import { sortKey } from '../../lib/text.ts'
import { type Body, flag, optionalText, type Parsed, parseForm, text, version } from '../../web/form.ts'
import { memberships } from '../droits/rules/membership-field.ts'

/** Two pages of a printed sheet: whoever types has to read them. */
export const MAX_CONVENTIONS = 6000

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

const Conventions = z.object({ conventions: optionalText(MAX_CONVENTIONS), version })

export const parseConventions = (raw: Body): Parsed<z.output<typeof Conventions>> => parseForm(Conventions, raw)
