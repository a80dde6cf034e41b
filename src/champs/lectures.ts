// Other readings of a field: what somebody else reads there, kept beside the value as text, whatever the kind of the field.
import type { ReleveData, ReleveLectures } from '../db/schema.ts'
import { champText } from './index.ts'
import { CellError, type Champ } from './kind.ts'
import { cased, MAX_TEXT } from './text.tsx'
import { cellText } from './typed-text.ts'

/** Other readings of one field, at most: beyond that nobody can read it. */
export const MAX_LECTURES = 5

/** Stands between the readings of one cell of a file; no reading holds it. */
const SEPARATOR = '|'

const TOO_MANY = `${MAX_LECTURES} autres lectures au plus pour un champ\u00a0: gardez les plus vraisemblables.`
const WITH_SEPARATOR = `Une lecture ne peut pas contenir «\u00a0${SEPARATOR}\u00a0», qui sépare les lectures dans les fichiers.`

/** The other readings of a field of a record. */
export const lecturesOf = (lectures: ReleveLectures | null | undefined, nom: string): readonly string[] =>
  lectures && Object.hasOwn(lectures, nom) ? (lectures[nom] ?? []) : []

/** All readings with these of one field; null where none is left. */
export function withLectures(
  lectures: ReleveLectures | null | undefined,
  nom: string,
  list: readonly string[],
): ReleveLectures | null {
  const others = Object.entries(lectures ?? {}).filter(([name]) => name !== nom)
  const all = list.length > 0 ? [...others, [nom, [...list]]] : others
  return all.length > 0 ? Object.fromEntries(all) : null
}

/** Cleans the typed readings of a field as its texts are cleaned, each once. Throws CellError. */
export function readLectures(champ: Champ, typed: readonly string[]): string[] {
  const list = typed.map((text) => cased(cellText(text, MAX_TEXT), champ)).filter((text) => text !== '')
  if (list.some((text) => text.includes(SEPARATOR))) throw new CellError(WITH_SEPARATOR)
  const once = [...new Set(list)]
  if (once.length > MAX_LECTURES) throw new CellError(TOO_MANY)
  return once
}

/** Readings without those that the field says itself by now: another reading is another one. */
export function settledLectures(
  champs: readonly Champ[],
  data: ReleveData,
  lectures: ReleveLectures,
): ReleveLectures | null {
  let settled: ReleveLectures | null = lectures
  for (const champ of champs) {
    const list = lecturesOf(settled, champ.nom)
    const own = list.length > 0 ? champText(champ, data) : ''
    if (list.includes(own))
      settled = withLectures(
        settled,
        champ.nom,
        list.filter((text) => text !== own),
      )
  }
  return settled
}

/** The readings of a field as a cell of a file: « LE GOFF | LE GOFFE ». */
export const lecturesCell = (list: readonly string[]): string => list.join(` ${SEPARATOR} `)

/** Reads such a cell. Throws CellError. */
export const lecturesFromCell = (champ: Champ, cell: string): string[] => readLectures(champ, cell.split(SEPARATOR))

/** « autre lecture : LE GOFF »; '' where there is none. */
export function lecturesText(list: readonly string[]): string {
  if (list.length === 0) return ''
  return `${list.length > 1 ? 'autres lectures' : 'autre lecture'}\u00a0: ${list.join(', ')}`
}

/** Gives the text for its column; null where there are none. */
export const lecturesJson = ({ lectures }: { lectures?: ReleveLectures | null | undefined }): string | null =>
  lectures ? JSON.stringify(lectures) : null
