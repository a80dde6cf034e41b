import { z } from 'zod'
import { SOURCE_STATUSES } from '../../db/schema.ts'
import { shown } from '../../lib/body.ts'
import { type Body, choice, idList, optionalText, type Parsed, parseForm, version } from '../../web/form.ts'
import type { GivenBack } from './actions/given-back-actions.ts'
import { MAX_MOTIF } from './rules/workflow.ts'

const Change = z.object({
  statut: choice(SOURCE_STATUSES, 'Ce statut n’existe pas.'),
  motif: optionalText(MAX_MOTIF),
  actes: idList,
  version,
})

/** The move that was asked for. Whether a reason is missing depends on the move: the action says it. */
export const parseChange = (raw: Body): Parsed<z.output<typeof Change>> => parseForm(Change, raw)

/** Longest reason for which an act is given back. */
export const MAX_RAISON = 500

/** Signs that no keyboard makes, and that a database refuses. */
const UNSEEN = /[\p{Cc}\p{Cs}]+/gu

function raisonOf(raw: Body, id: number): string | null {
  const typed = shown(raw, `raison:${id}`).replace(UNSEEN, '').normalize('NFC').trim()
  return typed.slice(0, MAX_RAISON).replace(UNSEEN, '') || null
}

/** The acts that a form gives back, with the reason typed for each in `raison:ID`. */
export const givenBackOf = (raw: Body, actes: readonly number[]): GivenBack[] =>
  actes.map((id) => ({ id, raison: raisonOf(raw, id) }))
