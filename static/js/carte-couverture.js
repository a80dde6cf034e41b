// The coverage of places on the map, where that layer is asked for (features/carte/rules/coverage.ts): years that are validated,
// under way and to do. A marker says by a ring and by a letter how far its places are.
const number = (n) => n.toLocaleString('fr-FR')

/** Whether this address of the data asks for the layer. */
export const isCoverage = (url) => new URL(url, location.href).searchParams.get('couche') === 'couverture'

/** The years of these places together; undefined where the layer is not asked for. */
export function yearsOf(points) {
  if (points.some(({ annees }) => !annees)) return undefined
  const sum = { validees: 0, en_cours: 0, a_faire: 0 }
  for (const { annees } of points) for (const state of Object.keys(sum)) sum[state] += annees[state]
  return sum
}

/** V all validated, C some validated or under way, F all to do; a dash where no year can be transcribed. */
export function letterOf({ validees, en_cours, a_faire }) {
  if (validees + en_cours + a_faire === 0) return '\u2013'
  if (en_cours + a_faire === 0) return 'V'
  return validees + en_cours > 0 ? 'C' : 'F'
}

/** The class of static/css/carte.css that draws the ring. */
const RINGS = { V: 'pleine', C: 'demie', F: 'vide', '\u2013': 'nulle' }
export const ringOf = (years) => `carte-part carte-part-${RINGS[letterOf(years)]}`

export function inWords({ validees, en_cours, a_faire }) {
  const parts = [
    [validees, validees === 1 ? 'validée' : 'validées'],
    [en_cours, 'en cours'],
    [a_faire, 'à faire'],
  ].filter(([years]) => years > 0)
  if (parts.length === 0) return 'aucune année à relever connue'
  return parts
    .map(([years, word], i) => `${number(years)}\u00a0${i > 0 ? '' : years === 1 ? 'année ' : 'années '}${word}`)
    .join(', ')
}
