import type { Facteur } from '../../db/schema-acces.ts'
import { type Body, shown, shownAll } from '../../lib/body.ts'
import { typedRecoveryCode } from './rules/recovery-codes.ts'

/** The name of the field of a recovery code: a form that has it is one of these. */
export const RECOVERY_FIELD = 'secours'

/** `error`: the shape is not that of a code. */
type TypedCode = { pin: string; isRecovery: boolean } | { error: string; isRecovery: boolean }

function recoveryCode(text: string): TypedCode {
  if (text.trim() === '') return { error: 'Tapez l’un de vos codes de secours.', isRecovery: true }
  const pin = typedRecoveryCode(text)
  if (pin !== undefined) return { pin, isRecovery: true }
  return {
    error: 'Un code de secours compte seize signes, lettres de a à z et chiffres de 2 à 7.',
    isRecovery: true,
  }
}

/** The code of the second step of a log-in, as it was typed. */
export function readCode(raw: Body, facteur: Facteur): TypedCode {
  if (facteur === 'totp' && shownAll(raw, RECOVERY_FIELD).length > 0) return recoveryCode(shown(raw, RECOVERY_FIELD))
  const pin = shown(raw, 'code').replace(/\s/g, '')
  const missing =
    facteur === 'courriel' ? 'Tapez le code reçu par courriel.' : 'Tapez le code que montre votre application.'
  if (pin === '') return { error: missing, isRecovery: false }
  if (!/^\d{6}$/.test(pin)) return { error: 'Le code compte six chiffres.', isRecovery: false }
  return { pin, isRecovery: false }
}
