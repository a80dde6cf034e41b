// The shortest way to write a date that the desk understands, beside what the record before has in the same field.
import { readDate } from '../../../src/lib/dates.ts'
import { keysOf } from './keyboard.ts'
import type { Day } from './parish.ts'
import type { Control } from './screen.ts'

/** `14 vend. 2`: month and year as short as they are read. */
const shortRepublican = (texte: string): string => {
  const [jour = '', mois = ''] = texte.split(' ')
  return `${Number.parseInt(jour, 10)} ${mois.slice(0, mois.startsWith('v') ? 4 : 4)} 2`
}

/** Ways to write a day that mean it, whatever the desk: all of it without its noughts. */
function inFull({ texte, calendrier }: Day): string[] {
  if (calendrier === 'republicain') return [texte, shortRepublican(texte)]
  return [texte, texte.replace(/\b0/g, '')]
}

const isSame = (text: string, day: Day): boolean => {
  const [one, other] = [readDate(text, day.calendrier), readDate(day.texte, day.calendrier)]
  return one.ok && other.ok && one.value.iso !== null && one.value.iso === other.value.iso
}

/** The day alone, or with its month, where the rest is that of the record before. */
function asBefore({ texte, calendrier }: Day, { precedent, name }: Control, shown: string): string[] {
  const before = precedent[name] ?? ''
  const calendrierBefore = precedent[name.replace('[valeur]', '[calendrier]')]
  if (calendrier !== 'gregorien' || calendrierBefore !== calendrier || shown !== calendrier) return []
  if (!/^\d\d\/\d\d\/\d{4}$/.test(before)) return []
  const [jour, mois, annee] = texte.split('/').map(Number)
  const [, moisBefore, anneeBefore] = before.split('/').map(Number)
  if (annee !== anneeBefore) return []
  return mois === moisBefore ? [`${jour}`] : [`${jour}/${mois}`]
}

/** `shown`: the calendar that the field has now. */
export function dateTyped(day: Day, control: Control, shown: string): string {
  const ways = [...inFull(day).filter((text) => isSame(text, day)), ...asBefore(day, control, shown)]
  return ways.toSorted((a, b) => keysOf(a) - keysOf(b))[0] ?? day.texte
}
