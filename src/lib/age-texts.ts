import { fold } from './text.ts'

/** An age as a register tells it. */
export interface ToldAge {
  years: number
  /** « environ », « vers »: the register itself is not sure. */
  isAbout: boolean
}

const UNITS: readonly [RegExp, number][] = [
  [/(\d+(?:[.,]\d+)?)\s*(?:ans?\b|annees?\b|a\b)/, 1],
  [/(\d+(?:[.,]\d+)?)\s*(?:mois|m\b)/, 12],
  [/(\d+)\s*(?:semaines?|sem\b)/, 52],
  [/(\d+)\s*(?:jours?|j\b)/, 365.25],
  [/(\d+)\s*(?:heures?|h\b)/, 365.25 * 24],
]

const ABOUT = /environ|\benv\b|vers|~|circa|\bca\b|presque|plus de|moins de|passe/

/** Reads « 3 mois », « environ 60 ans », « 2 ans 6 mois », « 60 »; null of any other text. */
export function readAge(text: string): ToldAge | null {
  const folded = fold(text).trim()
  const isAbout = ABOUT.test(folded)
  if (/^\d{1,3}$/.test(folded)) return { years: Number(folded), isAbout }
  const parts = UNITS.flatMap(([unit, inYear]) => {
    const [, figures] = unit.exec(folded) ?? []
    return figures === undefined ? [] : [Number(figures.replace(',', '.')) / inYear]
  })
  return parts.length === 0 ? null : { years: parts.reduce((sum, part) => sum + part, 0), isAbout }
}
