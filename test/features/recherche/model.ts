// The search as a plain filter over records in memory: what both engines must find, whatever their indexes do.

import type { CoupleKind } from '../../../src/champs/couples.ts'
import type { ActKind } from '../../../src/db/schema-persons.ts'
import type { CriterionName } from '../../../src/features/recherche/rules/criteria.ts'
import { type DateValue, dateInWords, dateToText, yearsOf } from '../../../src/lib/dates.ts'
import { words as allWords, compareText, sortKey } from '../../../src/lib/text.ts'
import type { Lived, NameKind, SearchRole } from '../../../src/search/marks.ts'
import { type NameKey, nameKeys, soundsOf } from '../../../src/search/sounds.ts'

/** Longest word that is told from another. */
const MAX_WORD = 64

/** The words of a text as they are searched. */
export const words = (text: string): string[] => allWords(text).map((word) => [...word].slice(0, MAX_WORD).join(''))

/** The meaning of a field is told here once more, by hand; `of` is the person that it tells of. */
export type Meaning =
  | { kind: NameKind | 'complet' | 'age' | 'profession'; of: string }
  | { kind: 'lieu'; of: string; lived: Lived }
  | { kind: 'date' | 'texte' }

/** The acts of a type are about these: the roles of each person, and who is a couple. */
export interface ModelAct {
  persons: Record<string, SearchRole[]>
  couples: readonly (readonly [kind: CoupleKind, one: string, other: string])[]
}

export interface ModelSource {
  id: number
  type: number
  acte: ActKind
  section: number | null
  statut: string
  /** Its place and those that contain it. */
  lieux: number[]
  lieu: string
}

export interface ModelReleve {
  id: number
  source: ModelSource
  act: ModelAct
  data: Record<string, unknown>
  etats: Record<string, string>
  /** Other readings, by name of the field. */
  lectures: Record<string, string[]> | null
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
  | { champ: 'profession' | 'lieu' | 'age'; mot: string }
  | { couple: [string, string]; of: CoupleKind | null }
  | { sonore: string }

export interface ModelFilters {
  type: number
  acte: ActKind
  lieu: number
  section: number
  statut: string
  source: number
  annee_debut: number
  annee_fin: number
}

/** A place of a person, with all that lie below it. */
export interface ModelLived {
  trait: Lived
  lieux: number[]
}

export interface ModelQuery extends Partial<ModelFilters> {
  words: ModelWord[]
  names: ModelName[]
  /** The other one of a couple. */
  names2?: ModelName[]
  /** Acts of that couple. */
  actes?: 'mariage' | 'enfants' | 'autres' | undefined
  lived?: ModelLived[]
  role: SearchRole | null
  tri?: 'date' | 'date-desc' | 'nom' | 'lieu'
}

/** Somebody in an act. */
class Somebody {
  readonly roles: readonly SearchRole[]
  readonly nom = new Set<string>()
  readonly prenom = new Set<string>()
  readonly profession = new Set<string>()
  readonly age = new Set<string>()
  readonly lived: { trait: Lived; lieu: number }[] = []

  constructor(roles: readonly SearchRole[]) {
    this.roles = roles
  }

  get isThere(): boolean {
    return this.nom.size + this.prenom.size > 0
  }
}

/** A date that was not understood has neither beginning nor end; no other begins and ends in no year at all. */
const yearsOfAct = (date: DateValue | undefined): readonly [number, number] =>
  (date && (date.iso ?? date.iso_fin ?? null) !== null && yearsOf(date)) || [Number.NaN, Number.NaN]

/** A record as the search sees it. */
class Read {
  readonly releve: ModelReleve
  /** Words of each field in their order. */
  readonly fields: string[][] = []
  readonly persons = new Map<string, Somebody>()
  readonly nameFields: { kind: NameKind; list: string[] }[] = []
  readonly spoken: { kind: NameKind; text: string }[] = []
  readonly said = { profession: new Set<string>(), lieu: new Set<string>() }
  /** Day it is sorted by; '' without one. */
  readonly iso: string
  /** First and last year in which the act may stand, as its register counts them; NaN without a date. */
  readonly years: readonly [number, number]

  constructor(releve: ModelReleve, meanings: Record<string, Meaning>) {
    this.releve = releve
    for (const [nom, roles] of Object.entries(releve.act.persons)) this.persons.set(nom, new Somebody(roles))
    for (const [nom, meaning] of Object.entries(meanings)) {
      this.#field(meaning, releve.data[nom])
      for (const text of releve.lectures?.[nom] ?? []) this.#reading(meaning, text)
    }
    const etats = Object.values(releve.etats)
    if (etats.length > 0) this.fields.push([...new Set(etats)])
    const { iso } = (releve.data.date_evenement ?? { iso: null }) as { iso: string | null }
    this.iso = iso ?? ''
    this.years = yearsOfAct(releve.data.date_evenement as DateValue | undefined)
  }

