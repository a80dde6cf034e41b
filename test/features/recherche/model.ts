// The search as a plain filter over records in memory: what both engines must find, whatever their indexes do.

import type { CriterionName } from '../../../src/features/recherche/rules/criteria.ts'
import { type DateValue, dateInWords, dateToText } from '../../../src/lib/dates.ts'
import { words as allWords, compareText, sortKey } from '../../../src/lib/text.ts'
import type { NameKind, SearchRole } from '../../../src/search/marks.ts'
import { type NameKey, nameKeys, soundsOf } from '../../../src/search/sounds.ts'

/** Longest word that is told from another. */
const MAX_WORD = 64

/** The words of a text as they are searched. */
export const words = (text: string): string[] => allWords(text).map((word) => [...word].slice(0, MAX_WORD).join(''))

/** What a field is taken for, told here once more, by hand. */
export type Meaning =
  | { kind: NameKind | 'complet'; role: SearchRole }
  | { kind: 'date' | 'profession' | 'lieu' | 'texte' }

export interface ModelSource {
  id: number
  type: number
  section: number | null
  statut: string
  /** Its place and those that contain it. */
  lieux: number[]
  lieu: string
}

export interface ModelReleve {
  id: number
  source: ModelSource
  data: Record<string, unknown>
  etats: Record<string, string>
}

export interface ModelName {
  kind: NameKind
  typed: string
  mode: 'exact' | 'debut' | 'contient' | 'sonore'
}

export type ModelWord =
  | { mot: string }
  | { debut: string }
  | { motif: string }
  | { suite: string[] }
  | { phrase: string[] }
  | { role: SearchRole; mot: string }
  | { champ: 'profession' | 'lieu'; mot: string }
  | { sonore: string }

export interface ModelFilters {
  type: number
  lieu: number
  section: number
  statut: string
  source: number
  annee_debut: number
  annee_fin: number
}

export interface ModelQuery extends Partial<ModelFilters> {
  words: ModelWord[]
  names: ModelName[]
  role: SearchRole | null
  tri?: 'date' | 'date-desc' | 'nom' | 'lieu'
}

type Names = Map<SearchRole, Set<string>>

/** A record as the search sees it. */
class Read {
  readonly releve: ModelReleve
  /** Words of each field in their order. */
  readonly fields: string[][] = []
  readonly byName: Record<NameKind, Names> = { nom: new Map(), prenom: new Map() }
  readonly nameFields: { kind: NameKind; list: string[] }[] = []
  readonly spoken: { kind: NameKind; text: string }[] = []
  readonly said = { profession: new Set<string>(), lieu: new Set<string>() }
  /** Day it is sorted by; '' without one, or before the first of the index. */
  readonly iso: string

  constructor(releve: ModelReleve, meanings: Record<string, Meaning>) {
    this.releve = releve
    for (const [nom, meaning] of Object.entries(meanings)) this.#field(meaning, releve.data[nom])
    const etats = Object.values(releve.etats)
    if (etats.length > 0) this.fields.push([...new Set(etats)])
    const { iso } = (releve.data.date_evenement ?? { iso: null }) as { iso: string | null }
    this.iso = iso !== null && iso >= '1500' ? iso : ''
  }

