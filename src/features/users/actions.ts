import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, UserRole } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { caseKey } from '../../lib/text.ts'
import { hashPassword } from '../auth/password.ts'
import { emailProblem, nameProblem } from './identity.ts'

export interface NewUser {
  name: string
  email: string
  password: string
  role: UserRole
  must_change_password: boolean
  /** ISO instant. */
  now: string
}

/**
 * Creates an active account, in a transaction or outside, and returns its id. The caller has checked the password
 * (`passwordProblem`). AppError `invalide` for a bad name or address, `conflit` where one of them is taken.
 */
export async function createUser(db: Db, input: NewUser): Promise<number> {
  const [name, email] = [input.name.normalize('NFC').trim(), input.email.normalize('NFC').trim()]
  const problem = nameProblem(name) ?? emailProblem(email)
  if (problem) throw new AppError('invalide', problem)
  const password_hash = await hashPassword(input.password)
  const { role, must_change_password, now } = input
  try {
    const row = await db
      .insertInto('users')
      .values({
        ...{ name, name_key: caseKey(name), email, email_key: caseKey(email) },
        ...{ password_hash, role, must_change_password, is_active: true, created_at: now, updated_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    if (!dialectOf(db).isUniqueViolation(error)) throw error
    throw new AppError('conflit', 'Ce nom d’utilisateur ou cette adresse électronique sert déjà à un autre compte.')
  }
}
