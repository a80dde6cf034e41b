import { convertedTo, fitsNotes, notesChamp, textOfValue } from '../../../champs/convert.ts'
import type { Held } from '../../../champs/held.ts'
import { isPlaceField, placeIds, storedValue } from '../../../champs/index.ts'
import type { Champ, PlaceValue } from '../../../champs/kind.ts'
import { champsKeeping } from '../../../champs/read.ts'
import type { Db } from '../../../db/schema.ts'
import { placesToday } from '../../lieux/queries/places-today.ts'
import { choiceName } from '../rules/conflict.ts'

/** A value that its field cannot take becomes the place it was merged into, a text in the notes, or nothing. */
export const REPAIRS = ['lieu', 'notes', 'vide'] as const
export type Repair = (typeof REPAIRS)[number]
/** By name of the champ. */
export type Repairs = ReadonlyMap<string, Repair>

/** A value of a record that comes back, which its field cannot take today. */
export interface Misfit {
  champ: Champ
  texte: string
  /** It is a place that is gone; otherwise a value of another kind. */
  isPlace: boolean
  /** The place was merged into this one. */
  vers: PlaceValue | undefined
  /** The best repair comes first. */
  repairs: Repair[]
}

/** Values are to be decided on before the record can come back. */
export class ToDecide extends Error {
  readonly misfits: readonly Misfit[]
  constructor(misfits: readonly Misfit[]) {
    super('some values fit their fields no more')
    this.name = 'ToDecide'
    this.misfits = misfits
  }
}

const lineOf = ({ champ, texte }: Pick<Misfit, 'champ' | 'texte'>): string => `${champ.label}\u00a0: ${texte}`

const notesOf = (champs: readonly Champ[], held: Held): string => {
  const notes = notesChamp(champs)
  const value = notes && storedValue(held.data, notes.nom)
  return typeof value === 'string' ? value : ''
}

function misfitOf(champs: readonly Champ[], held: Held, champ: Champ, places: Map<number, PlaceValue>) {
  const value = storedValue(held.data, champ.nom)
  if (value === undefined) return undefined
  const [placeId] = placeIds([champ], [held])
  const today = placeId === undefined ? undefined : places.get(placeId)
  const isPlace = placeId !== undefined
  if (isPlace ? today?.id === placeId : convertedTo(champ, value) !== undefined) return undefined
  const texte = textOfValue(value)
  const notes = notesChamp(champs)
  const hasRoom = fitsNotes(`${notesOf(champs, held)}\n${lineOf({ champ, texte })}`)
  const isPossible = { lieu: today !== undefined, notes: notes !== undefined && notes !== champ && hasRoom, vide: true }
  return { champ, texte, isPlace, vers: today, repairs: REPAIRS.filter((repair) => isPossible[repair]) }
}

const withoutState = ({ etats }: Held, nom: string): Held['etats'] =>
  Object.fromEntries(Object.entries(etats).filter(([name]) => name !== nom))

function repaired(champs: readonly Champ[], held: Held, misfit: Misfit, repair: Repair | undefined): Held {
  const { [misfit.champ.nom]: _, ...data } = held.data
  if (repair === 'lieu' && misfit.vers) return { ...held, data: { ...data, [misfit.champ.nom]: misfit.vers } }
  const etats = withoutState(held, misfit.champ.nom)
  const notes = notesChamp(champs)
  if (repair !== 'notes' || notes === undefined) return { data, etats }
  const texte = [notesOf(champs, held), lineOf(misfit)].filter((line) => line !== '').join('\n')
  return { data: { ...data, [notes.nom]: texte }, etats }
}

/** The values that another kind of field stored and that this one can take: 12 as the text « 12 »; places by their names of today. */
function converted(champs: readonly Champ[], held: Held, places: Map<number, PlaceValue>): Held {
  const data = { ...held.data }
  for (const champ of champs) {
    const value = storedValue(data, champ.nom)
    if (value === undefined) continue
    const [placeId] = placeIds([champ], [{ data }])
    const today = placeId === undefined ? convertedTo(champ, value) : places.get(placeId)
    if (today !== undefined && (placeId === undefined || (today as PlaceValue).id === placeId)) data[champ.nom] = today
  }
  return { ...held, data }
}

/**
 * A record that comes back as its fields can take it today, so that it can be saved again. `repairs`: what was decided for the values
 * that do not fit, ToDecide where one is missing; without it the best is done for each. To keep the places so, the caller shares
 * the lock « lieux » to its end.
 */
export async function fitting(trx: Db, fields: readonly Champ[], held: Held, repairs?: Repairs): Promise<Held> {
  // A choice that is no longer offered may stay in the record that holds it.
  const champs = champsKeeping(fields, held.data)
  const ids = placeIds(champs.filter(isPlaceField), [held])
  const places = ids.length === 0 ? new Map<number, PlaceValue>() : await placesToday(trx, ids)
  const misfits = champs.flatMap((champ) => misfitOf(champs, held, champ, places) ?? [])
  const decided = (misfit: Misfit) =>
    repairs === undefined ? misfit.repairs[0] : misfit.repairs.find((one) => one === repairs.get(misfit.champ.nom))
  if (misfits.some((misfit) => decided(misfit) === undefined)) throw new ToDecide(misfits)
  let result = converted(champs, held, places)
  for (const misfit of misfits) result = repaired(champs, result, misfit, decided(misfit))
  return result
}

/** The decisions of a form, by name of the champ; what is none is left out. */
export function repairsOf(champs: readonly Champ[], choice: (name: string) => string): Map<string, Repair> {
  const repairs = new Map<string, Repair>()
  for (const champ of champs) {
    const repair = REPAIRS.find((one) => one === choice(choiceName(champ)))
    if (repair !== undefined) repairs.set(champ.nom, repair)
  }
  return repairs
}
