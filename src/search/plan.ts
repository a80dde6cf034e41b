import { allOf, anyOf, isNever, NEVER, type SearchExpr } from '../db/dialect/index.ts'
import type { Remember } from '../db/remember.ts'
import type { Db } from '../db/schema.ts'
import { couple } from './couples.ts'
import { termsFrom, termsLike } from './dictionary.ts'
import type { Clause, NameClause, Question } from './language.ts'
import { livedIn } from './lived.ts'
import { anyNameMark, fieldMark, type MarkedField, markedWord, type NameKind, type SearchRole } from './marks.ts'
import { measured } from './measure.ts'
import { anyName, fullNames, MAX_PRODUCT, person } from './names.ts'
import { reaching } from './reach.ts'
import { type Choice, leaf, type NameChoice, prefixLeaf, type Wish } from './slots.ts'
import { type AskedField, hasStar } from './tokens.ts'
import { type IndexUse, indexUse } from './use.ts'
import { type OneSpelling, type PlacedQuestion, type Sounding, Wording } from './wording.ts'

/** Words between quotes that may be a person's full name. */
const MAX_FULL_NAME = 4

/** The results mark these. */
export interface Highlights {
  words: ReadonlySet<string>
  prefixes: readonly string[]
}

/** A question in words of the index. */
export interface Plan {
  /** undefined where nothing was asked. */
  expr: SearchExpr | undefined
  /** In words of the index of before. */
  isFormer: boolean
  highlights: Highlights
  /** Patterns that fit more words than are searched. */
  cut: string[]
  sounding: Sounding[]
  /** Ids of the lines of spelling that had a say. */
  lines: number[]
  /** Holds of earlier records that reach the year: see `SearchQuery`. */
  reaching(year: number): Promise<SearchExpr | undefined>
  /** Does some date reach a year after its first one? */
  hasReach: boolean
}

/** A place is that of the act; a profession may be asked for without a name, and then stand outside of any person. */
const isOfAnybody = (field: AskedField, { names, names2 }: Question): field is MarkedField =>
  field === 'lieu' || (field === 'profession' && names.length + names2.length === 0)

/** Makes an expression of each clause. */
class Planner {
  readonly #db: Db
  readonly #use: IndexUse
  readonly wording: Wording

  constructor(db: Db, use: IndexUse, wording: Wording) {
    this.#db = db
    this.#use = use
    this.wording = wording
  }

