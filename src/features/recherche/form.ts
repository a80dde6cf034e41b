import { z } from 'zod'
import type { Lookup } from '../../champs/kind.ts'
import { type PlaceBox, type PlaceChoiceResult, placeBox, resolvePlace } from '../../champs/place-choice.ts'
import type { SearchKey } from '../../db/dialect/index.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { MAX_WORDS, type NameClause, nameWords, readBox, tooShort } from '../../search/language.ts'
import { LIVED } from '../../search/marks.ts'
import { isBySound } from '../../search/wording.ts'
import { MAX_RELEVE_ID, parseForm } from '../../web/form.ts'
import {
  CRITERIA,
  CRITERION_NAMES,
  type Criteria,
  type CriterionName,
  isAsked,
  NAME_CRITERIA,
  type NameCriterion,
  PLACE_CRITERIA,
  type PlaceCriterion,
  type Values,
} from './rules/criteria.ts'
import type { Cursor } from './rules/urls.ts'

type Schemas = { [N in CriterionName]: z.ZodType<Values[N]> }

const SearchInput = z.object(
  Object.fromEntries(CRITERION_NAMES.map((name) => [name, CRITERIA[name].schema])) as unknown as Schemas,
)

export interface SearchForm {
  raw: Body
  errors: FormErrors
  /** Each box shows a place, or those found for a text that is not one yet. */
  places: Record<PlaceCriterion, PlaceBox>
  /** undefined where nothing is asked, or not yet in a way that can be answered. */
  criteria: Criteria | undefined
}

const NO_WORD = 'Écrivez au moins un mot\u00a0: un nom, un prénom, une profession…'
const NO_NAME = 'Écrivez au moins une lettre.'
const REVERSED = 'La dernière année est avant la première.'
const shortMessage = (word: string): string =>
  `«\u00a0${word}\u00a0» est trop court\u00a0: écrivez au moins deux lettres avec l’étoile ou le point d’interrogation.`
const crowdMessage = (names: string[]): string =>
  `Un couple se cherche par deux noms au plus\u00a0: «\u00a0${names.join(' + ')}\u00a0» en a ${names.length}.`

interface Boxes {
  clauses: Partial<Record<NameCriterion, NameClause>>
  /** Words beyond those that one box may have. */
  ignored: number
}

/** The names of their own boxes, in the mode chosen. */
function typedNames(values: Values): Boxes {
  const { mode } = values
  const boxes: Boxes = { clauses: {}, ignored: 0 }
  for (const name of NAME_CRITERIA) {
    const words = nameWords(values[name])
    const kind = name.startsWith('nom') ? 'nom' : 'prenom'
    if (words.length > 0) boxes.clauses[name] = { kind, words: words.slice(0, MAX_WORDS), mode, typed: values[name] }
    boxes.ignored += Math.max(0, words.length - MAX_WORDS)
  }
  return boxes
}

function nameError(typed: string, clause: NameClause | undefined): string | undefined {
  if (typed === '') return undefined
  if (!clause) return NO_NAME
  const words = clause.mode === 'exact' ? clause.words : clause.words.map((word) => `${word}*`)
  const short = tooShort(words)
  return short === undefined || clause.mode === 'sonore' ? undefined : shortMessage(short)
}

function contradictions(typed: Values, boxes: Boxes['clauses']): FormErrors {
  const { q, annee_debut, annee_fin } = typed
  const errors: FormErrors = {}
  if (q !== '') {
    const { clauses, names, short, crowd } = readBox(q)
    if (clauses.length + names.length === 0) errors.q = NO_WORD
    if (short !== undefined) errors.q = shortMessage(short)
    if (crowd !== undefined) errors.q = crowdMessage(crowd)
  }
  for (const name of NAME_CRITERIA) {
    const message = nameError(typed[name], boxes[name])
    if (message !== undefined) errors[name] = message
  }
  if (annee_debut !== null && annee_fin !== null && annee_debut > annee_fin) errors.annee_fin = REVERSED
  return errors
}

