// An act wants something of each control of the desk: this says what, and whether it is there.
import type { Champ } from '../../../src/champs/kind.ts'
import type { Act } from './parish.ts'
import type { Control, Screen } from './screen.ts'
import { means } from './typed-dates.ts'

export interface Reading {
  act: Act
  champs: readonly Champ[]
  longName: (nom: string) => string
  /** The act typed before this one. */
  previous: Act | undefined
  /** Texts of the typist's abbreviations. */
  abbreviations: Readonly<Record<string, string>>
}

export const partOf = ({ name }: Control): string => /\[(valeur|calendrier)\]$/.exec(name)?.[1] ?? ''

/** The value that this control is to hold in the end; undefined where it does not matter. */
export function wantedIn(control: Control, { act, champs, longName }: Reading): string | undefined {
  const date = act.dates[control.champ]
  const part = partOf(control)
  if (part === 'calendrier') return date?.calendrier
  if (part === 'valeur') return date?.texte ?? ''
  const place = act.places[control.champ]
  if (control.name.startsWith('texte:')) return place === undefined ? '' : longName(place)
  if (act.yes.includes(control.champ)) return 'oui'
  const number = act.numbers[control.champ]
  if (number !== undefined) return String(number)
  const text = act.texts[control.champ] ?? ''
  return champs.find(({ nom }) => nom === control.champ)?.majuscules ? text.toLocaleUpperCase('fr') : text
}

/** Does the act say anything of this field? */
export const isTold = (champ: string, { dates, places, texts, yes, numbers }: Act): boolean =>
  [dates, places, texts, numbers].some((held) => Object.hasOwn(held, champ)) || yes.includes(champ)

/** A field that is kept in capitals takes the text whatever its case. */
export function sameText(text: string | undefined, wanted: string, { champ }: Control, { champs }: Reading): boolean {
  if (text === undefined) return false
  const isCapital = champs.find(({ nom }) => nom === champ)?.majuscules
  return (isCapital ? text.toLocaleUpperCase('fr') : text) === wanted
}

export function isRight(control: Control, controls: readonly Control[], reading: Reading): boolean {
  const { champ, name, value } = control
  if (partOf(control) === 'valeur') {
    const calendar = controls.find((one) => one.name === name.replace('[valeur]', '[calendrier]'))
    return means(value, calendar?.value ?? '', champ, reading)
  }
  const wanted = wantedIn(control, reading)
  // An abbreviation becomes its text when the field is left. A calendar follows from the text, and was seen to with it.
  if (wanted === undefined || partOf(control) === 'calendrier') return true
  return (wanted !== '' && reading.abbreviations[value] === wanted) || sameText(value, wanted, control, reading)
}

/** One key raises the view, wherever the cursor is. */
export const isNextView = ({ controls }: Screen, { act }: Reading): boolean => {
  const view = controls.find(({ champ }) => champ === 'vue')?.value ?? ''
  return view !== '' && act.texts.vue === String(Number(view) + 1)
}
