import { composed, plural } from '../../../lib/text.ts'
import { ANCESTRIS_V5, isActLetter } from '../rules/columns.ts'
import { type ActFormat, type ReadLine, tooFew, tooMany, wrongLetter } from './format.ts'

type Cell = (column: string) => string

const labelled = (label: string, text: string): string => (text === '' ? '' : `${label}\u00a0: ${text}`)
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ')
const DEAD: Record<string, string> = { DEAD: 'décédé', ALIVE: 'vivant' }

/** A comment says what Nimègue has no column for, in the order in which our own reading of comments expects it. */
const comment = (cell: Cell, who: string): string =>
  joined(
    DEAD[cell(`${who}Dead`)] ?? '',
    ageOf(cell(`${who}Age`)),
    cell(`${who}Comment`),
    labelled('Domicile', joined(cell(`${who}Address`), cell(`${who}Residence`))),
  )

const ageOf = (age: string): string => (/^[0-9]+$/.test(age) ? plural(Number(age), 'an', 'ans') : age)

function kin(cell: Cell, who: string, column: string): Record<string, string> {
  return {
    [`${column}nom`]: cell(`${who}LastName`),
    [`${column}prenom`]: cell(`${who}FirstName`),
    [`${column}commentaire`]: comment(cell, who),
    [`${column}profession`]: cell(`${who}Occupation`),
  }
}

function person(cell: Cell, who: string, column: string): Record<string, string> {
  return {
    [`${column}nom`]: cell(`${who}LastName`),
    [`${column}prenom`]: cell(`${who}FirstName`),
    [`${column}sexe`]: cell(`${who}Sex`),
    [`${column}origine`]: joined(cell(`${who}BirthAddress`), cell(`${who}BirthPlace`)),
    [`${column}naissance`]: cell(`${who}BirthDate`),
    [`${column}age`]: cell(`${who}Age`),
    [`${column}commentaire`]: joined(
      cell(`${who}Comment`),
      labelled('Domicile', joined(cell(`${who}Address`), cell(`${who}Residence`))),
    ),
    [`${column}profession`]: cell(`${who}Occupation`),
  }
}

const around = (cell: Cell, who: string, column: string, former: string): Record<string, string> => ({
  ...person(cell, who, column),
  ...kin(cell, `${who}Married`, `${column}${former}`),
  ...kin(cell, `${who}Father`, `${column}pere_`),
  ...kin(cell, `${who}Mother`, `${column}mere_`),
})

const witnesses = (cell: Cell): Record<string, string> =>
  Object.assign(
    {},
    ...[1, 2, 3, 4].map((n) => ({
      [`temoin_${n}_nom`]: cell(`Witness${n}LastName`),
      [`temoin_${n}_prenom`]: cell(`Witness${n}FirstName`),
      [`temoin_${n}_commentaire`]: joined(cell(`Witness${n}Occupation`), cell(`Witness${n}Comment`)),
    })),
  )

const SECOND: Record<string, string> = { N: '', M: 'epouse_', D: '', V: 'second_' }

/** Lines of the general comment that say what has no column, under the labels that our reading knows. */
const general = (cell: Cell): string =>
  [
    cell('GeneralComment'),
    labelled('Paroisse', cell('Parish')),
    labelled('notaire', cell('Notary')),
    labelled('Seconde date', cell('SecondDate')),
  ]
    .filter((line) => line !== '')
    .join('\n')

const AT = new Map(ANCESTRIS_V5.map((column, index) => [column, index]))

function read(cells: string[]): ReadLine {
  const cell: Cell = (column) => composed(cells[AT.get(column) ?? -1]?.trim() ?? '')
  const letter = cell('Type')
  if (letter === 'N/M/D/V') return { aside: '' }
  if (!isActLetter(letter)) return { refused: wrongLetter(letter) }
  const wanted = ANCESTRIS_V5.length
  if (cells.length < wanted) return { refused: tooFew(letter, cells.length, wanted) }
  if (cells.slice(wanted).some((text) => text.trim() !== '')) return { refused: tooMany(letter, cells.length, wanted) }
  const second = SECOND[letter] ?? ''
  const all: Record<string, string> = {
    ...{ commune: cell('CityName'), code_insee: cell('CityCode'), departement: cell('County') },
    ...{ date: cell('EventDate'), cote: cell('Cote'), libre: cell('FreeComment') },
    ...{ libelle: cell('EventTypeTag') || cell('EventTypeName'), commentaire_general: general(cell) },
    ...around(cell, 'Indi', '', letter === 'D' ? 'conjoint_' : 'ex_'),
    ...(second === '' ? {} : around(cell, 'Wife', second, 'ex_')),
    ...witnesses(cell),
  }
  if (letter !== 'V') delete all.libelle
  const values = Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))
  return { act: { lettre: letter, values, warnings: [] } }
}

/** Ancestris' own file, which says more than Nimègue: domiciles, who is dead, ages of parents, a second date. */
export const ancestrisV5: ActFormat = { cle: 'ANCESTRISV5', nom: 'Ancestris (relevé V5)', isQuoted: true, read }
