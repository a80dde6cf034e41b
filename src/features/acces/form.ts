import { z } from 'zod'
import { type Body, type Parsed, parseForm, refused, text } from '../../web/form.ts'
import { passwordProblem } from '../auth/rules/password.ts'
import { EMAIL_MAX, emailProblem, NAME_MAX, nameProblem, told } from '../users/rules/identity.ts'
import { typedPassword } from '../users/rules/password-field.ts'

const passwords = {
  password: typedPassword.refine((value) => value !== '', 'Choisissez un mot de passe.'),
  confirmation: typedPassword.refine((value) => value !== '', 'Tapez le mot de passe une seconde fois.'),
}

const Registration = z.object({
  name: text(NAME_MAX, 'Choisissez un nom d’utilisateur.').superRefine(told(nameProblem)),
  email: text(EMAIL_MAX, 'Indiquez votre adresse électronique.').superRefine(told(emailProblem)),
  ...passwords,
})

export type RegistrationInput = z.output<typeof Registration>

/** A password typed twice, good for this person on this site. */
function withGoodPassword<T extends { password: string; confirmation: string }>(
  form: Parsed<T>,
  raw: Body,
  contextOf: (value: T) => string[],
): Parsed<T> {
  if (!form.ok) return form
  const { password, confirmation } = form.value
  const problem = passwordProblem(password, contextOf(form.value))
  if (problem !== undefined) return refused(raw, { password: problem })
  if (password === confirmation) return form
  return refused(raw, { confirmation: 'Les deux mots de passe ne sont pas les mêmes.' })
}

export const parseRegistration = (raw: Body, siteName: string): Parsed<RegistrationInput> =>
  withGoodPassword(parseForm(Registration, raw), raw, ({ name, email }) => [name, email, siteName])

/** `context`: login, e-mail and site name, none of which may be the password. */
export const parseNewPassword = (raw: Body, context: string[]) =>
  withGoodPassword(parseForm(z.object(passwords), raw), raw, () => context)

const Forgotten = z.object({
  login: text(EMAIL_MAX, 'Indiquez votre nom d’utilisateur ou votre adresse électronique.'),
})

export const parseForgotten = (raw: Body) => parseForm(Forgotten, raw)