const present = <T>(list: readonly (T | undefined)[]): T[] => list.filter((one) => one !== undefined)

function criteriaOf(values: Values, boxes: Boxes): Criteria {
  const { nom, prenom, nom2, prenom2 } = boxes.clauses
  const { clauses, names: inBox, ignored } = readBox(values.q)
  const names = [...inBox, ...present([nom, prenom])]
  const names2 = present([nom2, prenom2])
  const lived = LIVED.flatMap((trait) => {
    const place = values[trait]
    return place === null ? [] : [{ trait, ...place }]
  })
  // Without a name by its sound there is nothing to leave out.
  const sauf = isBySound({ clauses, names: [...names, ...names2] }) ? values.sauf : []
  return { ...values, sauf, clauses, names, names2, lived, ignored: ignored + boxes.ignored }
}

type PlaceChoices = Record<PlaceCriterion, PlaceChoiceResult>

/** The places may be ids alone, as links give them, or what was typed in their boxes. */
async function readPlaces(raw: Body, lookup: Lookup): Promise<PlaceChoices> {
  const choices = []
  for (const name of PLACE_CRITERIA) choices.push([name, await resolvePlace(raw, name, lookup)] as const)
  return Object.fromEntries(choices) as PlaceChoices
}

/** Clause to search for the place only: the list is the answer, not a reproach. */
const placeErrors = (raw: Body, choices: PlaceChoices): FormErrors =>
  Object.fromEntries(
    PLACE_CRITERIA.flatMap((name) => {
      const choice = choices[name]
      return choice.ok || shown(raw, 'chercher') === name ? [] : [[name, choice.message]]
    }),
  )

const byPlaceBox = <T>(of: (name: PlaceCriterion) => T): Record<PlaceCriterion, T> =>
  Object.fromEntries(PLACE_CRITERIA.map((name) => [name, of(name)])) as Record<PlaceCriterion, T>

/** The switch of the form. It only shows and hides the names of the couple: an address says by these alone whom it looks for. */
export const POUR = ['personne', 'couple'] as const

/** Second names that nobody sees are not looked for. */
const withoutHidden = (query: Body): Body =>
  shown(query, 'pour') === 'personne' ? { ...query, nom2: '', prenom2: '' } : query

/** Reads the query string. */
export async function readSearchForm(query: Body, lookup: Lookup): Promise<SearchForm> {
  const raw = withoutHidden(query)
  const form = parseForm(SearchInput, raw)
  const choices = await readPlaces(raw, lookup)
  const boxes = form.ok ? typedNames(form.value) : { clauses: {}, ignored: 0 }
  const errors = {
    ...(form.ok ? contradictions(form.value, boxes.clauses) : form.errors),
    ...placeErrors(raw, choices),
  }
  const places = byPlaceBox((name) => placeBox(choices[name]))
  const page = { raw, errors, places }
  const isWhole = PLACE_CRITERIA.every((name) => choices[name].ok)
  if (!form.ok || !isWhole || Object.keys(errors).length > 0) return { ...page, criteria: undefined }
  const criteria = criteriaOf({ ...form.value, ...byPlaceBox((name) => places[name].place) }, boxes)
  return { ...page, criteria: isAsked(criteria) ? criteria : undefined }
}

function readKey(text: string): SearchKey | undefined {
  const [, jour, id] = /^(\d{1,6})-(\d{1,16})$/.exec(text) ?? []
  if (jour === undefined || id === undefined || Number(id) > MAX_RELEVE_ID) return undefined
  return { jour: Number(jour), releve_id: Number(id) }
}

/** Where the page begins or ends, `jour-id`; undefined for the first page and for anything else. */
export function readCursor(raw: Body): Cursor | undefined {
  const [apres, avant] = [readKey(shown(raw, 'apres')), readKey(shown(raw, 'avant'))]
  if (apres) return { apres }
  return avant && { avant }
}
