import { BOM, unguard } from '../../../../lib/csv.ts'
import { detectSeparator, LineSplitter, RecordReader } from '../../../../lib/csv-reader.ts'
import { addressProblem, hasTooManyPlaces, PLACES } from '../../../vues/rules/address.ts'
import type { LinkRule } from './rule.ts'

/** The columns of a file of rules; the last one only informs. */
export const RULE_COLUMNS = ['ancien', 'nouveau', 'registre', 'nouveau_registre', 'appliquee_le'] as const

/** A rule of the file, with the new names of registers that it goes by. */
export interface FileRule extends LinkRule {
  answers: Map<string, string>
}

const LONGEST = 2000
const NO_HEADER =
  'Ce fichier n’a pas les colonnes d’un fichier de règles\u00a0: ancien, nouveau, registre, nouveau_registre.'
const EMPTY = 'Ce fichier ne contient aucune règle.'

const isPattern = (text: string): boolean =>
  text.length <= LONGEST &&
  addressProblem(text) === undefined &&
  !hasTooManyPlaces(text) &&
  !/[{}]/.test(text.replace(PLACES, ''))

interface FileLine {
  ligne: number
  cells: string[]
}

/** The lines of the file that hold something; a line that is no CSV has no cells. */
function linesOf(text: string): FileLine[] {
  const splitter = new LineSplitter()
  const lines = [...splitter.push(text.replace(BOM, '')), ...splitter.end()]
  const reader = new RecordReader(detectSeparator(lines[0] ?? ''))
  const records = [...reader.push(lines), ...reader.end()]
  return records.flatMap((record) => {
    if ('problem' in record) return [{ ligne: record.ligne, cells: [] }]
    return record.isBlank ? [] : [{ ligne: record.ligne, cells: record.cells.map((cell) => unguard(cell.trim())) }]
  })
}

function lineProblem(ancien: string, nouveau: string, registre: string, renamed: string): string | undefined {
  if (!isPattern(ancien)) return 'l’ancien modèle n’est pas une adresse.'
  if (!isPattern(nouveau)) return 'le nouveau modèle n’est pas une adresse.'
  if ((registre === '') !== (renamed === '')) return 'il manque un registre, ou son nouvel identifiant.'
  if (/[\p{Cc}\p{Cs}]/u.test(registre + renamed)) return 'un identifiant contient un signe qui ne s’écrit pas.'
  return ancien === nouveau && registre === '' ? 'les deux modèles sont les mêmes.' : undefined
}

/** Reads a file of rules, or says what is wrong with it. */
export function readRules(text: string): { rules: FileRule[] } | { problem: string } {
  const [header, ...lines] = linesOf(text)
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? []
  const places = RULE_COLUMNS.slice(0, 4).map((name) => names.indexOf(name))
  if (places.includes(-1)) return { problem: NO_HEADER }
  const rules = new Map<string, FileRule>()
  for (const { ligne, cells } of lines) {
    const [ancien = '', nouveau = '', registre = '', renamed = ''] = places.map((at) => cells[at] ?? '')
    const problem = lineProblem(ancien, nouveau, registre, renamed)
    if (problem !== undefined) return { problem: `Ligne ${ligne}\u00a0: ${problem}` }
    const par_registre = registre !== ''
    const key = JSON.stringify([ancien, nouveau, par_registre])
    const rule = rules.get(key) ?? { ancien, nouveau, par_registre, answers: new Map<string, string>() }
    if ((rule.answers.get(registre) ?? renamed) !== renamed)
      return { problem: `Ligne ${ligne}\u00a0: ce registre a déjà un autre identifiant plus haut.` }
    if (par_registre) rule.answers.set(registre, renamed)
    rules.set(key, rule)
  }
  return rules.size === 0 ? { problem: EMPTY } : { rules: [...rules.values()] }
}
