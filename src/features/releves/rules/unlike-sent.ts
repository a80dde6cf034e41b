import { calendrierOf, DEFAULT_CALENDAR, valeurOf } from '../../../champs/date-typed.ts'
import { etatName, fieldName } from '../../../champs/index.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { sameJson } from '../../../lib/same-json.ts'
import type { PreviousRaw } from './previous.ts'

/** The form fields of a champ as they were sent, where they say something. */
function sentOf(nom: string, sent: Body): Body {
  const name = fieldName({ nom })
  const [valeur, calendrier, etat] = [valeurOf(name), calendrierOf(name), etatName({ nom })]
  const given = [name, `texte:${name}`, valeur].map((one) => [one, shown(sent, one)])
  if (shown(sent, valeur) !== '') given.push([calendrier, shown(sent, calendrier) || DEFAULT_CALENDAR])
  if (shown(sent, etat) !== 'sur') given.push([etat, shown(sent, etat)])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/**
 * Gives what « idem » repeats of the champs that are not stored as the script sent them: it has what it sent (`asSent`,
 * static/js/saisie-corps.js), and to say a whole record again would make a save half as heavy again.
 */
export const unlikeSent = (previous: PreviousRaw, sent: Body): Record<string, Body> =>
  Object.fromEntries([...previous].filter(([nom, raw]) => !sameJson(sentOf(nom, sent), raw)))
