import type { RegisterState } from '../../../../db/schema-couverture.ts'
import type { ActKind } from '../../../../db/schema-persons.ts'
import { isWebAddress } from '../../../../lib/web-address.ts'
import type { ImportLine, ParsedLine } from '../../../imports/kind.ts'
import { actNamed, MAX_COTE, MAX_NOTE, stateNamed } from '../../rules/words.ts'

/** A line of the file; place and repository by their names, '' for none. */
export interface RegisterCells {
  lieu: string
  acte: ActKind
  cote: string
  annee_debut: number
  annee_fin: number
  etat: RegisterState
  depot: string
  url: string
  note: string
}

export type LineOfFile = ImportLine<RegisterCells>

/** A year of one to four digits; undefined of anything else. */
const yearIn = (text: string): number | undefined => {
  const year = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return year >= 1 && year <= 2999 ? year : undefined
}

const YEAR = 'L’année s’écrit en chiffres, par exemple 1787.'

function yearsOf(cell: (nom: string) => string): { from: number; to: number } | string {
  const [first, last] = [cell('annee_debut'), cell('annee_fin')]
  const from = yearIn(first)
  const to = last === '' ? from : yearIn(last)
  if (from === undefined || to === undefined) return YEAR
  return to < from ? 'La dernière année précède la première.' : { from, to }
}

function tooLong({ cote, url, note }: { cote: string; url: string; note: string }): string | undefined {
  if (cote.length > MAX_COTE) return `La cote a ${MAX_COTE} caractères au plus.`
  if (note.length > MAX_NOTE) return `La note a ${MAX_NOTE} caractères au plus.`
  const isAddress = url === '' || (url.length <= 2000 && isWebAddress(url))
  return isAddress ? undefined : 'L’adresse des images commence par https:// ou http://.'
}

const refused = (message: string) => ({ ok: false as const, message, cle: null })

/** Reads a line, before anything is asked of the site. */
export function parseLineOfFile(cell: (nom: string) => string): ParsedLine<RegisterCells> {
  const lieu = cell('lieu')
  if (lieu === '') return refused('Le lieu manque.')
  const acte = actNamed(cell('acte'))
  if (!acte) return refused(`Le genre d’actes «\u00a0${cell('acte')}\u00a0» n’est pas connu.`)
  const etat = stateNamed(cell('etat'))
  if (!etat)
    return refused(`L’état «\u00a0${cell('etat')}\u00a0» n’est pas connu\u00a0: conserve, perdu, brule ou non_tenu.`)
  const years = yearsOf(cell)
  if (typeof years === 'string') return refused(years)
  const free = { cote: cell('cote'), url: cell('url'), note: cell('note') }
  const message = tooLong(free)
  if (message !== undefined) return refused(message)
  const row = { lieu, acte, etat, annee_debut: years.from, annee_fin: years.to, depot: cell('depot'), ...free }
  return { ok: true, row, cle: null, renvoi: null }
}
