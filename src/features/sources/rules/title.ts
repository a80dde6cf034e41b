/** The years of a source in words: « 1793-1802 », « 1793 », « à partir de 1793 », « jusqu’en 1802 », '' for none. */
export function period(debut: number | null, fin: number | null): string {
  if (debut !== null && fin !== null) return debut === fin ? String(debut) : `${debut}-${fin}`
  if (debut !== null) return `à partir de ${debut}`
  return fin === null ? '' : `jusqu’en ${fin}`
}

const CONTRACTIONS: [RegExp, string][] = [
  [/^Le (?=\S)/, 'du '],
  [/^Les (?=\S)/, 'des '],
  [/^(?=[aeiouyàâäéèêëîïôöûüœæ])/i, 'd’'],
]

/** « de Pleurtuit », « d’Évran », « du Faou », « des Iffs », « de La Baule ». */
function from(lieu: string): string {
  const found = CONTRACTIONS.find(([start]) => start.test(lieu))
  return found ? lieu.replace(found[0], found[1]) : `de ${lieu}`
}

interface Described {
  type: string
  /** Own name of the place, without those it lies in. */
  lieu: string | null
  annee_debut: number | null
  annee_fin: number | null
}

/** The title proposed for a source: « Mariages de Pleurtuit, 1793-1802 » for the type « Mariages (paroissiaux) ». */
export function proposedTitle({ type, lieu, annee_debut, annee_fin }: Described): string {
  const what = type.replace(/\s*\([^)]*\)$/, '') || type
  const where = lieu === null ? what : `${what} ${from(lieu)}`
  const when = period(annee_debut, annee_fin)
  return when === '' ? where : `${where}, ${when}`
}
