import type { Champ } from '../../../../champs/kind.ts'
import { wordsOf } from '../../../imports/rules/header-words.ts'

/** The field that takes what fits no other: the one called notes, else one for long texts. */
export function notesChamp(champs: readonly Champ[]): Champ | undefined {
  const long = champs.filter(({ type }) => type === 'textarea')
  return (
    champs.find(({ nom, type }) => nom === 'notes' && (type === 'text' || type === 'textarea')) ??
    long.find(({ label }) => wordsOf(label).includes('note')) ??
    long.at(-1)
  )
}

/** Stands between two things that the notes tell. */
export const notesSeparator = ({ type }: Champ): string => (type === 'textarea' ? '\n' : '\u202f; ')
