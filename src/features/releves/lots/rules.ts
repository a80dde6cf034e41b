import { NBSP } from '../../../lib/typo.ts'

/** A source as the list of a text box names it: titles may be shared. */
export const choiceText = ({ id, titre }: { id: number; titre: string }): string => `${titre} (n°${NBSP}${id})`

/** The id in what was chosen or typed: « Baptêmes de Dinard (n° 12) », « 12 ». */
export function chosenSource(typed: string): number | undefined {
  const [, id] = /(?:^|n°\s*)(\d{1,9})\)?\s*$/.exec(typed.trim()) ?? []
  return id === undefined ? undefined : Number(id)
}
