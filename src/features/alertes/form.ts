import { z } from 'zod'
import { FREQUENCES } from '../../db/schema-alertes.ts'
import { ACT_KINDS } from '../../db/schema-persons.ts'
import {
  type Body,
  choice,
  type Parsed,
  parseForm,
  refused,
  requiredId,
  requiredInteger,
  text,
} from '../../web/form.ts'
import { MAX_TITLE } from '../recherche/rules/keeping.ts'
import { MAX_ADDRESS, MAX_YEARS } from './rules/words.ts'

const NO_TITLE = 'Donnez un titre à cette recherche.'

const fields = {
  titre: text(MAX_TITLE, NO_TITLE),
  frequence: choice(FREQUENCES, 'Choisissez quand être averti.'),
}
const SearchInput = z.object(fields)
const NewSearchInput = z.object({ ...fields, adresse: text(MAX_ADDRESS, 'Faites d’abord une recherche.') })

export type SavedInput = z.infer<typeof SearchInput>
export type NewSavedInput = z.infer<typeof NewSearchInput>

export const parseSaved = (raw: Body): Parsed<SavedInput> => parseForm(SearchInput, raw)
export const parseNewSaved = (raw: Body): Parsed<NewSavedInput> => parseForm(NewSearchInput, raw)

const AwaitedInput = z.object({
  lieu: requiredId,
  acte: choice(ACT_KINDS),
  debut: requiredInteger(1, 2999),
  fin: requiredInteger(1, 2999),
})

export type AwaitedInput = z.infer<typeof AwaitedInput>

/** Reads the years of a hole in the coverage, as its button sends them. */
export function parseAwaited(raw: Body): Parsed<AwaitedInput> {
  const form = parseForm(AwaitedInput, raw)
  if (!form.ok) return form
  const { debut, fin } = form.value
  return debut > fin || fin - debut >= MAX_YEARS ? refused(raw, { fin: 'Ces années ne se suivent pas.' }) : form
}
