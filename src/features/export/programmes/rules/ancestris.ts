import { ANCESTRIS_V5 } from '../../../echanges/rules/columns.ts'
import { withoutZeros } from './dates.ts'
import { type Placed, type PlacedType, slotText } from './placed.ts'
import type { Envelope } from './texts.ts'

/** The persons of Nimègue and of Ancestris, by how their columns begin. */
const PERSONS: readonly (readonly [string, string])[] = [
  ['', 'Indi'],
  ['ex_', 'IndiMarried'],
  ['conjoint_', 'IndiMarried'],
  ['pere_', 'IndiFather'],
  ['mere_', 'IndiMother'],
  ['epouse_', 'Wife'],
  ['epouse_ex_', 'WifeMarried'],
  ['epouse_pere_', 'WifeFather'],
  ['epouse_mere_', 'WifeMother'],
  ['second_', 'Wife'],
  ['second_ex_', 'WifeMarried'],
  ['second_pere_', 'WifeFather'],
  ['second_mere_', 'WifeMother'],
  ...[1, 2, 3, 4].map((n) => [`temoin_${n}_`, `Witness${n}`] as const),
]

const PARTS: readonly (readonly [string, string])[] = [
  ['nom', 'LastName'],
  ['prenom', 'FirstName'],
  ['sexe', 'Sex'],
  ['origine', 'BirthPlace'],
  ['age', 'Age'],
  ['profession', 'Occupation'],
]

const KNOWN: ReadonlySet<string> = new Set(ANCESTRIS_V5)

type Cells = Record<string, string>

/** Some of what a comment says of the person has a column of its own here. */
function fromComment(cells: Cells, person: string, slot: NonNullable<ReturnType<Placed['slots']['get']>>): void {
  const left = slot.segments.filter(({ fact, value, text }) => {
    const day = / le (\S+)$/.exec(text)?.[1] ?? ''
    const own: Record<string, [string, string] | undefined> = {
      decede: [`${person}Dead`, 'DEAD'],
      age: [`${person}Age`, value],
      naissance: [`${person}BirthDate`, withoutZeros(day)],
      ...(fact.label === 'Domicile' && { label: [`${person}Residence`, value] as [string, string] }),
    }
    const [column, written] = own[fact.as] ?? []
    if (column === undefined || written === undefined || !KNOWN.has(column)) return true
    cells[column] = written
    return false
  })
  const comment = slotText({ own: slot.own, segments: left })
  if (comment !== '') cells[`${person}Comment`] = comment
}

function person(cells: Cells, placed: Placed, prefix: string, name: string): void {
  for (const [part, column] of PARTS) {
    const text = slotText(placed.slots.get(`${prefix}${part}`))
    if (text !== '' && KNOWN.has(`${name}${column}`)) cells[`${name}${column}`] = text
  }
  const birth = slotText(placed.slots.get(`${prefix}naissance`))
  if (birth !== '') cells[`${name}BirthDate`] = withoutZeros(birth)
  const comment = placed.slots.get(`${prefix}commentaire`)
  if (comment) fromComment(cells, name, comment)
}

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(';')}\r\n`

/** The line of titles, whose eighth tells that it is one. */
export const ancestrisHeader = (): string =>
  lineOf(ANCESTRIS_V5.map((column) => (column === 'Key' ? 'ANCESTRISV5' : column === 'Type' ? 'N/M/D/V' : column)))

const GENDERED: ReadonlySet<string> = new Set(['M', 'F'])

/** An act in the hundred columns of Ancestris: nothing is cut, signs stay, a Republican date says so in the comment. */
export function ancestrisLine(placed: Placed, type: PlacedType, { where, cote, lettre }: Envelope): string {
  const at = (column: string) => slotText(placed.slots.get(column))
  const kind = lettre === 'V' ? at('libelle') || type.nom : ''
  const republican = at('date_republicaine')
  const cells: Cells = {
    ...{ Key: 'ANCESTRISV5', CityName: where.commune, CityCode: where.insee, County: where.departement },
    ...{ Country: where.pays === 'FRA' ? 'France' : '', Type: lettre, EventTypeTag: kind, EventTypeName: kind },
    ...{ EventDate: withoutZeros(at('date')), Cote: at('cote') || cote, FreeComment: at('libre') },
  }
  for (const [prefix, name] of PERSONS) person(cells, placed, prefix, name)
  for (const column of ['IndiSex', 'WifeSex']) if (!GENDERED.has(cells[column] ?? 'M')) cells[column] = ''
  const dated = republican === '' ? [] : [`Date républicaine : ${republican}`]
  const lines = [...placed.notes, ...dated, ...placed.others, ...placed.lines].map((line) => line.trim())
  cells.GeneralComment = [...new Set(lines)].filter((line) => line !== '').join(' | ')
  return lineOf(ANCESTRIS_V5.map((column) => cells[column] ?? ''))
}
