import { z } from 'zod'
import type { Lookup, PlaceValue } from '../../champs/kind.ts'
import { resolvePlace } from '../../champs/place-choice.ts'
import type { SearchKey } from '../../db/dialect/index.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { MAX_ID, optionalId, optionalText, optionalYear, parseForm } from '../../web/form.ts'
import { type AskedWords, askedWords } from './terms.ts'

const MAX_TYPED = 500
/** Days are counted from here in the index (search.md, finding 2). */
const FIRST_YEAR = 1500

const year = optionalYear.refine((value) => value === null || value >= FIRST_YEAR, {
  message: `La recherche par années commence en ${FIRST_YEAR}.`,
})

const SearchInput = z.object({
  q: optionalText(MAX_TYPED),
  type: optionalId,
  annee_debut: year,
  annee_fin: year,
})

/** What is looked for. */
export interface Criteria extends AskedWords {
  q: string
  type: number | null
  lieu: PlaceValue | null
  annee_debut: number | null
  annee_fin: number | null
}

export interface SearchForm {
  raw: Body
  errors: FormErrors
  lieu: PlaceValue | null
  /** Places found for a text that is not one yet. */
  candidates: PlaceValue[] | undefined
  /** undefined where nothing is asked, or not yet in a way that can be answered. */
  criteria: Criteria | undefined
}

const NO_WORD = 'Écrivez au moins un mot\u00a0: un nom, un prénom, une profession…'
const REVERSED = 'La dernière année est avant la première.'

interface Typed {
  q: string | null
  type: number | null
  annee_debut: number | null
  annee_fin: number | null
}

function contradictions({ q, annee_debut, annee_fin }: Typed, words: string[]): FormErrors {
  const errors: FormErrors = {}
  if (q !== null && words.length === 0) errors.q = NO_WORD
  if (annee_debut !== null && annee_fin !== null && annee_debut > annee_fin) errors.annee_fin = REVERSED
  return errors
}

const isAsked = ({ words, type, lieu, annee_debut, annee_fin }: Criteria): boolean =>
  words.length > 0 || [type, lieu, annee_debut, annee_fin].some((one) => one !== null)

/** Reads the query string. The place may be an id alone, as links give it, or what was typed in its box. */
export async function readSearch(raw: Body, lookup: Lookup): Promise<SearchForm> {
  const form = parseForm(SearchInput, raw)
  const choice = await resolvePlace(raw, 'lieu', lookup)
  const asked = askedWords(form.ok ? (form.value.q ?? '') : '')
  const errors = form.ok ? contradictions(form.value, asked.words) : { ...form.errors }
  // Asked to search for the place only: the list is the answer, not a reproach.
  if (!choice.ok && shown(raw, 'chercher') !== 'lieu') errors.lieu = choice.message
  const lieu = choice.ok ? choice.place : null
  const page = { raw, errors, lieu, candidates: choice.ok ? undefined : choice.candidates }
  if (!form.ok || !choice.ok || Object.keys(errors).length > 0) return { ...page, criteria: undefined }
  const criteria = { ...form.value, ...asked, q: form.value.q ?? '', lieu }
  return { ...page, criteria: isAsked(criteria) ? criteria : undefined }
}

/** The last row of the page before, `jour-id`; undefined for the first page and for anything else. */
export function readCursor(raw: Body): SearchKey | undefined {
  const [, jour, id] = /^(\d{1,6})-(\d{1,10})$/.exec(shown(raw, 'apres')) ?? []
  if (jour === undefined || id === undefined || Number(id) > MAX_ID) return undefined
  return { jour: Number(jour), releve_id: Number(id) }
}

/** The address of a search, with some of its criteria changed and from a row on. */
export function searchUrl(criteria: Criteria, change: Partial<Criteria> = {}, after?: SearchKey): string {
  const { q, type, lieu, annee_debut, annee_fin } = { ...criteria, ...change }
  const params = new URLSearchParams()
  const add = (name: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') params.append(name, String(value))
  }
  add('q', q)
  add('type', type)
  add('lieu', lieu?.id)
  add('annee_debut', annee_debut)
  add('annee_fin', annee_fin)
  add('apres', after && `${after.jour}-${after.releve_id}`)
  const text = params.toString()
  return text === '' ? '/recherche' : `/recherche?${text}`
}