  #field(meaning: Meaning, value: unknown): void {
    if (value === undefined || value === null) return
    if (meaning.kind === 'date') {
      const date = value as DateValue
      this.fields.push(words(`${dateToText(date)} ${dateInWords(date)}`))
      return
    }
    const text = typeof value === 'object' ? (value as { nom_long: string }).nom_long : String(value)
    if ('role' in meaning) this.#name(meaning.kind, meaning.role, text)
    else this.fields.push(words(text))
    if (meaning.kind === 'profession') for (const word of words(text)) this.said.profession.add(word)
    if (meaning.kind === 'lieu') for (const word of words(text.split(',')[0] ?? '')) this.said.lieu.add(word)
  }

  #name(as: NameKind | 'complet', role: SearchRole, text: string): void {
    const kinds: NameKind[] = as === 'complet' ? ['nom', 'prenom'] : [as]
    for (const kind of kinds) {
      const list = words(text)
      // A surname in several words is also found written as one.
      const all = kind === 'nom' && list.length > 1 && list.length <= 5 ? [...list, list.join('')] : list
      const known = this.byName[kind].get(role) ?? new Set()
      this.byName[kind].set(role, new Set([...known, ...all]))
      this.nameFields.push({ kind, list: all })
      this.fields.push(all)
      const texts = as === 'complet' ? list : [text]
      this.spoken.push(...texts.map((one) => ({ kind, text: one })))
    }
  }

  has(test: Test): boolean {
    return this.fields.some((list) => list.some(test))
  }

  hasSide(wanted: readonly string[], lists: readonly string[][] = this.fields): boolean {
    return lists.some((list) => list.some((_word, at) => wanted.every((word, n) => list[at + n] === word)))
  }

  /** Does somebody in this role bear a name of this kind that passes? */
  bears(kind: NameKind, role: SearchRole, test: Test): boolean {
    return [...(this.byName[kind].get(role) ?? [])].some(test)
  }
}

type Test = (word: string) => boolean

const hasWord = (test: Test) => (read: Read) => read.has(test)

const ROLES: SearchRole[] = ['principal', 'conjoint', 'pere', 'mere', 'parrain', 'temoin', 'autre']

/** `*` any signs, `?` one. */
const fits = (pattern: string) => {
  const source = pattern.replace(/\*/g, '.*').replace(/\?/g, '.')
  const expression = new RegExp(`^${source}$`, 'u')
  return (word: string) => expression.test(word)
}

/** Every criterion filters but those that are words, names or an order. */
type FilterName = Exclude<CriterionName, 'q' | 'nom' | 'prenom' | 'mode' | 'role' | 'sauf' | 'tri'>

/** A criterion without a plain filter does not compile. */
const FILTERS: { [N in FilterName]: (read: Read, asked: ModelFilters[N]) => boolean } = {
  type: ({ releve }, type) => releve.source.type === type,
  lieu: ({ releve }, lieu) => releve.source.lieux.includes(lieu),
  section: ({ releve }, section) => releve.source.section === section,
  statut: ({ releve }, statut) => releve.source.statut === statut,
  source: ({ releve }, source) => releve.source.id === source,
  annee_debut: ({ iso }, year) => iso >= String(year),
  annee_fin: ({ iso }, year) => iso !== '' && iso < String(year + 1),
}

const filter =
  <N extends FilterName>(name: N, { [name]: asked }: Partial<ModelFilters>) =>
  (read: Read): boolean =>
    asked === undefined || FILTERS[name](read, asked)

export class Model {
  readonly #all: Read[]
  /** What the names of all records sound like, whoever sees them. */
  readonly #keys: Record<NameKind, NameKey[]>

  constructor(releves: readonly ModelReleve[], meanings: Record<string, Meaning>) {
    this.#all = releves.map((releve) => new Read(releve, meanings))
    const spoken = this.#all.flatMap((read) => read.spoken)
    const keysOf = (kind: NameKind) =>
      spoken.filter((one) => one.kind === kind).flatMap(({ text }) => nameKeys(kind, text))
    this.#keys = { nom: keysOf('nom'), prenom: keysOf('prenom') }
  }

