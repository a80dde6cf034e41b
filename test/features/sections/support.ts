import { kindOf } from '../../../src/features/droits/rules/memberships.ts'
import type { TestApp } from '../../support/app.ts'

export const LIST = '/admin/sections'

export const stored = (t: TestApp) =>
  t.db.selectFrom('sections').select(['nom', 'description']).orderBy('nom_key').execute()

/** Tells who belongs to a section, and how: « rene gestion ». */
export async function members(t: TestApp, section: { id: number }): Promise<string[]> {
  const rows = await t.db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.name', 'is_manager', 'is_reader'])
    .where('section_id', '=', section.id)
    .orderBy('users.name')
    .execute()
  return rows.map(({ name, ...marks }) => `${name} ${kindOf(marks)}`)
}

export const sectionNamed = (t: TestApp, nom: string) =>
  t.db.selectFrom('sections').selectAll().where('nom', '=', nom).executeTakeFirstOrThrow()

/** The memberships that the form shows, as it would send them. */
export const chosen = (page: { all(selector: string): { getAttribute(name: string): string | undefined }[] }) =>
  page.all('select[name=membres] option[selected]').map((option) => option.getAttribute('value') ?? '')

/** Counts what the executor compiles from now on. */
export function countQueries(t: TestApp): () => number {
  const executor = t.db.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  let count = 0
  executor.compileQuery = (...query) => {
    count += 1
    return compile(...query)
  }
  return () => {
    executor.compileQuery = compile
    return count
  }
}
