import { kindOf } from '../../../src/features/droits/rules/memberships.ts'
import { type TestApp, testApp } from '../../support/app.ts'

export const LIST = '/admin/utilisateurs'

/** A fresh site, and the administrator at its door. */
export async function asAdmin() {
  const t = await testApp()
  return { t, visitor: await t.as(t.admin) }
}

export const account = (t: TestApp, name: string) =>
  t.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()

export const allAccounts = (t: TestApp) => t.db.selectFrom('users').selectAll().orderBy('id').execute()

export const activeAdmins = async (t: TestApp): Promise<string[]> => {
  const rows = await t.db
    .selectFrom('users')
    .select('name')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

export async function sectionsOf(t: TestApp, user: { id: number }) {
  const rows = await t.db
    .selectFrom('section_membres')
    .select(['section_id', 'is_manager', 'is_reader'])
    .where('user_id', '=', user.id)
    .orderBy('section_id')
    .execute()
  return rows.map(({ section_id, ...marks }) => ({ section_id, kind: kindOf(marks) }))
}

/** In every session the password was shown longer ago than it counts for. */
export const proofIsOld = (t: TestApp) =>
  t.db
    .updateTable('sessions')
    .set({ prouve_at: new Date(Date.now() - 31 * 60_000).toISOString() })
    .execute()

/** The form of an account as it is stored, some fields changed. */
export async function formOf(
  t: TestApp,
  user: { id: number },
  change: Record<string, string | number | number[] | string[]> = {},
) {
  const row = await t.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { name, email, role, version } = row
  const sections = (await sectionsOf(t, user)).map((section) => section.section_id)
  return { name, email, role, version, sections, ...change }
}
