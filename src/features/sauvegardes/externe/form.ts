import { z } from 'zod'
import { type Body, ONE_LINE, oneLine, type Parsed, parseForm, requiredInteger, text } from '../../../web/form.ts'

const YEAR_HOURS = 8760

const External = z.object({
  outil: text(60, 'Indiquez l’outil, par exemple « pgbackrest ».').refine(oneLine, ONE_LINE),
  heures: requiredInteger(1, YEAR_HOURS),
})

/** The program that saves the database, and the hours after which there is to be a newer backup. */
export const parseExternal = (raw: Body): Parsed<z.output<typeof External>> => parseForm(External, raw)
