import { KINDS, storedValue } from '../../../champs/index.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { dateInWords, yearsOf } from '../../../lib/dates.ts'

interface Years {
  annee_debut: number | null
  annee_fin: number | null
}

function span({ annee_debut, annee_fin }: Years): string {
  if (annee_debut !== null && annee_fin !== null)
    return annee_debut === annee_fin ? String(annee_debut) : `${annee_debut}-${annee_fin}`
  return annee_debut === null ? `jusqu’en ${annee_fin}` : `à partir de ${annee_debut}`
}

/** A sentence when the event cannot be dated or lies outside the years of its source: to be looked at, never refused. */
export function yearWarning(source: Years, data: ReleveData): string | null {
  const date = storedValue(data, 'date_evenement')
  if (!isDate(date)) return null
  const years = yearsOf(date)
  if (years === null) {
    return `La date de l’acte, «\u00a0${dateInWords(date)}\u00a0», n’a pas été comprise\u00a0: elle est gardée telle quelle, mais ni la recherche par années ni l’ordre des dates ne la connaissent.`
  }
  const [first, last] = years
  const mayBeInside = last >= (source.annee_debut ?? last) && first <= (source.annee_fin ?? first)
  if (mayBeInside) return null
  return `La date de l’acte, ${dateInWords(date)}, est en dehors des années de la source (${span(source)})\u00a0: vérifiez-la.`
}

const isDate = (value: unknown): value is Parameters<typeof dateInWords>[0] => KINDS.date.isValue(value)
