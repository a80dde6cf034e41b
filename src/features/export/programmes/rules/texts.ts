import { type ActLetter, NIMEGUE_V3 } from '../../../echanges/rules/columns.ts'
import { columnLabel } from '../../../echanges/rules/labels.ts'
import type { Where } from '../../couverture/rules.ts'
import { type Choices, type Placed, type PlacedType, type Remark, type Slot, slotText } from './placed.ts'
import { inCp1252, linesOf } from './signs.ts'
import { ALWAYS_CUT, sizeOf } from './sizes.ts'

/** The file that an act goes into says where it was written. */
export interface Envelope {
  where: Where
  cote: string
  lettre: ActLetter
}

/** The cells of an act by the columns of Nimègue, PHOTOS among them, as they may stand in a file. */
export interface Cells {
  cells: Record<string, string>
  remarks: Remark[]
}

/** Nothing is to be done with such a text. */
const PLAIN = /^$|^[!-:<-~](?:[ -:<-~]*[!-:<-~])?$/

const WITHOUT_PLACE = 'Lieu inconnu'
const LABELS: Readonly<Record<string, string>> = { commune: 'Commune', departement: 'Département', cote: 'Cote' }
const labelOf = (column: string): string => LABELS[column] ?? columnLabel(column)

interface Rules {
  choices: Choices
  /** The format has a way to write `;` inside a text. */
  hasQuotes: boolean
}

class Writing {
  readonly remarks: Remark[]
  readonly #lettre: ActLetter
  readonly #rules: Rules
  /** Texts that were cut, whole. */
  readonly whole: string[] = []

  constructor(lettre: ActLetter, rules: Rules, remarks: Remark[]) {
    this.#lettre = lettre
    this.#rules = rules
    this.remarks = remarks
  }

  /** A comment that is too long gives what stands behind its labels, last first, to the general comment whole. */
  slot(column: string, slot: Slot): string {
    const segments = [...slot.segments]
    const text = () => slotText({ own: slot.own, segments })
    const size = sizeOf(this.#lettre, column)
    while (this.#rules.choices.couper && text().length > size) {
      const at = segments.findLastIndex(({ fact }) => fact.as === 'label')
      const [moved] = at === -1 ? [] : segments.splice(at, 1)
      if (moved === undefined) break
      this.#apart(moved.label, moved.value)
    }
    return text()
  }

  #apart(label: string, text: string): void {
    const line = `${label} : ${text}`
    this.whole.push(line)
    this.remarks.push({ kind: 'coupe', label, value: text, written: line })
  }

  cell(column: string, text: string): string {
    const written = PLAIN.test(text) ? text : this.#signs(labelOf(column), text)
    const size = sizeOf(this.#lettre, column)
    if (written.length <= size) return written
    const isCut = this.#rules.choices.couper || ALWAYS_CUT.has(column)
    if (!isCut) {
      this.#remark('long', column, text, written)
      return written
    }
    const cut = shortened(column, written, size)
    if (column !== 'commentaire_general') this.whole.push(`${labelOf(column)} : ${written}`)
    this.#remark('coupe', column, text, cut)
    return cut
  }

  /** The signs of a text as the file may hold them. */
  #signs(label: string, text: string): string {
    const plain = linesOf(text).join(' ')
    const apart = this.#rules.hasQuotes ? plain : plain.replaceAll(';', '.')
    if (apart !== plain) this.remarks.push({ kind: 'separateur', label, value: text, written: apart })
    const written = inCp1252(apart).trim()
    if (written !== apart.normalize('NFC')) this.remarks.push({ kind: 'signe', label, value: text, written })
    return written
  }

  #remark(kind: Remark['kind'], column: string, value: string, written: string): void {
    this.remarks.push({ kind, label: labelOf(column), value, written })
  }
}

/** A place loses what contains it, from the largest; any other text its end. */
function shortened(column: string, text: string, size: number): string {
  const end = column.endsWith('origine') ? text.lastIndexOf(', ', size) : -1
  return text.slice(0, end > 0 ? end : size).trim()
}

/** An act without the name that it is about would not be taken. */
function mainName(nom: string, { others }: Placed, { byName }: PlacedType): string {
  if (nom !== '') return nom
  const label = byName.get('nom')?.label
  return others.includes(`${label} illisible`) ? 'ILLISIBLE' : '?'
}

function envelopeCells({ where, cote, lettre }: Envelope): Record<string, string> {
  return {
    code_insee: where.insee,
    commune: where.commune === '' ? WITHOUT_PLACE : where.commune,
    code_departement: where.codeDepartement,
    departement: where.departement,
    type: lettre,
    cote,
  }
}

const VERIFY = ' A VERIFIER'

interface Line {
  placed: Placed
  type: PlacedType
  envelope: Envelope
}

/** The kind of a deed is never empty: Ancestris reads the sigle alone, ExpoActes demands the other. */
function deedCells(raw: Record<string, string>, { placed, type, envelope }: Line): void {
  if (envelope.lettre !== 'V' || raw.libelle) return
  const isDeed = placed.slots.has('sigle') || type.mapping.cle !== ''
  // A deed whose kind nobody could read is some other deed.
  raw.libelle = isDeed ? 'autre' : type.nom
  raw.sigle = 'DIV'
}

function sexCells(raw: Record<string, string>, { placed }: Line): void {
  for (const column of ['sexe', 'second_sexe'])
    if (placed.slots.has(column) && raw[column] !== 'M' && raw[column] !== 'F') raw[column] = '?'
}

/** The cells before they are looked at sign by sign. */
function rawCells(writing: Writing, line: Line, { verifier }: Choices): Record<string, string> {
  const { placed, type, envelope } = line
  const raw: Record<string, string> = envelopeCells(envelope)
  for (const column of [...NIMEGUE_V3[envelope.lettre], 'photos']) {
    const slot = placed.slots.get(column)
    const text = slot ? writing.slot(column, slot) : ''
    if (text !== '') raw[column] = text
  }
  raw.nom = mainName(raw.nom ?? '', placed, type)
  deedCells(raw, line)
  sexCells(raw, line)
  if (placed.isDoubtful && verifier) raw.cote = `${raw.cote}${VERIFY}`.trim()
  return raw
}

/** All cells of an act. `id`: that of the record, by which ExpoActes knows the act again. */
export function cellsOf(line: Line, { id, ...rules }: Rules & { id: number }): Cells {
  const { placed, envelope } = line
  const writing = new Writing(envelope.lettre, rules, [...placed.remarks])
  const cells: Record<string, string> = {}
  for (const [column, text] of Object.entries(rawCells(writing, line, rules.choices)))
    cells[column] = writing.cell(column, text)
  const general = [...placed.notes, ...placed.others, ...writing.whole, ...placed.lines]
  cells.commentaire_general = generalComment(writing, general)
  cells.id = String(id)
  return { cells, remarks: writing.remarks }
}

/** Its lines stand one behind the other, with the sign that ExpoActes leaves alone. */
function generalComment(writing: Writing, lines: readonly string[]): string {
  // An act that came back says some of them in its notes already.
  const kept = [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '')
  return kept.length === 0 ? '' : writing.cell('commentaire_general', kept.join('§'))
}
