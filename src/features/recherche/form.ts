import { z } from 'zod'
import type { Lookup, PlaceValue } from '../../champs/kind.ts'
import { resolvePlace } from '../../champs/place-choice.ts'
import type { SearchKey } from '../../db/dialect/index.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { isBySound, type NameClause, nameWords, readBox, tooShort } from '../../search/language.ts'
import { MAX_ID, parseForm } from '../../web/form.ts'
import { CRITERIA, CRITERION_NAMES, type Criteria, type CriterionName, isAsked, type Values } from './rules/criteria.ts'
import type { Cursor } from './rules/urls.ts'

type Schemas = { [N in CriterionName]: z.ZodType<Values[N]> }

const SearchInput = z.object(
  Object.fromEntries(CRITERION_NAMES.map((name) => [name, CRITERIA[name].schema])) as unknown as Schemas,
)

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
const NO_NAME = 'Écrivez au moins une lettre.'
const REVERSED = 'La dernière année est avant la première.'
const shortMessage = (word: string): string =>
  `«\u00a0${word}\u00a0» est trop court\u00a0: écrivez au moins deux lettres avec l’étoile ou le point d’interrogation.`

/** The names of their own boxes, in the mode chosen. */
function typedNames({ nom, prenom, mode }: Values): NameClause[] {
  const of = (kind: 'nom' | 'prenom', typed: string): NameClause[] => {
    const words = nameWords(typed)
    return words.length === 0 ? [] : [{ kind, words, mode, typed: typed }]
  }
  return [...of('nom', nom), ...of('prenom', prenom)]
}

function nameError(typed: string, clause: NameClause | undefined): string | undefined {
  if (typed === '') return undefined
  if (!clause) return NO_NAME
  const words = clause.mode === 'exact' ? clause.words : clause.words.map((word) => `${word}*`)
  const short = tooShort(words)
  return short === undefined || clause.mode === 'sonore' ? undefined : shortMessage(short)
}

function contradictions(typed: Values, boxes: NameClause[]): FormErrors {
  const { q, annee_debut, annee_fin } = typed
  const errors: FormErrors = {}
  if (q !== '') {
    const { clauses, names, short } = readBox(q)
    if (clauses.length + names.length === 0) errors.q = NO_WORD
    if (short !== undefined) errors.q = shortMessage(short)
  }
  for (const kind of ['nom', 'prenom'] as const) {
    const message = nameError(
      typed[kind],
      boxes.find((name) => name.kind === kind),
    )
    if (message !== undefined) errors[kind] = message
  }
  if (annee_debut !== null && annee_fin !== null && annee_debut > annee_fin) errors.annee_fin = REVERSED
  return errors
}

function criteriaOf(values: Values, boxes: NameClause[]): Criteria {
  const { clauses, names: inBox, ignored } = readBox(values.q)
  const names = [...inBox, ...boxes]
  // Without a name by its sound there is nothing to leave out.
  const sauf = isBySound({ clauses, names }) ? values.sauf : []
  return { ...values, sauf, clauses, names, ignored }
}

/** Reads the query string. The place may be an id alone, as links give it, or what was typed in its box. */
export async function readSearchForm(raw: Body, lookup: Lookup): Promise<SearchForm> {
  const form = parseForm(SearchInput, raw)
  const place = await resolvePlace(raw, 'lieu', lookup)
  const boxes = form.ok ? typedNames(form.value) : []
  const errors = form.ok ? contradictions(form.value, boxes) : { ...form.errors }
  // Clause to search for the place only: the list is the answer, not a reproach.
  if (!place.ok && shown(raw, 'chercher') !== 'lieu') errors.lieu = place.message
  const lieu = place.ok ? place.place : null
  const page = { raw, errors, lieu, candidates: place.ok ? undefined : place.candidates }
  if (!form.ok || !place.ok || Object.keys(errors).length > 0) return { ...page, criteria: undefined }
  const criteria = criteriaOf({ ...form.value, lieu }, boxes)
  return { ...page, criteria: isAsked(criteria) ? criteria : undefined }
}

function readKey(text: string): SearchKey | undefined {
  const [, jour, id] = /^(\d{1,6})-(\d{1,10})$/.exec(text) ?? []
  if (jour === undefined || id === undefined || Number(id) > MAX_ID) return undefined
  return { jour: Number(jour), releve_id: Number(id) }
}

/** Where the page begins or ends, `jour-id`; undefined for the first page and for anything else. */
export function readCursor(raw: Body): Cursor | undefined {
  const [apres, avant] = [readKey(shown(raw, 'apres')), readKey(shown(raw, 'avant'))]
  if (apres) return { apres }
  return avant && { avant }
}
