import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import { SPELLING_SIGNS, type SpellingSign } from '../../db/schema-orthographes.ts'
import type { NameKind } from '../../search/marks.ts'
import {
  type Body,
  choice,
  type FormErrors,
  optionalText,
  type Parsed,
  parseForm,
  text,
  version,
} from '../../web/form.ts'
import { KINDS, keyOf, MAX_NAME, MAX_SOURCE, pairOf, SAME_KEY } from './rules/line.ts'

/** A line as its form gives it. */
export interface SpellingInput {
  genre: NameKind
  signe: SpellingSign
  nom_a: string
  cle_a: string
  nom_b: string
  cle_b: string
  lieu_id: number | null
  source: string | null
}

export const PLACE = 'lieu'

const name = text(MAX_NAME, 'Écrivez une orthographe.')

const Spelling = z.object({
  nom1: name,
  signe: choice(SPELLING_SIGNS),
  nom2: name,
  genre: choice(KINDS),
  source: optionalText(MAX_SOURCE),
  version,
})

type Fields = z.output<typeof Spelling>

/** Both names as the search has them, or what is wrong with them. */
function pairTyped({ genre, nom1, nom2 }: Fields): { pair: ReturnType<typeof pairOf> } | { errors: FormErrors } {
  const [one, other] = [keyOf(genre, nom1), keyOf(genre, nom2)]
  const errors: FormErrors = {}
  if ('message' in one) errors.nom1 = one.message
  if ('message' in other) errors.nom2 = other.message
  if ('message' in one || 'message' in other) return { errors }
  if (one.key === other.key) return { errors: { nom2: SAME_KEY } }
  return { pair: pairOf({ nom: nom1, cle: one.key }, { nom: nom2, cle: other.key }) }
}

export type SpellingForm = Parsed<SpellingInput & { version: number }> & PlaceBox

/** A line as typed; errors of all fields are told at once. */
export async function parseSpelling(raw: Body, lookup: Lookup): Promise<SpellingForm> {
  const fields = parseForm(Spelling, raw)
  const place = await resolvePlace(raw, PLACE, lookup)
  const box = placeBox(place)
  const typed = fields.ok ? pairTyped(fields.value) : { errors: fields.errors }
  const errors = { ...('errors' in typed ? typed.errors : {}), ...(place.ok ? {} : { [PLACE]: place.message }) }
  if (!fields.ok || !place.ok || 'errors' in typed) return { ok: false, raw, errors, ...box }
  const { genre, signe, source, version: shownVersion } = fields.value
  const value = { genre, signe, ...typed.pair, lieu_id: place.place?.id ?? null, source, version: shownVersion }
  return { ok: true, value, ...box }
}

const Refusal = z.object({
  motif: text(MAX_SOURCE, 'Dites pourquoi : la personne qui a proposé la ligne le lira.'),
  version,
})

export const parseRefusal = (raw: Body): Parsed<z.output<typeof Refusal>> => parseForm(Refusal, raw)