  /** Words of any text. */
  async text({ words, how }: Extract<Clause, { what: 'words' }>): Promise<SearchExpr> {
    if (how === 'joined' || (how === 'phrase' && words.length > 1)) {
      this.wording.mark(...words)
      const phrase = leaf('tout', words)
      return how === 'phrase' && words.length <= MAX_FULL_NAME
        ? anyOf([phrase, ...fullNames(words, this.#use)])
        : phrase
    }
    if (how === 'sound' && !words.some(hasStar)) return this.#anySound(words)
    const found = await this.wording.word(words[0] ?? '', (pattern) => termsLike(this.#db, pattern))
    return anyOf([
      ...found.words.map((word) => leaf('tout', [word])),
      ...(found.prefix === undefined ? [] : [prefixLeaf('tout', found.prefix)]),
    ])
  }

  /** Nobody said which kind of name a word is: it may sound like a surname or like a first name. */
  async #anySound(words: string[]): Promise<SearchExpr> {
    const typed = words.join(' ')
    const [noms, prenoms] = [
      await this.wording.alike({ kind: 'nom', words, typed }),
      await this.wording.alike({ kind: 'prenom', words, typed }),
    ]
    const longer = noms.length > prenoms.length ? noms : prenoms
    const wanted = longer.map(({ typed: name }, at) => {
      const both = (of: 'words' | 'added' | 'apart') => [
        ...new Set([noms[at], prenoms[at]].flatMap((one) => one?.[of] ?? [])),
      ]
      const sounding = { typed: name, words: both('words'), added: both('added'), apart: both('apart') }
      return new Set(this.wording.wanted(sounding))
    })
    const as = (kind: NameKind, alike: Sounding[]) =>
      person(
        alike.map((one, at) => [{ trait: kind, words: one.words.filter((word) => wanted[at]?.has(word)) }]),
        null,
        this.#use,
      ) ?? NEVER
    return anyOf([as('nom', noms), as('prenom', prenoms)])
  }

  async #role({ word }: Extract<Clause, { what: 'role' }>): Promise<Wish> {
    return anyName(await this.wording.word(word, (pattern) => termsLike(this.#db, pattern)))
  }

  /** All words of one role are those of one person; father and mother are those of one child. */
  async #roles(clauses: readonly Clause[]): Promise<SearchExpr[]> {
    const asked = new Map<SearchRole, Wish[]>()
    for (const one of clauses)
      if (one.what === 'role') asked.set(one.role, [...(asked.get(one.role) ?? []), await this.#role(one)])
    const [father, mother] = [asked.get('pere'), asked.get('mere')]
    const parents =
      father && mother && couple({ one: father, other: mother, kind: 'p', roles: ['pere', 'mere'] }, this.#use)
    const others = [...asked].filter(([role]) => !parents || (role !== 'pere' && role !== 'mere'))
    return [...(parents ? [parents] : []), ...others.map(([role, wishes]) => person(wishes, role, this.#use) ?? NEVER)]
  }

  async #field(field: MarkedField, word: string): Promise<SearchExpr> {
    const found = await this.wording.word(word, (pattern) => termsLike(this.#db, pattern))
    const mark = (one: string, of: MarkedField = field) => fieldMark(of, one)
    const list: SearchExpr[] = found.words.map((one) => leaf('tout', [mark(one)]))
    return anyOf(found.prefix === undefined ? list : [...list, prefixLeaf('tout', mark(found.prefix))])
  }

  async #trait({ field, word }: Extract<Clause, { what: 'field' }>): Promise<Wish> {
    const trait = field === 'age' ? field : 'profession'
    return [{ trait, ...(await this.wording.word(word, (pattern) => termsLike(this.#db, pattern))) }]
  }

  /** Surnames that begin so, one by one where they are few: with the first names they make pairs. */
  async #spelledOut(choices: readonly NameChoice[]): Promise<Wish[]> {
    const list: Wish[] = []
    for (const choice of choices) {
      const { trait, prefix } = choice
      const isPaired = trait === 'nom' && prefix !== undefined && choices.length > 1
      const terms = isPaired ? (await termsFrom(this.#db, anyNameMark(trait, prefix))).terms : undefined
      const isFew = terms !== undefined && terms.length <= MAX_PRODUCT / 2
      list.push([isFew ? { trait, words: terms.map((term) => markedWord(term) ?? term) } : choice])
    }
    return list
  }

  async #person(names: readonly NameClause[]): Promise<Wish[]> {
    const choices: NameChoice[] = []
    for (const name of names) choices.push(...(await this.wording.names(name)))
    return this.#spelledOut(choices)
  }

  /** Nothing for the surname that an act does not tell. */
  async #surname(nom: NameClause): Promise<Wish[]> {
    return nom.words.length === 0 ? [] : this.#person([nom])
  }

  /** One couple by its surnames, of which one may be left open. */
  async #couple({ kind, noms: [first, second] }: Extract<Clause, { what: 'couple' }>): Promise<SearchExpr> {
    const one = await this.#surname(first)
    if (second) return couple({ one, other: await this.#surname(second), kind }, this.#use)
    const roles = kind === 'p' ? (['pere', 'mere'] as const) : [null]
    return anyOf(roles.map((role) => person(one, role, this.#use) ?? NEVER))
  }

  /** Profession, age and places are those of the person whose names are asked for; without names, of anybody. */
  async #traits(question: Question): Promise<Wish[]> {
    const { clauses, lived } = question
    const wishes: Wish[] = []
    for (const one of clauses)
      if (one.what === 'field' && !isOfAnybody(one.field, question)) wishes.push(await this.#trait(one))
    for (const { trait, id } of lived) {
      const words = await livedIn(this.#db, trait, id)
      wishes.push([{ trait, words } satisfies Choice])
    }
    return wishes
  }

  async #persons(question: Question): Promise<SearchExpr[]> {
    const { names, names2, actes, role } = question
    const one = [...(await this.#person(names)), ...(await this.#traits(question))]
    const other = await this.#person(names2)
    if (one.length > 0 && other.length > 0)
      return [
        couple(
          { one, other, acts: actes ?? undefined, ...(role !== null && { roles: [role, null] as const }) },
          this.#use,
        ),
      ]
    const somebody = person(one.length > 0 ? one : other, role, this.#use)
    return somebody ? [somebody] : []
  }

  async all(question: Question): Promise<SearchExpr | undefined> {
    const parts: SearchExpr[] = []
    for (const one of question.clauses) {
      if (one.what === 'words') parts.push(await this.text(one))
      else if (one.what === 'field' && isOfAnybody(one.field, question))
        parts.push(await this.#field(one.field, one.word))
      else if (one.what === 'couple') parts.push(await this.#couple(one))
    }
    return allOf([...parts, ...(await this.#roles(question.clauses)), ...(await this.#persons(question))])
  }
}

/** Turns a question into an expression of the index, by the words met in the archive. */
export async function planOf(
  db: Db,
  question: PlacedQuestion,
  { only, remember }: { only?: OneSpelling; remember?: Remember } = {},
): Promise<Plan> {
  const use = await indexUse(db, remember)
  const wording = new Wording(db, question, only)
  const raw = await new Planner(db, use, wording).all(question)
  const expr = raw === undefined || isNever(raw) ? raw : await measured(db, raw, use, remember)
  const { words, prefixes, cut, sounding, lines } = wording
  return {
    ...{ expr, isFormer: use.isFormer, highlights: { words, prefixes }, cut, sounding, lines },
    ...{ hasReach: use.hasReach, reaching: (year) => reaching(db, use, year) },
  }
}
