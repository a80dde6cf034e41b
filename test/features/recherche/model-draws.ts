// Searches drawn by chance that is the same at each run: what they ask in the model's terms, and what is typed for it.
import {
  type ModelFilters,
  type ModelLived,
  type ModelName,
  type ModelQuery,
  type ModelSource,
  type ModelWord,
  words,
} from './model.ts'
import { type Draw, METIERS, NOMS, NOTES, one, PRENOMS, VOCABULARY } from './model-corpus.ts'

const ROLES = ['principal', 'conjoint', 'pere', 'mere', 'temoin'] as const

export interface Drawn {
  query: ModelQuery
  typed: Record<string, string>
}

const accented = (draw: Draw, word: string): string => (draw(3) === 0 ? word.toUpperCase() : word)

/** A word as it may be typed around what means nothing. */
const WRAPPED: ((word: string) => string)[] = [
  ...['(', '+', '^', '!', '\\', '\u202e', '\u200f', '\ufeff', '|', '&'].map(
    (sign) => (word: string) => `${sign}${word}`,
  ),
  ...[')', '--', '%', '\\', '\u202c', ';', ',', '  \t', '😀'].map((sign) => (word: string) => `${word}${sign}`),
  (word) => `'${word}'`,
  (word) => `{${word}}`,
  (word) => word.normalize('NFD'),
  (word) => `${word} ${word}`,
]

type Kind = (draw: Draw) => [ModelWord, string]

const pattern = (draw: Draw, word: string): string => {
  const at = 1 + draw(word.length - 2)
  return draw(2) ? `${word.slice(0, at)}?${word.slice(at + 1)}` : `${word.slice(0, at)}*${word.slice(-1)}`
}
const long = (draw: Draw): string => {
  const word = one(draw, VOCABULARY)
  return word.length >= 4 && /^[a-z]+$/.test(word) ? word : 'martin'
}

/** Surnames of letters alone. */
const SPELLED = NOMS.filter((nom) => /^[a-zéèœ ]+$/i.test(nom))

const KINDS: Kind[] = [
  (draw) => {
    const word = one(draw, VOCABULARY)
    return [{ mot: word }, accented(draw, word)]
  },
  (draw) => {
    const word = one(draw, VOCABULARY)
    return [{ mot: word }, one(draw, WRAPPED)(word)]
  },
  (draw) => {
    const start = long(draw).slice(0, 2 + draw(3))
    return [{ debut: start }, `${start}*`]
  },
  (draw) => {
    const motif = pattern(draw, long(draw))
    return [{ motif }, motif]
  },
  (draw) => {
    const parts = words(
      one(
        draw,
        [...NOTES, ...METIERS].filter((text) => words(text).length > 1),
      ),
    ).slice(0, 2 + draw(2))
    return [{ phrase: parts }, `"${parts.join(' ')}"`]
  },
  (draw) => {
    const parts = [...words(one(draw, PRENOMS)), ...words(one(draw, NOMS))].slice(0, 4)
    if (draw(2)) parts.reverse()
    return [{ phrase: parts }, `« ${parts.join(' ')} »`]
  },
  (draw) => {
    const parts = words(one(draw, ['saint-malo', 'yves-marie', 'jean-baptiste', 'o’brien', 'd’argentré', '12/08/1787']))
    return [{ suite: parts }, parts.join(one(draw, ['-', '’', '/']))]
  },
  (draw) => {
    const role = one(draw, ROLES)
    const word = long(draw)
    return [{ role, mot: word }, `${role}:${word}`]
  },
  (draw) => {
    const champ = one(draw, ['profession', 'lieu', 'age'] as const)
    const word = one(draw, ['laboureur', 'tonnelier', 'maitre', 'vannes', 'pleurtuit', 'bretagne', '30', 'ans'])
    return [{ champ, mot: word }, `${champ}: ${word}`]
  },
  (draw) => {
    const noms: [string, string] = [one(draw, SPELLED), one(draw, SPELLED)]
    const [of, operator] = draw(2) ? (['p', 'enfants'] as const) : ([null, 'couple'] as const)
    return [{ couple: noms, of }, `${operator}:"${noms.join(one(draw, [' + ', '+', ' et ', ' × ']))}"`]
  },
  (draw) => {
    const word = one(draw, ['lefebvre', 'esnault', 'renault', 'gauthier', 'jehan', 'magdelaine', 'martin', 'pierre'])
    return [{ sonore: word }, `~${word}`]
  },
]

type Mode = ModelName['mode']

