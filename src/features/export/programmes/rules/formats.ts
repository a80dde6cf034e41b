import { fold } from '../../../../lib/text.ts'
import type { ActLetter } from '../../../echanges/rules/columns.ts'
import type { Where } from '../../couverture/rules.ts'
import { ancestrisHeader, ancestrisLine } from './ancestris.ts'
import type { Act, Choices, PlacedType, Remark } from './placed.ts'
import { place } from './placing.ts'
import { cp1252Bytes } from './signs.ts'
import { cellsOf, type Envelope } from './texts.ts'
import { backupLine, nimegueLine } from './writers.ts'

interface Line {
  line: string
  remarks: Remark[]
}

/** A format of other programs: what it is for, how an act is written, what its files are called. */
export interface ProgramFormat {
  cle: 'nimegue' | 'ea32' | 'ancestris'
  label: string
  aide: string
  extension: string
  mediaType: string
  /** Its files hold one place and one kind of act each. */
  isByPlace: boolean
  head: string
  bytes(text: string): Uint8Array
  line(act: Act, type: PlacedType, envelope: Envelope, choices: Choices, today: string): Line
  fileName(where: Where, lettre: ActLetter, today: string): string
  /** The boxes that mean something here. */
  choices: readonly (keyof Choices)[]
}

const utf8 = (text: string): Uint8Array => Buffer.from(text)

/** « Saint_Malo » as ExpoActes names its files. */
const placeName = ({ commune }: Where): string =>
  (commune === '' ? 'Lieu inconnu' : commune)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    // Zip and Windows take none of these in a name.
    .replace(/[\s/\\:*?"<>|\p{Cc}-]+/gu, '_')

/** The acts of an association in the columns of Nimègue, whatever stands around them. */
const inCells =
  (hasQuotes: boolean, written: (lettre: ActLetter, cells: Record<string, string>, today: string) => string) =>
  (...[act, type, envelope, choices, today]: Parameters<ProgramFormat['line']>): Line => {
    const placed = place(act, type, choices)
    const { cells, remarks } = cellsOf({ placed, type, envelope }, { choices, hasQuotes, id: act.id })
    return { line: written(envelope.lettre, cells, today), remarks }
  }

const nimegue: ProgramFormat = {
  cle: 'nimegue',
  label: 'Nimègue V3',
  aide: 'Pour Nimègue, pour ExpoActes, et pour qui lit leurs fichiers.',
  extension: 'TXT',
  mediaType: 'text/plain; charset=windows-1252',
  isByPlace: true,
  head: '',
  bytes: cp1252Bytes,
  line: inCells(false, nimegueLine),
  fileName: (where, lettre) => `${placeName(where)}_${lettre}`,
  choices: ['mentions', 'couper', 'verifier'],
}

const ea32: ProgramFormat = {
  cle: 'ea32',
  label: 'sauvegarde ExpoActes (EA32)',
  aide: 'Pour la page « Restauration » d’un site ExpoActes\u00a0: le point-virgule y reste.',
  extension: 'bea',
  mediaType: 'text/plain; charset=utf-8',
  isByPlace: true,
  head: '',
  bytes: utf8,
  line: inCells(true, backupLine),
  fileName: (where, lettre, today) => `backup_${today}_${placeName(where).slice(0, 8)}_${lettre}.001`,
  choices: ['mentions', 'couper', 'verifier'],
}

const ancestris: ProgramFormat = {
  cle: 'ancestris',
  label: 'Ancestris',
  aide: 'Pour le module « Relevé » d’Ancestris (V5)\u00a0: il a des colonnes pour les domiciles et l’âge des parents.',
  extension: 'txt',
  mediaType: 'text/plain; charset=utf-8',
  isByPlace: false,
  head: ancestrisHeader(),
  bytes: utf8,
  line(act, type, envelope, choices) {
    const placed = place(act, type, choices)
    return { line: ancestrisLine(placed, type, envelope), remarks: placed.remarks }
  },
  fileName: (where) => `${placeName(where)}_Ancestris`,
  choices: ['mentions'],
}

/** In the order of their links. */
export const PROGRAM_FORMATS: readonly ProgramFormat[] = [nimegue, ea32, ancestris]

export const programFormat = (cle: string): ProgramFormat | undefined => PROGRAM_FORMATS.find((one) => one.cle === cle)

/** Two places of one name make two files. */
export function uniqueName(name: string, taken: Set<string>): string {
  let found = name
  for (let n = 2; taken.has(fold(found)); n += 1) found = `${name}_${n}`
  taken.add(fold(found))
  return found
}
