// The days of a register: acts follow each other, in the Republican calendar from the fifteenth of vendémiaire an II.
import { gregorianOfJdn, jdnOf, REPUBLICAN_MONTHS, roman } from '../../../src/lib/calendar.ts'
import type { Day } from './parish.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const FIRST_REPUBLICAN = jdnOf('gregorien', { annee: 1793, mois: 10, jour: 6 }) ?? 0
/** 1er vendémiaire an II. */
const YEAR_II = jdnOf('gregorien', { annee: 1793, mois: 9, jour: 22 }) ?? 0

export const jdn = (annee: number, mois: number, jour: number): number => jdnOf('gregorien', { annee, mois, jour }) ?? 0

/** A day by its Julian day number, as the register of that time writes it. */
export function dayOf(day: number): Day {
  if (day < FIRST_REPUBLICAN) {
    const { annee, mois, jour } = gregorianOfJdn(day)
    return { texte: `${two(jour)}/${two(mois)}/${annee}`, calendrier: 'gregorien' }
  }
  const since = day - YEAR_II
  const texte = `${(since % 30) + 1} ${REPUBLICAN_MONTHS[Math.floor(since / 30)]} an ${roman(2)}`
  return { texte: texte.replace(/^1 /, '1er '), calendrier: 'republicain' }
}

/** When it was a day or some before. A register keeps to one calendar within an act. */
export function dayBefore(day: number, days: number): Day {
  const isFirst = day >= FIRST_REPUBLICAN && day - days < FIRST_REPUBLICAN
  return dayOf(isFirst ? day : day - days)
}
