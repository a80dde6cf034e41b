import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import type { YearCounts } from '../../couverture/board/rules.ts'

/** Years of a place as the map tells them, all kinds of acts together. */
export interface CoverageFigures {
  validees: number
  /** Somebody has begun or taken them, or they wait to be validated. */
  en_cours: number
  a_faire: number
  manquent: number
}

export function coverageFigures(years: YearCounts | undefined): CoverageFigures {
  if (years === undefined) return { validees: 0, en_cours: 0, a_faire: 0, manquent: 0 }
  const { validee, a_valider, en_cours, pris, a_faire, manque } = years
  return { validees: validee, en_cours: a_valider + en_cours + pris, a_faire, manquent: manque }
}

/** Whole per cent of the years that can be transcribed, for what is missing cannot; null where there are none. */
export function coverageShares({ validees, en_cours, a_faire }: CoverageFigures) {
  const there = validees + en_cours + a_faire
  const share = (years: number) => (there === 0 ? null : Math.floor((years / there) * 100))
  return { part_validee: share(validees), part_en_cours: share(en_cours) }
}

/** How far a place is, in a word; static/js/carte-couverture.js draws the same by its letter. */
export function coverageWord({ validees, en_cours, a_faire, manquent }: CoverageFigures): string {
  if (validees + en_cours + a_faire === 0) return manquent === 0 ? 'Aucune année connue' : 'Manque'
  if (en_cours + a_faire === 0) return 'Validé'
  return validees + en_cours > 0 ? 'En cours' : 'À faire'
}

/** « 21 années validées, 1 en cours, 3 à faire » of what occurs. */
export function coverageInWords(figures: CoverageFigures): string {
  const { validees, manquent } = figures
  const parts: [number, string][] = [
    [validees, validees === 1 ? 'validée' : 'validées'],
    [figures.en_cours, 'en cours'],
    [figures.a_faire, 'à faire'],
    [manquent, manquent === 1 ? 'manque' : 'manquent'],
  ]
  const told = parts.filter(([years]) => years > 0)
  const [first] = told
  if (first === undefined) return 'aucune année connue'
  return told
    .map((part) => {
      const [years, word] = part
      const noun = part === first ? (years === 1 ? 'année ' : 'années ') : ''
      return `${formatNumber(years)}${NBSP}${noun}${word}`
    })
    .join(', ')
}
