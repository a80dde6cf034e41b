import { z } from 'zod'
import { type Body, type Parsed, parseForm, refused, shown, text, version } from '../../web/form.ts'
import { passwordProblem } from '../auth/rules/password.ts'
import { EMAIL_MAX, emailProblem, NAME_MAX, nameProblem, told } from '../users/rules/identity.ts'
import { typedPassword } from '../users/rules/password-field.ts'

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

const Profil = z.object({
  name: text(NAME_MAX, 'Indiquez un nom d’utilisateur.').superRefine(told(nameProblem)),
  email: text(EMAIL_MAX, 'Indiquez une adresse électronique.').superRefine(told(emailProblem)),
  preuve: typedPassword,
  version,
})

export const parseProfil = (raw: Body) => parseForm(Profil, raw)

/** An empty box is not sent: whatever else comes is a no. */
export const parseNamed = (raw: Body): boolean => shown(raw, 'contributeur_nomme') === '1'

const Deletion = z.object({ actuel: filled('Tapez votre mot de passe pour supprimer votre compte.') })

export const parseDeletion = (raw: Body) => parseForm(Deletion, raw)
