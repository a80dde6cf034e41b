import { isDeepStrictEqual } from 'node:util'
import type { ReleveData, ReleveEtats } from '../db/schema.ts'
import { champText, placeIds, storedValue } from './index.ts'
import type { Champ } from './kind.ts'
import { ETAT_LABELS, etatOf } from './states.ts'

/** Values and states, as a version of a record holds them. */
export interface Held {
  data: ReleveData
  etats: ReleveEtats
}

/** One place is the same place under whatever name it was copied. */
function sameValue(champ: Champ, a: ReleveData, b: ReleveData): boolean {
  const [placeA, placeB] = [a, b].map((data) => placeIds([champ], [{ data }])[0])
  if (placeA !== undefined && placeA === placeB) return true
  const plain = (data: ReleveData): unknown => JSON.parse(JSON.stringify(storedValue(data, champ.nom) ?? null))
  return isDeepStrictEqual(plain(a), plain(b))
}

/** Do both hold the same value of this field, in the same state? */
export const sameField = (champ: Champ, a: Held, b: Held): boolean =>
  etatOf(a.etats, champ.nom) === etatOf(b.etats, champ.nom) && sameValue(champ, a.data, b.data)

/** A field of a version in words, its state beside it; '' where it is empty and sure. */
export function heldText(champ: Champ, { data, etats }: Held): string {
  const text = champText(champ, data)
  const etat = etatOf(etats, champ.nom)
  if (etat === 'sur') return text
  return text === '' ? ETAT_LABELS[etat] : `${text} (${ETAT_LABELS[etat]})`
}
