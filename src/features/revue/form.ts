import { z } from 'zod'
import { type Body, choice, optionalText, type Parsed, parseForm, version } from '../../web/form.ts'
import { endsOf } from '../sources/rules/moves.ts'
import { MAX_MOTIF } from '../sources/rules/workflow.ts'

const DECISIONS = endsOf(({ review }) => review !== null)

const Decision = z.object({
  statut: choice(DECISIONS, 'Choisissez de valider ou de rejeter la source.'),
  motif: optionalText(MAX_MOTIF),
  version,
})

/** A reviewer's decision. */
export const parseDecision = (raw: Body): Parsed<z.output<typeof Decision>> => parseForm(Decision, raw)
