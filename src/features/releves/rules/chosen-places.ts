import { fieldName, isPlaceField } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { type Body, shown } from '../../../lib/body.ts'

/**
 * A form that waited in a browser with scripts: the number of a place was chosen under the very text beside it, which the place may
 * not bear any more (`resolvePlace`).
 */
export function withChosenPlaces(champs: readonly Champ[], posted: Body): Body {
  const read: Body = Object.assign(Object.create(null), posted)
  for (const name of champs.filter(isPlaceField).map(fieldName)) {
    if (shown(posted, name) !== '') read[`recherche:${name}`] = shown(posted, `texte:${name}`)
  }
  return read
}