  #field(meaning: Meaning, value: unknown): void {
    if (value === undefined || value === null) return
    if (meaning.kind === 'date') {
      const date = value as DateValue
      this.fields.push(words(`${dateToText(date)} ${dateInWords(date)}`))
      return
    }
    const text = typeof value === 'object' ? (value as { nom_long: string }).nom_long : String(value)
    this.#reading(meaning, text)
    if (meaning.kind !== 'lieu') return
    this.persons.get(meaning.of)?.lived.push({ trait: meaning.lived, lieu: (value as { id: number }).id })
  }

  /** A text is found as the value of its field or as another reading of it. */
  #reading(meaning: Meaning, text: string): void {
    const person = 'of' in meaning ? this.persons.get(meaning.of) : undefined
    if (meaning.kind === 'nom' || meaning.kind === 'prenom' || meaning.kind === 'complet') {
      this.#name(meaning.kind, person, text)
      return
    }
    this.fields.push(words(text))
    if (meaning.kind === 'profession') for (const word of words(text)) this.said.profession.add(word)
    if (meaning.kind === 'profession' || meaning.kind === 'age')
      for (const word of words(text)) person?.[meaning.kind].add(word)
    if (meaning.kind !== 'lieu') return
    for (const word of words(text.split(',')[0] ?? '')) this.said.lieu.add(word)
  }

  #name(as: NameKind | 'complet', person: Somebody | undefined, text: string): void {
    const kinds: NameKind[] = as === 'complet' ? ['nom', 'prenom'] : [as]
    for (const kind of kinds) {
      const list = words(text)
      // A surname in several words is also found written as one.
      const all = kind === 'nom' && list.length > 1 && list.length <= 5 ? [...list, list.join('')] : list
      for (const word of all) person?.[kind].add(word)
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

  /** Is there somebody of this role, or of any, for whom this is true? */
  someone(role: SearchRole | null, is: (person: Somebody) => boolean): boolean {
    return [...this.persons.values()].some((person) => (role === null || person.roles.includes(role)) && is(person))
  }

  /** The couples of this kind, or of any, in both orders. */
  couples(kind: CoupleKind | null, acts?: ModelQuery['actes']): [Somebody, Somebody][] {
    return this.releve.act.couples.flatMap(([of, ...both]): [Somebody, Somebody][] => {
      const [one, other] = both.map((name) => this.persons.get(name))
      if ((kind !== null && of !== kind) || !one?.isThere || !other?.isThere) return []
      const isWedding = of === 'e' && [one, other].every(({ roles }) => roles.includes('principal'))
      const is = of === 'p' ? 'enfants' : isWedding ? 'mariage' : 'autres'
      if (acts !== undefined && acts !== is) return []
      return [
        [one, other],
        [other, one],
      ]
    })
  }
}

type Test = (word: string) => boolean

const hasWord = (test: Test) => (read: Read) => read.has(test)

/** `*` any signs, `?` one. */
const fits = (pattern: string) => {
  const source = pattern.replace(/\*/g, '.*').replace(/\?/g, '.')
  const expression = new RegExp(`^${source}$`, 'u')
  return (word: string) => expression.test(word)
}

/** Every criterion filters but those that are words, names or an order. */
type FilterName = Exclude<
  CriterionName,
  'q' | 'nom' | 'prenom' | 'nom2' | 'prenom2' | 'actes' | 'mode' | 'role' | 'sauf' | 'tri' | Lived
>

/** A criterion without a plain filter does not compile. */
const FILTERS: { [N in FilterName]: (read: Read, asked: ModelFilters[N]) => boolean } = {
  type: ({ releve }, type) => releve.source.type === type,
  acte: ({ releve }, acte) => releve.source.acte === acte,
  lieu: ({ releve }, lieu) => releve.source.lieux.includes(lieu),
  section: ({ releve }, section) => releve.source.section === section,
  statut: ({ releve }, statut) => releve.source.statut === statut,
  source: ({ releve }, source) => releve.source.id === source,
  annee_debut: ({ iso, years: [first, last] }, year) => iso >= String(year) || (first < year && year <= last),
  annee_fin: ({ iso, years: [first] }, year) =>
    iso === '' ? first === Number.NEGATIVE_INFINITY : iso < String(year + 1),
}

const filter =
  <N extends FilterName>(name: N, { [name]: asked }: Partial<ModelFilters>) =>
  (read: Read): boolean =>
    asked === undefined || FILTERS[name](read, asked)

export class Model {
  readonly #all: Read[]
  /** Sounds are known of the names of all records, whoever sees them. */
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

