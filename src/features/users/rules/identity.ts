import type { z } from 'zod'
import { isOfSeveralAlphabets } from '../../../lib/login-key.ts'

/** These show nothing: marks that choose a glyph and fillers of Korean, which are letters to Unicode, and the empty sign of Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u
const LOCAL_PART = /^[^\s@,;:"<>()[\]\\]{1,64}$/
const LABEL = /^[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*$/u

export const NAME_MAX = 60
export const EMAIL_MAX = 254
export const NOTE_MAX = 2000

/** Why a login name is refused, in French; undefined where it is good. An @ would let it stand for somebody's address. */
export function nameProblem(typed: string): string | undefined {
  const name = typed.normalize('NFKC')
  if (name === '') return 'Indiquez un nom d’utilisateur.'
  if (name.length > NAME_MAX) return `Ce nom est trop long : ${NAME_MAX} caractères au plus.`
  if (INVISIBLE.test(name)) return 'Ce nom contient un caractère invisible : tapez-le de nouveau.'
  if (name.includes('@')) return 'Un nom d’utilisateur ne contient pas le signe @.'
  if (isOfSeveralAlphabets(name))
    return 'Ce nom mêle les lettres de plusieurs alphabets\u00a0: écrivez-le avec un seul.'
  return undefined
}

const isDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return domain === 'localhost' || (labels.length >= 2 && labels.every((label) => LABEL.test(label)))
}

/** Why an e-mail address is refused, in French; undefined where it is one plausible address (reliability.md T13). */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Indiquez une adresse électronique.'
  if (email.length > EMAIL_MAX) return `Cette adresse est trop longue : ${EMAIL_MAX} caractères au plus.`
  const [local = '', domain = '', ...rest] = email.split('@')
  const plausible = rest.length === 0 && LOCAL_PART.test(local) && isDomain(domain) && !INVISIBLE.test(email)
  return plausible ? undefined : 'Indiquez une seule adresse, par exemple marie.durand@exemple.fr.'
}

/** A rule above as a check of a field of a form. */
export const told = (problemOf: (typed: string) => string | undefined) => (typed: string, ctx: z.RefinementCtx) => {
  const message = problemOf(typed)
  if (message !== undefined) ctx.addIssue({ code: 'custom', message })
}
