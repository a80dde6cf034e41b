import { isChoiceField, isDateField, isNumberField } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { fold } from '../../../lib/text.ts'
import { type ForeignAct, textOf } from './act.ts'
import { type actDate, readForeignDate } from './dates.ts'
import { takeFacts, takeLines } from './facts.ts'
import { columnLabel } from './labels.ts'
import type { Fact, Pairing } from './mapping.ts'
import { deedOf } from './sigles.ts'

/** An act as the cells of a source type, by name of field. */
export interface ActCells {
  cells: Record<string, string>
  etats: Record<string, string>
  warnings: string[]
  /** The labels of what went to the notes. */
  noted: string[]
}

/** A column of the file, and where its text goes in the type at hand. */
export interface Step {
  column: string
  pair: Pairing | undefined
  label: string
}

const DATE = 'date_evenement'
const NOTES = 'notes'
const NUMBER = /^[0-9]{1,15}$/
const NAME = /^(?:pre)?nom(?:_|$)/
const UNREADABLE = /^\(?(?:illisible|ill\.)\)?$/i
const WITNESS = /^temoin_([1-4])_/

/** One act on its way. */
export class Reading {
  readonly #champs: Map<string, Champ>
  readonly #act: ForeignAct
  readonly #cells: Record<string, string> = {}
  readonly #etats: Record<string, string> = {}
  readonly #notes: string[] = []
  readonly #noted: string[] = []
  readonly #warnings: string[]
  #general = ''

  constructor(champs: Map<string, Champ>, act: ForeignAct) {
    this.#champs = champs
    this.#act = act
    this.#warnings = [...act.warnings]
  }

