import { z } from 'zod'
import type { Lookup, PlaceValue } from '../../champs/kind.ts'
import { resolvePlace } from '../../champs/place-choice.ts'
import type { SearchKey } from '../../db/dialect/index.ts'
import { SOURCE_STATUSES } from '../../db/schema.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import { words } from '../../lib/text.ts'
import { type AskedName, isBySound, MODES, nameWords, readAsked, tooShort } from '../../search/language.ts'
import { SEARCH_ROLES } from '../../search/marks.ts'
import { choice, MAX_ID, optionalId, optionalText, optionalYear, parseForm } from '../../web/form.ts'
import { type Criteria, type Cursor, TRIS } from './rules/criteria.ts'

const MAX_TYPED = 500
const MAX_NAME = 200
const MAX_LEFT_OUT = 200
/** Days are counted from here in the index (search.md, finding 2). */
const FIRST_YEAR = 1500

/** `17??`, `178?`: a year of which the last signs are not known. */
const PARTIAL_YEAR = /^\s*\d{2}(\d[?x.*]|[?x.*]{2})\s*$/i

/** A year; of one that is not known to the end, the first or the last that it may be. */
const year = (unknown: '0' | '9') =>
  z.preprocess(
    (value) => (typeof value === 'string' && PARTIAL_YEAR.test(value) ? value.replace(/[?x.*]/gi, unknown) : value),
    optionalYear.refine((value) => value === null || value >= FIRST_YEAR, {
      message: `La recherche par années commence en ${FIRST_YEAR}.`,
    }),
  )

/** One of these or nothing. */
const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), choice(values).nullable())

/** The words of a parameter that may be repeated, sorted; whatever is no word is left out. */
export const readWords = (raw: Body, name: string): string[] =>
  [...new Set(shownAll(raw, name).flatMap(words))].slice(0, MAX_LEFT_OUT).sort()

const SearchInput = z.object({
  q: optionalText(MAX_TYPED),
  nom: optionalText(MAX_NAME),
  prenom: optionalText(MAX_NAME),
  mode: optionalChoice(MODES),
  role: optionalChoice(SEARCH_ROLES),
  type: optionalId,
  annee_debut: year('0'),
  annee_fin: year('9'),
  section: optionalId,
  statut: optionalChoice(SOURCE_STATUSES),
  source: optionalId,
  tri: optionalChoice(TRIS),
})

type Typed = z.output<typeof SearchInput>

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
function typedNames({ nom, prenom, mode }: Typed): AskedName[] {
  const of = (kind: 'nom' | 'prenom', typed: string | null): AskedName[] => {
    const words = nameWords(typed ?? '')
    return words.length === 0 ? [] : [{ kind, words, mode: mode ?? 'exact', ecrit: typed ?? '' }]
  }
  return [...of('nom', nom), ...of('prenom', prenom)]
}

function nameError(typed: string | null, asked: AskedName | undefined): string | undefined {
  if (typed === null) return undefined
  if (!asked) return NO_NAME
  const words = asked.mode === 'exact' ? asked.words : asked.words.map((word) => `${word}*`)
  const short = tooShort(words)
  return short === undefined || asked.mode === 'sonore' ? undefined : shortMessage(short)
}

function contradictions(typed: Typed, names: AskedName[]): FormErrors {
  const { q, annee_debut, annee_fin } = typed
  const errors: FormErrors = {}
  if (q !== null) {
    const { asked, noms, short } = readAsked(q)
    if (asked.length + noms.length === 0) errors.q = NO_WORD
    if (short !== undefined) errors.q = shortMessage(short)
  }
  for (const kind of ['nom', 'prenom'] as const) {
    const message = nameError(
      typed[kind],
      names.find((name) => name.kind === kind),
    )
    if (message !== undefined) errors[kind] = message
  }
  if (annee_debut !== null && annee_fin !== null && annee_debut > annee_fin) errors.annee_fin = REVERSED
  return errors
}

const isAsked = ({ asked, noms, type, lieu, annee_debut, annee_fin, section, statut, source }: Criteria): boolean =>
  asked.length + noms.length > 0 ||
  [type, lieu, annee_debut, annee_fin, section, statut, source].some((one) => one !== null)

function criteriaOf(typed: Typed, lieu: PlaceValue | null, names: AskedName[], raw: Body): Criteria {
  const { asked, noms, ignored } = readAsked(typed.q ?? '')
  const all = [...noms, ...names]
  return {
    ...typed,
    q: typed.q ?? '',
    nom: typed.nom ?? '',
    prenom: typed.prenom ?? '',
    mode: typed.mode ?? 'exact',
    tri: typed.tri ?? 'date',
    lieu,
    // Without a name by its sound there is nothing to leave out.
    sauf: isBySound(asked, all) ? readWords(raw, 'sauf') : [],
    asked,
    noms: all,
    ignored,
  }
}

/** Reads the query string. The place may be an id alone, as links give it, or what was typed in its box. */
export async function readSearch(raw: Body, lookup: Lookup): Promise<SearchForm> {
  const form = parseForm(SearchInput, raw)
  const place = await resolvePlace(raw, 'lieu', lookup)
  const names = form.ok ? typedNames(form.value) : []
  const errors = form.ok ? contradictions(form.value, names) : { ...form.errors }
  // Asked to search for the place only: the list is the answer, not a reproach.
  if (!place.ok && shown(raw, 'chercher') !== 'lieu') errors.lieu = place.message
  const lieu = place.ok ? place.place : null
  const page = { raw, errors, lieu, candidates: place.ok ? undefined : place.candidates }
  if (!form.ok || !place.ok || Object.keys(errors).length > 0) return { ...page, criteria: undefined }
  const criteria = criteriaOf(form.value, lieu, names, raw)
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
