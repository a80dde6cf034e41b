import { z } from 'zod'
import { type Body, choice, optionalText, type Parsed, parseForm, version } from '../../web/form.ts'
import { MAX_MOTIF } from '../sources/actions/transitions.ts'

const Decision = z.object({
  statut: choice(['validee', 'rejetee'], 'Choisissez de valider ou de rejeter la source.'),
  motif: optionalText(MAX_MOTIF),
  version,
})

/** A reviewer's decision. */
export const parseDecision = (raw: Body): Parsed<z.output<typeof Decision>> => parseForm(Decision, raw)