  date(date: ReturnType<typeof actDate> & { ok: true }): void {
    if (date.cell !== '' && this.#champs.has(DATE)) this.#cells[DATE] = date.cell
    else if (date.cell !== '') this.#note('Date', date.cell)
    if (date.warning !== undefined) this.#warnings.push(date.warning)
    if (date.rest !== undefined) this.#note('Date', date.rest)
    if (date.republican !== undefined) this.#note(columnLabel('date_republicaine'), date.republican)
  }

  take({ column, pair, label }: Step, value: string): void {
    const witness = pair?.into === undefined ? null : WITNESS.exec(column)
    if (column === 'commentaire_general') this.#takeGeneral(value, pair)
    else if (column === 'sigle' && pair?.field) this.#takeDeed(pair.field, value)
    else if (column === 'libelle') this.#takeLibelle(pair, value)
    else if (witness) this.#takeWitness(pair?.into ?? '', Number(witness[1]), column)
    else this.#takeComment(value, pair, label)
  }

  #takeComment(value: string, pair: Pairing | undefined, label: string): void {
    const told = takeFacts(value, this.#free(pair?.facts), this.#cells[DATE] ?? '')
    this.#putAll(told.fields, label)
    if (told.rest === '') return
    if (pair?.field) this.#put(pair.field, told.rest, label)
    else if (pair?.into) this.#append(pair.into, `${label}\u00a0: ${told.rest}`, ', ')
    else this.#note(label, told.rest)
  }

  /** A field that has its value already leaves what else is said of it in the comment. */
  #free(facts: readonly Fact[] = []): readonly Fact[] {
    return facts.every(({ field }) => this.#cells[field] === undefined)
      ? facts
      : facts.filter(({ field }) => this.#cells[field] === undefined)
  }

  #takeGeneral(value: string, pair: Pairing | undefined): void {
    const told = takeLines(value, this.#free(pair?.facts))
    this.#putAll(told.fields, columnLabel('commentaire_general'))
    this.#general = told.rest
  }

  #takeDeed(field: string, sigle: string): void {
    const deed = deedOf(sigle, textOf(this.#act, 'libelle'))
    const options = this.#champs.get(field)?.options ?? []
    if (deed !== undefined && options.includes(deed)) this.#cells[field] = deed
    // Our own files say so of a deed that is none of these.
    else if (!/^div\.?$/i.test(sigle)) this.#note(columnLabel('sigle'), sigle)
  }

  #takeLibelle(pair: Pairing | undefined, libelle: string): void {
    const type = this.#champs.get('type_acte')
    const deed = this.#cells.type_acte ?? deedOf('', libelle)
    if (type && this.#cells.type_acte === undefined)
      this.#cells.type_acte = deed !== undefined && type.options.includes(deed) ? deed : 'autre'
    if (fold(libelle) === this.#cells.type_acte) return
    if (pair?.into) this.#append(pair.into, libelle, '\n')
    else this.#note(columnLabel('libelle'), libelle)
  }

  /** A line for each of the witnesses of a deed, once, at the first of its columns. */
  #takeWitness(into: string, n: number, column: string): void {
    const parts = ['nom', 'prenom', 'commentaire'].map((part) => `temoin_${n}_${part}`)
    if (parts.find((part) => textOf(this.#act, part) !== '') !== column) return
    const [nom = '', prenom = '', comment = ''] = parts.map((part) => textOf(this.#act, part))
    const name = [nom, prenom].filter((part) => part !== '').join(' ')
    this.#append(into, [name, comment].filter((part) => part !== '').join(', '), '\n')
  }

  #putAll(fields: Record<string, string>, label: string): void {
    for (const [field, text] of Object.entries(fields)) this.#put(field, text, label)
  }

  #put(field: string, text: string, label: string): void {
    const champ = this.#champs.get(field)
    if (!champ) this.#note(label, text)
    else if (isDateField(champ)) this.#putDate(field, text, label)
    else if (isChoiceField(champ)) this.#putChoice(champ, text, label)
    else if (isNumberField(champ) && !NUMBER.test(text)) this.#note(label, text)
    else if (UNREADABLE.test(text) && NAME.test(field)) this.#etats[field] = 'illisible'
    else this.#putText(field, text)
  }

  #putText(field: string, text: string): void {
    const isDoubtful = NAME.test(field) && text.includes('?')
    if (isDoubtful) this.#etats[field] = 'douteux'
    const [, sure] = isDoubtful ? (/^(.*?)\s*\(\?\)$/.exec(text) ?? []) : []
    this.#cells[field] = sure || text
  }

  #putDate(field: string, text: string, label: string): void {
    const read = readForeignDate(text)
    const isKept = read.ok && read.rest === undefined
    if (isKept && read.cell !== '') this.#cells[field] = read.cell
    if (isKept) return
    this.#note(label, text)
    this.#warnings.push(
      `${label}\u00a0: «\u00a0${text}\u00a0» n’est pas une date que ce champ peut tenir\u00a0; elle va dans les notes.`,
    )
  }

  #putChoice({ nom, options }: Champ, text: string, label: string): void {
    const option = options.find((one) => fold(one) === fold(text) || one === text)
    if (option !== undefined) this.#cells[nom] = option
    else if (!/^[?\s]*$/.test(text)) this.#note(label, text)
    if (option === undefined && options.includes('?')) this.#cells[nom] = '?'
  }

  #append(field: string, text: string, between: string): void {
    const before = this.#cells[field]
    this.#cells[field] = before === undefined ? text : `${before}${between}${text}`
  }

  #note(label: string, text: string): void {
    this.#noted.push(label)
    this.#notes.push(`${label}\u00a0: ${text}`)
  }

  end(required: readonly Champ[]): ActCells {
    const notes = [this.#general, ...this.#notes].filter((line) => line !== '').join('\n')
    if (notes !== '' && this.#champs.has(NOTES)) this.#append(NOTES, notes, '\n')
    else if (notes !== '') this.#warnings.push(`Ce type de source n’a pas de champ «\u00a0Notes\u00a0»\u00a0: ${notes}`)
    for (const champ of required) this.#require(champ)
    return { cells: this.#cells, etats: this.#etats, warnings: this.#warnings, noted: this.#noted }
  }

  /** Acts of others may lack what a field of ours must have: the state says that they do. */
  #require(champ: Champ): void {
    const { nom, options } = champ
    if (this.#cells[nom] !== undefined || this.#etats[nom] !== undefined) return
    const unsaid = isChoiceField(champ) ? options.find((option) => option === '?' || option === 'autre') : undefined
    if (unsaid === undefined) this.#etats[nom] = 'absent'
    else this.#cells[nom] = unsaid
  }
}
