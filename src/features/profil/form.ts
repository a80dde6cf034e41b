import { z } from 'zod'
import { type Body, type Parsed, parseForm, refused } from '../../web/form.ts'
import { passwordProblem } from '../auth/password.ts'
import { typedPassword } from '../users/password-field.ts'

const filled = (message: string) => typedPassword.refine((value) => value !== '', message)

const Change = z.object({
  actuel: filled('Indiquez votre mot de passe actuel.'),
  nouveau: filled('Choisissez un nouveau mot de passe.'),
  confirmation: filled('Tapez le nouveau mot de passe une seconde fois.'),
})

export type PasswordChange = z.output<typeof Change>

/** `context`: login, e-mail and site name, none of which may be the password. */
export function parsePasswordChange(raw: Body, context: string[]): Parsed<PasswordChange> {
  const form = parseForm(Change, raw)
  if (!form.ok) return form
  const { actuel, nouveau, confirmation } = form.value
  const problem = passwordProblem(nouveau, context)
  if (problem !== undefined) return refused(raw, { nouveau: problem })
  if (nouveau === actuel) return refused(raw, { nouveau: 'Choisissez un mot de passe différent de l’actuel.' })
  if (nouveau !== confirmation) return refused(raw, { confirmation: 'Les deux mots de passe ne sont pas les mêmes.' })
  return form
}
