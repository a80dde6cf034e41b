import { champText, isChoiceField, storedValue } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import { isReserved } from '../../../../champs/reserved.ts'
import { etatOf } from '../../../../champs/states.ts'
import type { FieldState } from '../../../../db/schema.ts'
import type { DateValue } from '../../../../lib/dates.ts'
import type { Fact, Pairing } from '../../../echanges/rules/mapping.ts'
import { foreignDay, loneDay } from './dates.ts'
import { isPicture, isSaidWell, said } from './facts.ts'
import { giveBack } from './notes.ts'
import { type Act, type Choices, isDate, type Placed, type PlacedType, type Slot, type Trouble } from './placed.ts'
import { sigleOf } from './sigles.ts'
import { linesOf } from './signs.ts'

/** A view is either the name of a picture or its number: only one of its columns has it. */
const isElsewhere = ({ as }: Fact, text: string, hasValue: boolean): boolean => {
  if (as === 'photo') return !hasValue || !isPicture(text)
  return as === 'vue' && hasValue && isPicture(text)
}

const oneLine = (text: string): string => linesOf(text).join(' / ')
const flat = (text: string): string => linesOf(text).join(' ')

/** A line that says something of the publications or of a notary would be taken for their text. */
const ownLine = (line: string): string => (/^(bans|publications?|notaire|Me)\b/i.test(line) ? `- ${line}` : line)

class Placing {
  readonly placed: Placed = {
    ...{ slots: new Map(), notes: [], others: [], lines: [], remarks: [] },
    isDoubtful: false,
  }
  readonly #done = new Set<string>()
  readonly #act: Act
  readonly #type: PlacedType
  readonly #choices: Choices

  constructor(act: Act, type: PlacedType, choices: Choices) {
    this.#act = act
    this.#type = type
    this.#choices = choices
  }

  run(): Placed {
    const { mapping, champs } = this.#type
    for (const pair of mapping.pairs) this.#pair(pair)
    for (const champ of champs) if (!this.#done.has(champ.nom)) this.#other(champ)
    giveBack(this.placed, this.#type, this.#act, this.#choices.couper)
    return this.placed
  }

  #champ(nom: string | null): Champ | undefined {
    return nom === null ? undefined : this.#type.byName.get(nom)
  }

  #text = (champ: Champ): string => champText(champ, this.#act.data).trim()

  #slot(column: string): Slot {
    const slot = this.placed.slots.get(column) ?? { own: '', segments: [] }
    this.placed.slots.set(column, slot)
    return slot
  }

  #pair({ column, field, facts = [] }: Pairing): void {
    const champ = this.#champ(field)
    if (champ) this.#field(column, champ)
    for (const fact of facts) {
      const about = this.#champ(fact.field)
      if (about) this.#fact(column, fact, about)
    }
  }

  #field(column: string, champ: Champ): void {
    this.#done.add(champ.nom)
    const value = storedValue(this.#act.data, champ.nom)
    if (column === 'commentaire_general') this.#notes(champ)
    else if (isDate(value)) this.#date(column, champ, value)
    else if (column === 'sigle') this.#deed(champ)
    else this.#slot(column).own = this.#marked(champ, flat(this.#text(champ)))
  }

  #notes(champ: Champ): void {
    this.placed.notes.push(...this.#text(champ).split(/[\r\n]+/))
    this.#state(champ)
  }

  /** A kind of deed has a short and a long name. */
  #deed(champ: Champ): void {
    const text = this.#text(champ)
    this.#slot('sigle').own = sigleOf(text)
    this.#slot('libelle').own = text
    this.#state(champ)
  }

  #date(column: string, champ: Champ, value: DateValue): void {
    const isOfAct = column === 'date'
    const { day, republican, whole, isJulian, isShort } = isOfAct ? foreignDay(value) : loneDay(value)
    this.#slot(column).own = day
    if (isOfAct) this.#slot('date_republicaine').own = republican
    const text = this.#text(champ)
    if (whole !== undefined) this.#beside(champ, 'date', whole)
    if (isJulian) this.#remark('julien', champ, text, day)
    if (isShort) this.#remark('republicain', champ, text, republican)
    this.#state(champ)
  }

  /** A doubtful text says so behind it, unless it does already. */
  #marked(champ: Champ, text: string): string {
    const isText = typeof storedValue(this.#act.data, champ.nom) === 'string' && !isChoiceField(champ)
    if (etatOf(this.#act.etats, champ.nom) !== 'douteux' || !isText || text === '') {
      this.#state(champ)
      return text
    }
    this.placed.isDoubtful = true
    const written = text.includes('?') ? text : `${text} (?)`
    this.#remark('etat', champ, text, written)
    return written
  }

  /** A state that no column can show is a line of the general comment. */
  #state(champ: Champ): void {
    const etat = etatOf(this.#act.etats, champ.nom)
    if (etat === 'sur') return
    this.placed.isDoubtful ||= etat === 'douteux'
    const line = ownLine(`${champ.label} ${STATES[etat]}`)
    // An empty column says it of a field that every act has.
    if (!(etat === 'absent' && champ.required)) this.placed.others.push(line)
    this.#remark('etat', champ, this.#text(champ), line)
  }

  #fact(column: string, fact: Fact, champ: Champ): void {
    const text = this.#text(champ)
    const value = storedValue(this.#act.data, champ.nom)
    const hasValue = value !== undefined && text !== ''
    if (isElsewhere(fact, text, hasValue)) return
    this.#empty(champ)
    if (!hasValue) return
    if (isReserved(champ) && !this.#choices.mentions) this.#remark('retenu', champ, text, '')
    else this.#say(column, fact, champ, value)
  }

  /** Says a fact in its column where our reader finds it again, else in the general comment. */
  #say(column: string, fact: Fact, champ: Champ, value: unknown): void {
    const text = this.#text(champ)
    const phrase = said(fact, { column, value, text: oneLine(text), data: this.#act.data })
    // The day of a burial that is the day of the death says both.
    if (phrase === '') return
    if (phrase !== undefined && column === 'commentaire_general') this.placed.lines.push(phrase)
    else if (phrase !== undefined && isSaidWell(fact, phrase, value, text))
      this.#slot(column).segments.push({ fact, text: phrase, value: text, label: champ.label })
    else this.#general(champ, text)
  }

  #empty(champ: Champ): void {
    if (this.#done.has(champ.nom)) return
    this.#done.add(champ.nom)
    this.#state(champ)
  }

  #other(champ: Champ): void {
    const text = this.#text(champ)
    this.#state(champ)
    if (text === '') return
    if (isReserved(champ) && !this.#choices.mentions) this.#remark('retenu', champ, text, '')
    else this.#general(champ, text)
  }

  #general = (champ: Champ, text: string): void => this.#beside(champ, 'general', text)

  #beside(champ: Champ, kind: Trouble, text: string): void {
    const line = ownLine(`${champ.label} : ${oneLine(text)}`)
    this.placed.others.push(line)
    this.#remark(kind, champ, text, line)
  }

  #remark(kind: Trouble, { label }: Champ, value: string, written: string): void {
    this.placed.remarks.push({ kind, label, value, written })
  }
}

const STATES: Record<Exclude<FieldState, 'sur'>, string> = {
  douteux: '(lecture douteuse)',
  illisible: 'illisible',
  absent: '(absent de l’acte)',
}

/** Puts what an act says into columns; what has none goes to the general comment, or stays here where it is reserved. */
export const place = (act: Act, type: PlacedType, choices: Choices): Placed => new Placing(act, type, choices).run()