  /** Does a person bear all these names? */
  #bearing(names: readonly ModelName[]): (person: Somebody) => boolean {
    const tests = names.map((name) => ({ ...name, parts: words(name.typed), test: this.#nameTest(name) }))
    return (person) =>
      tests.every(
        ({ kind, mode, parts, test }) =>
          [...person[kind]].some(test) ||
          (kind === 'nom' && mode === 'exact' && parts.length > 1 && parts.every((part) => person.nom.has(part))),
      )
  }

  /** One name, whoever bears it. */
  #anywhere(name: ModelName): (read: Read) => boolean {
    const [test, parts] = [this.#nameTest(name), words(name.typed)]
    const isWhole = name.kind === 'nom' && name.mode === 'exact' && parts.length > 1
    return (read) => {
      const lists = read.nameFields.filter(({ kind }) => kind === name.kind).map(({ list }) => list)
      return lists.some((list) => list.some(test)) || (isWhole && read.hasSide(parts, lists))
    }
  }

  /** One person who bears all these names and traits. */
  #person(query: ModelQuery): (read: Read) => boolean {
    const { names, names2 = [], actes, lived = [], role } = query
    const isBearer = this.#bearing(names)
    const told = query.words.flatMap((word) => ('champ' in word && this.#isOfPerson(word, query) ? [word] : []))
    const hasTraits = (person: Somebody) =>
      told.every(({ champ, mot }) => champ !== 'lieu' && person[champ].has(mot)) &&
      lived.every(({ trait, lieux }) => person.lived.some((one) => one.trait === trait && lieux.includes(one.lieu)))
    const is = (person: Somebody) => isBearer(person) && hasTraits(person)
    const isNone = names.length + told.length + lived.length === 0
    if (names2.length > 0 && !isNone) {
      const isOther = this.#bearing(names2)
      return (read) =>
        read
          .couples(null, actes)
          .some(([one, other]) => (role === null || one.roles.includes(role)) && is(one) && isOther(other))
    }
    const asked = isNone ? names2 : names
    const [only, ...more] = asked
    if (only === undefined && isNone) return () => true
    if (only && more.length === 0 && role === null && told.length + lived.length === 0) return this.#anywhere(only)
    const bears = isNone ? this.#bearing(names2) : is
    return (read) => read.someone(role, bears)
  }

  /** A profession or an age is that of the person asked for; without names a profession is anybody's. */
  #isOfPerson({ champ }: Extract<ModelWord, { champ: string }>, { names, names2 = [] }: ModelQuery): boolean {
    return champ === 'age' || (champ === 'profession' && names.length + names2.length > 0)
  }

  /** First names then surname, or the other way round. */
  #fullName(parts: readonly string[], read: Read): boolean {
    const named = (prenoms: readonly string[], nom: readonly string[]) =>
      read.someone(
        null,
        this.#bearing([
          ...prenoms.map((typed): ModelName => ({ kind: 'prenom', typed, mode: 'exact' })),
          { kind: 'nom', typed: nom.join(' '), mode: 'exact' },
        ]),
      )
    return parts.slice(1).some((_part, index) => {
      const [head, tail] = [parts.slice(0, index + 1), parts.slice(index + 1)]
      return named(head, tail) || named(tail, head)
    })
  }

  /** All words of one role are those of one person; father and mother are parents of one person. */
  #roles(asked: readonly ModelWord[]): (read: Read) => boolean {
    const byRole = new Map<SearchRole, string[]>()
    for (const one of asked) if ('role' in one) byRole.set(one.role, [...(byRole.get(one.role) ?? []), one.mot])
    const is = (person: Somebody, role: SearchRole) =>
      person.roles.includes(role) &&
      (byRole.get(role) ?? []).every((mot) => person.nom.has(mot) || person.prenom.has(mot))
    const areParents = byRole.has('pere') && byRole.has('mere')
    const alone = [...byRole.keys()].filter((role) => !areParents || (role !== 'pere' && role !== 'mere'))
    return (read) =>
      alone.every((role) => read.someone(role, (person) => is(person, role))) &&
      (!areParents || read.couples('p').some(([one, other]) => is(one, 'pere') && is(other, 'mere')))
  }

  #word(asked: ModelWord): (read: Read) => boolean {
    if ('suite' in asked) return (read) => read.hasSide(asked.suite)
    if ('phrase' in asked) return (read) => read.hasSide(asked.phrase) || this.#fullName(asked.phrase, read)
    if ('debut' in asked) return hasWord((word) => word.startsWith(asked.debut))
    if ('motif' in asked) return hasWord(fits(asked.motif))
    if ('couple' in asked) {
      const [one, other] = asked.couple.map((typed) => this.#bearing([{ kind: 'nom', typed, mode: 'exact' }]))
      return (read) => read.couples(asked.of).some(([a, b]) => one?.(a) === true && other?.(b) === true)
    }
    if ('champ' in asked) {
      const { champ, mot } = asked
      return champ === 'age' ? () => true : (read) => read.said[champ].has(mot)
    }
    if ('sonore' in asked) {
      const kinds = (['nom', 'prenom'] as const).map((kind) => ({ kind, test: this.#alike(kind, asked.sonore) }))
      return (read) => kinds.some(({ kind, test }) => read.someone(null, (person) => [...person[kind]].some(test)))
    }
    return 'mot' in asked && !('role' in asked) ? hasWord((word) => word === asked.mot) : () => true
  }

  #passes(query: ModelQuery): ((read: Read) => boolean)[] {
    const filters = (Object.keys(FILTERS) as FilterName[]).map((name) => filter(name, query))
    return [...query.words.map((word) => this.#word(word)), this.#roles(query.words), this.#person(query), ...filters]
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
