import { champText, listedChamps } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS, etatOf } from '../../../champs/states.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import { shortText, textsOf } from './display.ts'
import { actTitle } from './insertion.ts'
import { actOf, personsInWords } from './sentence.ts'

/** An act as the desk tells of it beside the next one. */
export interface RecentAct {
  id: number
  title: string
  /** Its number and its date, or else its number among the records. */
  place: string
  /** Everybody in it; the first fields where the type has no persons. */
  persons: string
}

interface Held {
  id: number
  data: ReleveData
  etats: ReleveEtats
}

const MAX_PERSONS = 300
/** Fields told in the place of persons. */
const TOLD = 4
const NUMBERS = ['numero_acte', 'numero', 'numero_ordre', 'numero_matricule', 'numero_repertoire']

function placeOf(champs: readonly Champ[], { id, data }: Held): string {
  const text = (nom: string): string => {
    const champ = champs.find((one) => one.nom === nom)
    return champ ? champText(champ, data).trim() : ''
  }
  const number = NUMBERS.map(text).find(Boolean)
  const parts = [number ? `n°\u00a0${number}` : '', text('date_evenement')].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : `Relevé n°\u00a0${id}`
}

function fieldsInWords(champs: readonly Champ[], releve: Held, placeNames: ReadonlyMap<number, string>): string {
  const listed = listedChamps(champs, TOLD).filter(({ nom }) => nom !== 'date_evenement')
  const texts = textsOf(listed, releve, placeNames)
  return listed
    .map(({ nom }, n) => {
      const etat = etatOf(releve.etats, nom)
      return `${shortText(texts[n] ?? '')} ${etat === 'sur' ? '' : `(${ETAT_LABELS[etat]})`}`.trim()
    })
    .filter(Boolean)
    .join(', ')
}

/** Cut at a word. */
const shortened = (text: string): string =>
  text.length <= MAX_PERSONS ? text : `${text.slice(0, MAX_PERSONS).replace(/\s+\S*$/, '')}…`

export function recentAct(
  source: Parameters<typeof actOf>[0],
  champs: readonly Champ[],
  releve: Held,
  placeNames: ReadonlyMap<number, string>,
): RecentAct {
  const persons = personsInWords(actOf(source, champs, releve)) || fieldsInWords(champs, releve, placeNames)
  return { id: releve.id, title: actTitle(releve), place: placeOf(champs, releve), persons: shortened(persons) }
}
