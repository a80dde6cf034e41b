import type { TestApp } from '../../support/app.ts'

/** A line as the factory of the site would make it; `section` or the person has it. */
export async function line(
  t: TestApp,
  owner: { user_id: number } | { section_id: number },
  abreviation: string,
  texte: string,
) {
  const now = '2026-01-01T00:00:00.000Z'
  const whose = { user_id: null, section_id: null, ...owner }
  const row = { ...whose, abreviation, texte, recherche: `${abreviation} ${texte}`, created_at: now, updated_at: now }
  return (await t.db.insertInto('abreviations').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const lines = (t: TestApp) =>
  t.db.selectFrom('abreviations').select(['abreviation', 'texte', 'user_id', 'section_id']).orderBy('id').execute()
