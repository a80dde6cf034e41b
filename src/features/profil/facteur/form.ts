import { z } from 'zod'
import { type Body, ONE_LINE, oneLine, type Parsed, parseForm, text } from '../../../web/form.ts'
import { typedPassword } from '../../users/rules/password-field.ts'

const Confirmation = z.object({
  code: z
    .preprocess((value) => (Array.isArray(value) ? value[0] : value) ?? '', z.string())
    .transform((text) => text.replace(/\s/g, ''))
    .refine((code) => code !== '', 'Tapez le code que montre votre application.')
    .refine((code) => code === '' || /^\d{6}$/.test(code), 'Le code compte six chiffres.'),
})

export const parseConfirmation = (raw: Body): Parsed<{ code: string }> => parseForm(Confirmation, raw)

/** Signs that the name of a key may have. */
export const MOST_NAME = 60

const KeyName = z.object({
  nom: text(MOST_NAME, 'Donnez un nom à cette clé, par exemple « Téléphone ».').refine(oneLine, ONE_LINE),
})

export const parseKeyName = (raw: Body): Parsed<{ nom: string }> => parseForm(KeyName, raw)

/** Two forms of one page ask for the password, each in a field of its own name. */
export const PROOFS = { codes: 'preuve_codes', retrait: 'preuve_retrait' } as const

const password = typedPassword.refine((value) => value !== '', 'Tapez votre mot de passe.')

/** The password in the form of new recovery codes, or of the one that takes the application off. */
export function parseProof(raw: Body, field: (typeof PROOFS)[keyof typeof PROOFS]): Parsed<string> {
  const form = parseForm(z.object({ [field]: password }), raw)
  return form.ok ? { ok: true, value: form.value[field] ?? '' } : form
}