  /** Words that name somebody, whoever sees them, and sound like this one. */
  #alike(kind: NameKind, typed: string): Test {
    const keys = new Set(soundsOf(kind, typed).flat())
    const found = this.#keys[kind].filter(({ cle }) => keys.has(cle))
    const wanted = new Set([words(typed).join(''), ...found.map(({ terme }) => terme)])
    return (word) => wanted.has(word)
  }

  #nameTest({ kind, typed, mode }: ModelName): Test {
    const joined = words(typed.replace(/[*?]/g, '')).join('')
    if (mode === 'debut') return (word) => word.startsWith(joined)
    if (mode === 'contient') return (word) => word.includes(joined)
    return mode === 'sonore' ? this.#alike(kind, typed) : (word) => word === joined
  }

  /** One person who bears all these names. */
  #person(names: readonly ModelName[], role: SearchRole | null): (read: Read) => boolean {
    const tests = names.map((name) => ({ ...name, parts: words(name.typed), test: this.#nameTest(name) }))
    const isWhole = (name: (typeof tests)[number]) =>
      name.kind === 'nom' && name.mode === 'exact' && name.parts.length > 1
    const as = (read: Read, one: SearchRole) =>
      tests.every(
        (name) =>
          read.bears(name.kind, one, name.test) ||
          (isWhole(name) && name.parts.every((part) => read.bears('nom', one, (word) => word === part))),
      )
    const [only] = tests
    return (read) => {
      if (!only) return true
      if (role !== null) return as(read, role)
      if (tests.length > 1) return ROLES.some((one) => as(read, one))
      const lists = read.nameFields.filter(({ kind }) => kind === only.kind).map(({ list }) => list)
      return lists.some((list) => list.some(only.test)) || (isWhole(only) && read.hasSide(only.parts, lists))
    }
  }

  /** First names then surname, or the other way round. */
  #fullName(parts: readonly string[], read: Read): boolean {
    const named = (prenoms: readonly string[], nom: readonly string[]) =>
      this.#person(
        [
          ...prenoms.map((typed): ModelName => ({ kind: 'prenom', typed, mode: 'exact' })),
          { kind: 'nom', typed: nom.join(' '), mode: 'exact' },
        ],
        null,
      )(read)
    return parts.slice(1).some((_part, index) => {
      const [head, tail] = [parts.slice(0, index + 1), parts.slice(index + 1)]
      return named(head, tail) || named(tail, head)
    })
  }

  #word(asked: ModelWord): (read: Read) => boolean {
    if ('suite' in asked) return (read) => read.hasSide(asked.suite)
    if ('phrase' in asked) return (read) => read.hasSide(asked.phrase) || this.#fullName(asked.phrase, read)
    if ('debut' in asked) return hasWord((word) => word.startsWith(asked.debut))
    if ('motif' in asked) return hasWord(fits(asked.motif))
    if ('champ' in asked) return (read) => read.said[asked.champ].has(asked.mot)
    if ('sonore' in asked) {
      const kinds = (['nom', 'prenom'] as const).map((kind) => ({ kind, test: this.#alike(kind, asked.sonore) }))
      return (read) => kinds.some(({ kind, test }) => ROLES.some((role) => read.bears(kind, role, test)))
    }
    const isWord = (word: string) => word === asked.mot
    if ('role' in asked)
      return (read) => (['nom', 'prenom'] as const).some((kind) => read.bears(kind, asked.role, isWord))
    return hasWord(isWord)
  }

  #passes(query: ModelQuery): ((read: Read) => boolean)[] {
    const filters = (Object.keys(FILTERS) as FilterName[]).map((name) => filter(name, query))
    return [...query.words.map((word) => this.#word(word)), this.#person(query.names, query.role), ...filters]
  }

  /** Ids in their order, among the sources that pass. */
  find(query: ModelQuery, isSeen: (source: ModelSource) => boolean): number[] {
    const tests = this.#passes(query)
    const found = this.#all.filter((read) => isSeen(read.releve.source) && tests.every((test) => test(read)))
    found.sort((a, b) => compareText(a.iso, b.iso) || a.releve.id - b.releve.id)
    const nom = ({ releve: { data } }: Read) =>
      `${sortKey(String(data.nom ?? ''))}\n${sortKey(String(data.prenom ?? ''))}`
    const lieu = ({ releve }: Read) => sortKey(releve.source.lieu)
    if (query.tri === 'date-desc') found.reverse()
    if (query.tri === 'nom') found.sort((a, b) => compareText(nom(a), nom(b)))
    if (query.tri === 'lieu') found.sort((a, b) => compareText(lieu(a), lieu(b)))
    return found.map(({ releve }) => releve.id)
  }
}
