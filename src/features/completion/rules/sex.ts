import { genderOf } from '../../../lib/first-names-gender.ts'
import { fold } from '../../../lib/text.ts'

export type Gender = 'M' | 'F'

/** Options that say it, whatever the words of the association: « M », « Garçon », « féminin ». */
const SAID: Record<Gender, RegExp> = {
  M: /^(m|h|g|masc.*|homme|garcon|male)$/,
  F: /^(f|fem.*|fille)$/,
}

/**
 * The gender that all of somebody's first names agree on: undefined of « Camille », which both bear, of « Marie Joseph », whose names
 * say one and the other, and of a name that no table has.
 */
export function genderOfNames(prenoms: string): Gender | undefined {
  const genders = new Set(prenoms.split(/[\s,-]+/).flatMap((word) => (word === '' ? [] : [genderOf(word)])))
  const [only] = genders
  return genders.size === 1 ? only : undefined
}

/** The one option that says this gender; undefined where none does, or several. */
export function optionFor(options: readonly string[], gender: Gender): string | undefined {
  const saying = options.filter((option) => SAID[gender].test(fold(option.trim())))
  return saying.length === 1 ? saying[0] : undefined
}

/** So many records, all of them alike, say clearly what a first name does not. */
const CLEAR = 2

/** The choice that records of the same first names agree on. */
export function agreedOn(values: readonly unknown[]): string | undefined {
  const said = values.filter((value) => typeof value === 'string' && value !== '')
  return said.length >= CLEAR && new Set(said).size === 1 ? String(said[0]) : undefined
}