function pair(draw: Draw, mode: Mode): { names: ModelName[]; nom: string; prenom: string } {
  const short = (text: string) =>
    mode === 'debut' || mode === 'contient' ? (words(text).at(-1) ?? '').slice(0, 4) : text
  const nom = draw(4) ? short(one(draw, NOMS)) : ''
  // Two first names are borne by one person as well.
  const given = draw(6) ? (words(one(draw, PRENOMS))[0] ?? '') : 'Marie Anne'
  const prenom = nom === '' || draw(2) ? short(given) : ''
  const names: ModelName[] = []
  if (nom !== '') names.push({ kind: 'nom', typed: nom, mode })
  const firstNames = mode === 'exact' || mode === 'sonore' ? words(prenom) : [prenom]
  if (prenom !== '') names.push(...firstNames.map((typed): ModelName => ({ kind: 'prenom', typed, mode })))
  return { names, nom, prenom }
}

interface DrawnNames extends Required<Pick<ModelQuery, 'names' | 'names2'>>, Pick<ModelQuery, 'actes'> {
  typed: Record<string, string>
}

function names(draw: Draw): DrawnNames {
  const mode = one(draw, ['exact', 'exact', 'exact', 'debut', 'contient', 'sonore'] as const)
  const { names: list, nom, prenom } = pair(draw, mode)
  if (draw(4) > 0) return { names: list, names2: [], typed: { nom, prenom, mode } }
  const other = pair(draw, mode)
  const typed = { nom, prenom, mode, nom2: other.nom, prenom2: other.prenom }
  const actes = one(draw, [undefined, undefined, 'mariage', 'enfants', 'autres'] as const)
  return { names: list, names2: other.names, actes, typed: { ...typed, ...(actes && { actes }) } }
}

/** A place that somebody is told to live in, or to come from. */
function lived(draw: Draw, { lieux }: Choices): { lived: ModelLived[]; typed: Record<string, string> } {
  if (draw(6) > 0) return { lived: [], typed: {} }
  const [trait, place] = [one(draw, ['domicile', 'origine'] as const), one(draw, lieux)]
  return { lived: [{ trait, lieux: place.below }], typed: { [trait]: String(place.id) } }
}

interface Choices {
  sources: ModelSource[]
  /** `below`: with itself, all places that it contains. */
  lieux: { id: number; below: number[] }[]
  types: number[]
  sections: number[]
}

/** One search in so many asks for one of these. Years are drawn in pairs, by themselves. */
const FILTERS: {
  [N in Exclude<keyof ModelFilters, 'annee_debut' | 'annee_fin'>]: [
    outOf: number,
    list: (choices: Choices) => readonly ModelFilters[N][],
  ]
} = {
  type: [6, ({ types }) => types],
  acte: [40, () => ['mariage', 'autre']],
  lieu: [5, ({ lieux }) => lieux.map(({ id }) => id)],
  section: [12, ({ sections }) => sections],
  statut: [12, () => ['validee', 'en_cours']],
  source: [15, ({ sources }) => sources.map(({ id }) => id)],
}

function filters(draw: Draw, choices: Choices): Partial<ModelQuery> {
  const from = 1450 + draw(370)
  const years = one(draw, [
    { annee_debut: from },
    { annee_fin: from },
    { annee_debut: from, annee_fin: from + draw(60) },
    { annee_debut: 1700, annee_fin: 1799 },
  ])
  const asked = Object.entries(FILTERS).flatMap(([name, [outOf, list]]) =>
    draw(outOf) === 0 ? [[name, one<number | string>(draw, list(choices))]] : [],
  )
  return {
    ...Object.fromEntries(asked),
    ...(draw(4) === 0 && years),
    tri: one(draw, ['date', 'date', 'date', 'date-desc', 'nom', 'lieu'] as const),
  }
}

/** One search. */
export function drawn(draw: Draw, choices: Choices): Drawn {
  const asked = Array.from({ length: [1, 1, 1, 2, 2, 0][draw(6)] ?? 1 }, () => one(draw, KINDS)(draw))
  const named = asked.length === 0 || draw(4) === 0 ? names(draw) : { names: [], names2: [], typed: {} }
  const living = lived(draw, choices)
  const role = named.names.length > 0 && draw(3) === 0 ? one(draw, ROLES) : null
  const more = filters(draw, choices)
  const { typed: _typed, ...sought } = named
  const query = { words: asked.map(([word]) => word), ...sought, lived: living.lived, role, ...more }
  const simple = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)]))
  const q = asked.map(([, text]) => text).join(' ')
  return { query, typed: { q, ...named.typed, ...living.typed, ...(role && { role }), ...simple } }
}
