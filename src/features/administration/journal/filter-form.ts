import { z } from 'zod'
import { startOfDay } from '../../../lib/text.ts'
import { askedOption, askedText, askedWords, FilterForm } from '../../../web/filter.ts'
import { ACTION_NAMES, RESULT_NAMES } from '../../journal/rules/kinds.ts'
import type { JournalFilter } from './queries.ts'

const day = askedText(z.string().transform((text) => (startOfDay(text) === undefined ? '' : text)))

export const journalFilter = new FilterForm<JournalFilter>({
  qui: askedWords(100),
  action: askedOption(ACTION_NAMES),
  resultat: askedOption(RESULT_NAMES),
  du: day,
  au: day,
})
