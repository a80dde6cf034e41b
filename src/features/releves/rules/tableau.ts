import { fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { champsById } from './columns.ts'
import { type ReleveRow, shortText } from './display.ts'

/** Wider than a list: one types every field of the register here, a marriage with its witnesses included. */
export const MAX_TABLE_COLUMNS = 80
/** Rows of the table at once. */
export const TABLE_ROWS = 50

/** The field that tells on which view of the register an act stands; undefined in types that have none. */
export const viewChamp = (champs: readonly Champ[]): Champ | undefined => champs.find(isView)

const isView = ({ nom, type }: Champ): boolean => nom === 'vue' && (type === 'text' || type === 'number')

const MAX_VIEW = 500

/** A view as somebody names it in an address, as records hold it. */
export function viewText({ type }: Pick<Champ, 'type'>, typed: string): string {
  const text = typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_VIEW)
  return type === 'number' ? String(Number(text.replace(',', '.')) || '') : text
}

/** The field of the view in the form of a new act that stands on it. */
export function viewRaw(champ: Champ, vue: string): Body {
  const { isValue, toRaw } = KINDS[champ.type]
  return toRaw(isValue(vue) ? vue : Number(vue), fieldName(champ))
}

/** The view before (-1) or after (1): « 45 » → « 46 », « photo 009 » → « photo 010 »; undefined where nothing counts it. */
export function stepView(vue: string, step: -1 | 1): string | undefined {
  const [, before = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(vue) ?? []
  const next = Number(digits) + step
  if (digits === '' || next < 1) return undefined
  return before + String(next).padStart(digits.startsWith('0') ? digits.length : 1, '0')
}

interface Ask {
  champs: readonly Champ[]
  /** Ids in the order that the person chose; empty for the columns by default. */
  chosen: readonly number[]
  /** Names of the fields in which a record of the source holds something; null where nobody knows. */
  held: ReadonlySet<string> | null
  showsEmpty: boolean
  /** The field of the view, where all rows are of one: it has no column by default. */
  of: Champ | undefined
}

export interface TableColumns {
  champs: Champ[]
  /** Fields by default that no record of the source fills, shown or not. */
  nbEmpty: number
  showsEmpty: boolean
}

/**
 * The columns of the table: the chosen ones, else the fields that the register has been seen to fill. What a record cannot do
 * without is a column whatever was chosen, or no new row could ever be stored.
 */
export function tableColumns({ champs, chosen, held, showsEmpty, of }: Ask): TableColumns {
  const own = champsById(champs, chosen)
  const isNeeded = (champ: Champ) => champ.required && champ !== of
  if (own.length > 0) {
    const missing = champs.filter((champ) => isNeeded(champ) && !own.includes(champ))
    return { champs: [...own, ...missing], nbEmpty: 0, showsEmpty: false }
  }
  const all = champs.filter((champ) => champ !== of)
  const filled = all.filter((champ) => held === null || held.has(champ.nom) || isNeeded(champ))
  const isNew = held !== null && !all.some(({ nom }) => held.has(nom))
  if (isNew || filled.length === all.length) return { champs: all, nbEmpty: 0, showsEmpty: false }
  return { champs: showsEmpty ? all : filled, nbEmpty: all.length - filled.length, showsEmpty }
}

/** The name of the control that one types in. */
function controlName(champ: Champ): string {
  const name = fieldName(champ)
  const isTyped = (one: string) => KINDS[champ.type].typed({ [one]: '?' }, name) !== ''
  return [name, `texte:${name}`, `${name}[valeur]`].find(isTyped) ?? name
}

/**
 * The form fields with which a row would be typed, less what its cells say as it would be typed and the calendar that a date has
 * unless it is told: static/js/tableau-valeurs.js (`valuesOfRow`) puts both back.
 */
export function valuesBeside(
  champs: readonly Champ[],
  { cells, valeurs }: Pick<ReleveRow, 'cells'> & { valeurs: Body },
): Record<string, string> {
  const rest = new Map(Object.keys(valeurs).map((name) => [name, shown(valeurs, name)]))
  for (const [name, value] of rest) if (name.endsWith('[calendrier]') && value === 'gregorien') rest.delete(name)
  champs.forEach((champ, index) => {
    const { text = '', etat = 'sur' } = cells[index] ?? {}
    const control = controlName(champ)
    const typed = rest.get(control) ?? ''
    // Beside a state nothing is read of the cell.
    const cell = etat === 'sur' ? shortText(text) : ''
    // « Oui » is found by its word among the choices, where its value is « oui »; no other kind changes the case of a letter.
    if (typed === cell || typed === cell.toLowerCase()) rest.delete(control)
    else rest.set(control, typed)
  })
  return Object.fromEntries(rest)
}
