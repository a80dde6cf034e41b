import { fieldGroups } from '../../../champs/groups.ts'
import type { Held as ChampHeld } from '../../../champs/held.ts'
import { champText, listText, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesOf } from '../../../champs/lectures.ts'
import { echoesOf } from '../../../champs/read.ts'
import { ETAT_LABELS, etatOf } from '../../../champs/states.ts'
import { releveTitle } from '../../../champs/title.ts'
import type { FieldState, ReleveData, ReleveEtats } from '../../../db/schema.ts'

type PlaceNames = ReadonlyMap<number, string>
const NO_NAMES: PlaceNames = new Map()

/** The texts of a record in the order of the fields, as pages show them; '' for nothing. */
export function textsOf(
  champs: readonly Champ[],
  releve: { data: ReleveData },
  placeNames: PlaceNames = NO_NAMES,
): string[] {
  const data = withPlaceNames(champs, releve.data, placeNames)
  return champs.map((champ) => champText(champ, data))
}

const MAX_CELL = 120

/** A text as a list shows it: its beginning, when it is long. */
export const shortText = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text)

/** A record as a row of a list. */
export interface ReleveRow {
  id: number
  title: string
  /** In the order of the fields given. */
  cells: { text: string; etat: FieldState }[]
  created_at: string
}

interface Held {
  id: number
  data: ReleveData
  etats: ReleveEtats
  created_at: string
}

export function rowsOf(champs: readonly Champ[], releves: readonly Held[], placeNames: PlaceNames): ReleveRow[] {
  return releves.map((releve) => {
    const data = withPlaceNames(champs, releve.data, placeNames)
    const cells = champs.map((champ) => ({ text: listText(champ, data), etat: etatOf(releve.etats, champ.nom) }))
    return { id: releve.id, title: releveTitle(releve), cells, created_at: releve.created_at }
  })
}

const clock = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit', timeZone: 'Europe/Paris' })

/** « 14 h 32 » of an ISO instant, on the clock of Paris. */
export function formatClock(instant: string): string {
  const [hours = '', minutes = ''] = clock.format(new Date(instant)).split(':')
  return `${Number(hours)}\u00a0h\u00a0${minutes}`
}

/** A field of a record as its page shows it. */
export interface ReleveField {
  nom: string
  term: string
  value: string
  /** Says how a date was understood; '' when there is nothing to add. */
  echo: string
  /** In a word; undefined when the value is sure. */
  etat: string | undefined
  /** Other readings of it. */
  lectures: readonly string[]
}

/** Fields under one heading: a person of the act, or what locates it. */
export interface ShownGroup {
  title: string | null
  isPerson: boolean
  fields: ReleveField[]
}

/** The register's words stand by group; fields it leaves empty are kept apart, to be folded. */
export interface ShownRecord {
  groups: ShownGroup[]
  empty: ReleveField[]
}

const saysNothing = ({ value, etat, lectures }: ReleveField): boolean =>
  value === '' && etat === undefined && lectures.length === 0

export function shownRecord(champs: readonly Champ[], releve: ChampHeld, placeNames: PlaceNames): ShownRecord {
  const all = fieldGroups(champs).map(({ group, champs: fields }) => ({
    title: group?.libelle ?? null,
    isPerson: group?.role != null,
    fields: fieldsOf(fields, releve, placeNames),
  }))
  const told = all.map((group) => ({ ...group, fields: group.fields.filter((field) => !saysNothing(field)) }))
  return {
    groups: told.filter(({ fields }) => fields.length > 0),
    empty: all.flatMap(({ fields }) => fields.filter(saysNothing)),
  }
}

export function fieldsOf(champs: readonly Champ[], releve: ChampHeld, placeNames: PlaceNames): ReleveField[] {
  const texts = textsOf(champs, releve, placeNames)
  const echoes = echoesOf(champs, releve.data)
  return champs.map(({ nom, label }, index) => {
    const etat = etatOf(releve.etats, nom)
    return {
      nom,
      term: label,
      value: texts[index] ?? '',
      echo: echoes[nom] ?? '',
      etat: etat === 'sur' ? undefined : ETAT_LABELS[etat],
      lectures: lecturesOf(releve.lectures, nom),
    }
  })
}
