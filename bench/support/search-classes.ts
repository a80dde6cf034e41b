// The searches that are measured, class by class.
import { fold } from '../../src/lib/text.ts'
import type { Corpus } from './corpus.ts'
import { pick } from './corpus-names.ts'
import { type Chance, chance } from './random.ts'

interface Draw {
  next: Chance
  made: Corpus
  rare: () => string
  medium: () => string
  common: () => string
  first: () => string
}

const COMMON_FIRSTS = ['Marie', 'Jean', 'Jeanne', 'Pierre', 'Anne', 'François']

export function drawer(made: Corpus): Draw {
  const next = chance(11)
  const { surnames } = made.names
  const of = (from: number, to: number) => () => pick(next, surnames.slice(from, to))
  const [rare, medium, common] = [of(12_000, 20_000), of(250, 2000), of(0, 20)]
  return { next, made, rare, medium, common, first: () => pick(next, COMMON_FIRSTS) }
}

export type Params = Record<string, string | number>

/** A place of this level above a source drawn, with years around those of its registers. */
function where({ next, made }: Draw, level: number): Params {
  const source = pick(next, made.sources)
  const path = made.places[source.lieu_id - 1]?.chemin.split('/') ?? []
  return {
    lieu: path[level] ?? '',
    annee_debut: Math.max(1550, source.annee_debut - 10),
    annee_fin: source.annee_debut + 30,
  }
}

const place = (d: Draw, level: number): Params => ({ lieu: where(d, level).lieu ?? '' })

const prefix = (d: Draw, length: number): string =>
  fold(pick(d.next, [d.common(), d.common(), d.medium(), d.rare(), d.first()]))
    .replace(/[^a-z]/g, '')
    .slice(0, length)

const named = (d: Draw, length: number): Params => ({ nom: prefix(d, length), prenom: d.first().slice(0, 3) })

/** Name → the parameters of a search; `page`: that page, reached by its keys. */
export const CLASSES: [string, (d: Draw) => Params][] = [
  ['the form alone', () => ({})],
  ['rare surname', (d) => ({ nom: d.rare() })],
  ['medium surname', (d) => ({ nom: d.medium() })],
  ['common surname', (d) => ({ nom: d.common() })],
  ['common word anywhere', (d) => ({ q: d.first() })],
  ['surname + first name, one person', (d) => ({ nom: d.common(), prenom: d.first() })],
  ['medium surname + first name', (d) => ({ nom: d.medium(), prenom: d.first() })],
  ['rare surname + first name', (d) => ({ nom: d.rare(), prenom: d.first() })],
  ['surname + first name of the father', (d) => ({ nom: d.common(), prenom: d.first(), role: 'pere' })],
  ['words of two persons', (d) => ({ q: `${d.common()} ${d.medium()}` })],
  ['prefix of 2 letters', (d) => ({ q: `${prefix(d, 2)}*` })],
  ['prefix of 3 letters', (d) => ({ q: `${prefix(d, 3)}*` })],
  ['prefix of 4 letters', (d) => ({ q: `${prefix(d, 4)}*` })],
  ['surname begins with 3 letters', (d) => ({ nom: prefix(d, 3), mode: 'debut' })],
  ['the same with a first name', (d) => ({ nom: prefix(d, 3), prenom: d.first(), mode: 'debut' })],
  ['surname contains 4 letters', (d) => ({ nom: prefix(d, 5).slice(1), mode: 'contient' })],
  ['sounds like, common surname', (d) => ({ nom: d.common(), mode: 'sonore' })],
  ['sounds like, rare surname', (d) => ({ nom: d.rare(), mode: 'sonore' })],
  ['sounds like, surname + first name', (d) => ({ nom: d.common(), prenom: d.first(), mode: 'sonore' })],
  ['phrase', (d) => ({ q: `"${d.first()} ${d.common()}"` })],
  [
    'phrase of a text',
    (d) => ({
      q: `"${pick(d.next, d.made.names.words.slice(0, 40))} ${pick(d.next, d.made.names.words.slice(0, 40))}"`,
    }),
  ],
  ['place with descendants + years, no word', (d) => where(d, 2)],
  ['common surname + region', (d) => ({ nom: d.common(), ...place(d, 2) })],
  ['common surname + region + 40 years', (d) => ({ nom: d.common(), ...where(d, 2) })],
  ['common first name + département', (d) => ({ q: d.first(), ...place(d, 3) })],
  ['common first name + région + 40 years', (d) => ({ q: d.first(), ...where(d, 2) })],
  ['common first name + commune', (d) => ({ q: d.first(), ...place(d, 5) })],
  ['rare surname + region', (d) => ({ nom: d.rare(), ...place(d, 2) })],
  ['phrase + région', (d) => ({ q: `"${d.first()} ${d.common()}"`, ...place(d, 2) })],
  ['common surname + 40 years', (d) => ({ nom: d.common(), annee_debut: 1700, annee_fin: 1740 })],
  [
    'surname + first name + 40 years',
    (d) => ({ nom: d.common(), prenom: d.first(), annee_debut: 1800, annee_fin: 1840 }),
  ],
  ['couple', (d) => ({ nom: d.common(), nom2: d.medium() })],
  ['couple of common surnames', (d) => ({ nom: d.common(), nom2: d.common() })],
  ['couple with first names', (d) => ({ nom: d.common(), prenom: d.first(), nom2: d.common(), prenom2: d.first() })],
  ['couple, sounds like', (d) => ({ nom: d.common(), nom2: d.medium(), mode: 'sonore' })],
  ['children of a couple', (d) => ({ q: `enfants:"${d.common()} + ${d.medium()}"` })],
  ['surname + two first names', (d) => ({ nom: d.common(), prenom: `${d.first()} ${d.first()}` })],
  ['surname + first name of a role, begins with', (d) => ({ ...named(d, 4), role: 'mere', mode: 'debut' })],
  ['surname + first name, contains', (d) => ({ ...named(d, 5), mode: 'contient' })],
  ['surname + profession', (d) => ({ nom: d.common(), q: 'profession:laboureur' })],
  ['years alone', (d) => ({ annee_debut: 1600 + (d.next() % 250) })],
  ['no filter but the type', (d) => ({ type: 1 + (d.next() % 6) })],
  ['latest first, common first name', (d) => ({ q: d.first(), tri: 'date-desc' })],
  ['page 20, common surname', (d) => ({ nom: d.common(), page: 20 })],
  ['page 20, common first name', (d) => ({ q: d.first(), page: 20 })],
]

/** `part`: what the page asks for once it is there, `repartition` or `graphies`; the page itself without. */
export const address = ({ page: _page, ...params }: Params, part?: string): string =>
  `/recherche${part === undefined ? '' : `/${part}`}?${new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]))}`

/** Searches as people keep them: parameters of the page of a search, most of them of a name and of where and when. */
export function keptSearches(made: Corpus, n: number): string[] {
  const kept = CLASSES.filter(([label]) => KEPT.includes(label))
  const d = drawer(made)
  return Array.from({ length: n }, (_, at) => {
    const [, params] = kept[at % kept.length] ?? []
    return params ? address(params(d)).slice('/recherche?'.length) : ''
  })
}

const KEPT = [
  'rare surname',
  'medium surname',
  'common surname',
  'surname + first name, one person',
  'surname + first name of the father',
  'rare surname + first name',
  'common surname + region + 40 years',
  'couple',
  'couple, sounds like',
  'sounds like, rare surname',
  'rare surname + region',
  'common first name + commune',
  'surname + first name + 40 years',
]
