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

export const sectionsOf = async (t: TestApp, user: { id: number }) =>
  t.db
    .selectFrom('section_membres')
    .select(['section_id', 'is_manager'])
    .where('user_id', '=', user.id)
    .orderBy('section_id')
    .execute()

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
  change: Record<string, string | number | number[]> = {},
) {
  const row = await t.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { name, email, role, version } = row
  const sections = (await sectionsOf(t, user)).map((section) => section.section_id)
  return { name, email, role, version, sections, ...change }
}
