import { KINDS } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../../../db/schema.ts'
import type { ActKind } from '../../../../db/schema-persons.ts'
import type { DateValue } from '../../../../lib/dates.ts'
import type { Fact, Mapping } from '../../../echanges/rules/mapping.ts'
import { mappingFor } from './mapping.ts'

/** Is this stored value a date? */
export const isDate = (value: unknown): value is DateValue => KINDS.date.isValue(value)

/** Says why something of an act is not in the file as it is on the site. */
export type Trouble = keyof typeof TROUBLES

/** In the order in which the page tells them; `n` texts of a field, or acts. */
export const TROUBLES = {
  retenu: 'Laissé ici, case non cochée',
  general: 'Sans colonne\u00a0: écrit dans le commentaire général',
  coupe: 'Coupé, et repris entier dans le commentaire général',
  long: 'Plus long que la colonne, écrit entier',
  separateur: 'Point-virgule écrit comme un point',
  signe: 'Lettre remplacée par la plus proche',
  julien: 'Date du calendrier julien, écrite telle quelle',
  republicain: 'Date républicaine abrégée',
  date: 'Date que ce format ne sait pas dire, reprise en clair dans le commentaire général',
  etat: 'Douteux, illisible ou absent',
} as const

export interface Remark {
  kind: Trouble
  /** The field, or the column. */
  label: string
  value: string
  written: string
}

/** The boxes of the page before the download. */
export interface Choices {
  /** Marginal notes and causes of death leave too. */
  mentions: boolean
  /** Texts are cut to the size of their column. */
  couper: boolean
  /** Acts with a doubtful reading are marked in the cote. */
  verifier: boolean
}

/** A type as its acts are placed by. */
export interface PlacedType {
  champs: readonly Champ[]
  byName: ReadonlyMap<string, Champ>
  mapping: Mapping
  /** Name of the type, for types that other programs do not know. */
  nom: string
}

export const placedType = (type: { acte: ActKind; nom: string }, champs: readonly Champ[]): PlacedType => ({
  champs,
  byName: new Map(champs.map((champ) => [champ.nom, champ])),
  mapping: mappingFor(type.acte, champs),
  nom: type.nom,
})

interface Segment {
  fact: Fact
  text: string
  value: string
  /** That of the field. */
  label: string
}

/** A column before it is one text: its own, and what it says of other fields. */
export interface Slot {
  own: string
  segments: Segment[]
}

/** An act in columns, no matter of which format: names are those of Nimègue. */
export interface Placed {
  slots: Map<string, Slot>
  /** Lines of the general comment: the notes, what has no column, what a line says of a field. */
  notes: string[]
  others: string[]
  lines: string[]
  remarks: Remark[]
  isDoubtful: boolean
}

export interface Act {
  id: number
  data: ReleveData
  etats: ReleveEtats
}

/** The text of a column: facts that are one word, its own text, then what stands behind a label. */
export function slotText(slot: Slot | undefined): string {
  if (slot === undefined) return ''
  const isLabel = ({ fact }: Segment) => fact.as === 'label'
  const before = slot.segments.filter((one) => !isLabel(one)).map(({ text }) => text)
  const behind = slot.segments.filter(isLabel).map(({ text }) => text)
  return [...before, slot.own, ...behind].filter((text) => text !== '').join(', ')
}
