import { z } from 'zod'
import type { Lookup, PlaceValue } from '../../../champs/kind.ts'
import { resolvePlace } from '../../../champs/place-choice.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { words } from '../../../lib/text.ts'
import { optionalReleveId, optionalText, optionalYear, parseForm } from '../../../web/form.ts'

const MAX_NAME = 200
const FIRST_YEAR = 1500

const name = optionalText(MAX_NAME).transform((text) => text ?? '')

const FamilyInput = z.object({
  nom: name,
  prenom: name,
  nom2: name,
  prenom2: name,
  annee: optionalYear.refine((value) => value === null || value >= FIRST_YEAR, {
    message: `La recherche par années commence en ${FIRST_YEAR}.`,
  }),
  releve: optionalReleveId,
})

/** The couple that is asked for, where and when. */
export interface FamilyQuestion extends z.output<typeof FamilyInput> {
  lieu: PlaceValue | null
}

export const LABELS: Record<string, string> = {
  nom: 'Nom',
  prenom: 'Prénom',
  nom2: 'Nom du conjoint',
  prenom2: 'Prénom du conjoint',
  lieu: 'Lieu',
  annee: 'Autour de l’année',
}

export interface FamilyForm {
  raw: Body
  errors: FormErrors
  lieu: PlaceValue | null
  candidates: PlaceValue[] | undefined
  /** undefined where nothing is asked, or not yet in a way that can be answered. */
  question: FamilyQuestion | undefined
}

const NEEDED = 'Écrivez ce nom\u00a0: une famille se cherche par les deux.'
const NO_LETTER = 'Écrivez au moins une lettre.'

/** Both surnames are needed, and whatever is typed must name somebody. */
function nameErrors(raw: Body): FormErrors {
  const errors: FormErrors = {}
  const isEmpty = (one: string) => words(shown(raw, one)).length === 0
  for (const one of ['nom', 'nom2']) if (isEmpty(one)) errors[one] = NEEDED
  for (const one of ['prenom', 'prenom2']) if (isEmpty(one) && shown(raw, one).trim() !== '') errors[one] = NO_LETTER
  return errors
}

const isAsked = (raw: Body): boolean =>
  ['nom', 'prenom', 'nom2', 'prenom2', 'annee', 'lieu', 'texte:lieu'].some((one) => shown(raw, one).trim() !== '')

/** Reads the query string; an address without anything is a form to fill in, and no mistake. */
export async function readFamilyForm(raw: Body, lookup: Lookup): Promise<FamilyForm> {
  const form = parseForm(FamilyInput, raw)
  const place = await resolvePlace(raw, 'lieu', lookup)
  const lieu = place.ok ? place.place : null
  const page = { raw, lieu, candidates: place.ok ? undefined : place.candidates }
  if (!isAsked(raw)) return { ...page, errors: {}, question: undefined }
  const errors = { ...nameErrors(raw), ...(form.ok ? {} : form.errors) }
  // The button « Chercher » of the place box asks for the list of places only.
  const isPlaceSearch = shown(raw, 'chercher') === 'lieu'
  if (!place.ok && !isPlaceSearch) errors.lieu = place.message
  if (isPlaceSearch) return { ...page, errors: {}, question: undefined }
  const isWhole = form.ok && place.ok && Object.keys(errors).length === 0
  return { ...page, errors, question: isWhole ? { ...form.value, lieu } : undefined }
}
