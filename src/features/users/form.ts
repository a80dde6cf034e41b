import { z } from 'zod'
import { USER_ROLES } from '../../db/schema.ts'
import { type Body, choice, optionalText, type Parsed, parseForm, refused, text, version } from '../../web/form.ts'
import { passwordProblem } from '../auth/rules/password.ts'
import { memberships } from '../droits/rules/membership-field.ts'
import { EMAIL_MAX, emailProblem, NAME_MAX, NOTE_MAX, nameProblem, told } from './rules/identity.ts'
import { typedPassword } from './rules/password-field.ts'

const account = {
  name: text(NAME_MAX, 'Indiquez un nom d’utilisateur.').superRefine(told(nameProblem)),
  email: text(EMAIL_MAX, 'Indiquez une adresse électronique.').superRefine(told(emailProblem)),
  role: choice(USER_ROLES, 'Choisissez un rôle.'),
  sections: memberships,
}

const NewUser = z.object({ ...account, password: typedPassword })
const EditedUser = z.object({ ...account, note: optionalText(NOTE_MAX), version })

type EditedUserInput = Omit<z.output<typeof EditedUser>, 'note'> & { note?: string | null }

export type NewUserInput = z.output<typeof NewUser>

/** `password` '' asks for a generated one; a typed one must be good for this person on this site. */
export function parseNewUser(raw: Body, siteName: string): Parsed<NewUserInput> {
  const form = parseForm(NewUser, raw)
  if (!form.ok || form.value.password === '') return form
  const { name, email, password } = form.value
  const problem = passwordProblem(password, [name, email, siteName])
  return problem === undefined ? form : refused(raw, { password: problem })
}

/** A form that has no note, of an earlier version of the page, leaves it as it is. */
export function parseUser(raw: Body): Parsed<EditedUserInput> {
  const form = parseForm(EditedUser, raw)
  if (!form.ok || Object.hasOwn(raw, 'note')) return form
  const { note: _, ...value } = form.value
  return { ok: true, value }
}
