import type { Facteur } from '../../db/schema-acces.ts'
import { type Body, shown, shownAll } from '../../lib/body.ts'
import { readSigned, type SignedAnswer } from './rules/key-answers.ts'
import { typedRecoveryCode } from './rules/recovery-codes.ts'

/** The name of the field of a recovery code: a form that has it is one of these. */
export const RECOVERY_FIELD = 'secours'
/** The name of the field in which a script puts the answer of a key. */
export const KEY_FIELD = 'cle'

/** `error`: the shape is not that of a code, or of an answer. */
type TypedCode =
  | { kind: 'code' | 'secours'; pin: string }
  | { kind: 'cle'; answer: SignedAnswer }
  | { kind: 'code' | 'secours' | 'cle'; error: string }

function recoveryCode(text: string): TypedCode {
  if (text.trim() === '') return { kind: 'secours', error: 'Tapez l’un de vos codes de secours.' }
  const pin = typedRecoveryCode(text)
  if (pin !== undefined) return { kind: 'secours', pin }
  return { kind: 'secours', error: 'Un code de secours compte seize signes, lettres de a à z et chiffres de 2 à 7.' }
}

/** Told where a form of a key comes without what only a script can put in it. */
export const NO_ANSWER =
  'Votre navigateur n’a rien transmis de votre clé d’accès. Recommencez, ou prenez un autre moyen.'

function keyAnswer(text: string): TypedCode {
  const answer = readSigned(text)
  return answer ? { kind: 'cle', answer } : { kind: 'cle', error: NO_ANSWER }
}

/** The second step of a log-in, as it was typed, or as a key answered. */
export function readCode(raw: Body, facteur: Facteur): TypedCode {
  const isSent = (name: string) => facteur === 'propre' && shownAll(raw, name).length > 0
  if (isSent(RECOVERY_FIELD)) return recoveryCode(shown(raw, RECOVERY_FIELD))
  if (isSent(KEY_FIELD)) return keyAnswer(shown(raw, KEY_FIELD))
  const pin = shown(raw, 'code').replace(/\s/g, '')
  const missing =
    facteur === 'courriel' ? 'Tapez le code reçu par courriel.' : 'Tapez le code que montre votre application.'
  if (pin === '') return { kind: 'code', error: missing }
  if (!/^\d{6}$/.test(pin)) return { kind: 'code', error: 'Le code compte six chiffres.' }
  return { kind: 'code', pin }
}
