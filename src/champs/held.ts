import { isDeepStrictEqual } from 'node:util'
import type { ReleveData, ReleveEtats, ReleveLectures } from '../db/schema.ts'
import { champText, placeIds, storedValue } from './index.ts'
import type { Champ } from './kind.ts'
import { lecturesOf, lecturesText } from './lectures.ts'
import { ETAT_LABELS, etatOf } from './states.ts'

/** Values and states, as a version of a record holds them. */
export interface Held {
  data: ReleveData
  etats: ReleveEtats
  /** Other readings; undefined where they are not looked at. */
  lectures?: ReleveLectures | null | undefined
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

/** Do both hold the same other readings of this field? */
export const sameLectures = ({ nom }: Champ, a: Held, b: Held): boolean =>
  isDeepStrictEqual(lecturesOf(a.lectures, nom), lecturesOf(b.lectures, nom))

/** A field of a version in words, its state and other readings beside it; '' where it is empty and sure. */
export function heldText(champ: Champ, { data, etats, lectures }: Held): string {
  const text = champText(champ, data)
  const etat = etatOf(etats, champ.nom)
  const beside = [etat === 'sur' ? '' : ETAT_LABELS[etat], lecturesText(lecturesOf(lectures, champ.nom))]
  const [first = '', ...more] = beside.filter((one) => one !== '')
  if (text === '') return [first, ...more].join(', ')
  return [text, ...[first, ...more].filter((one) => one !== '').map((one) => `(${one})`)].join(' ')
}
