import type { TestApp } from '../../support/app.ts'

export const LIST = '/admin/sections'

export const stored = (t: TestApp) =>
  t.db.selectFrom('sections').select(['nom', 'description']).orderBy('nom_key').execute()

export const members = (t: TestApp, section: { id: number }) =>
  t.db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.name', 'is_manager'])
    .where('section_id', '=', section.id)
    .orderBy('users.name')
    .execute()

export const sectionNamed = (t: TestApp, nom: string) =>
  t.db.selectFrom('sections').selectAll().where('nom', '=', nom).executeTakeFirstOrThrow()

export const ticked = (
  page: { all(selector: string): { getAttribute(name: string): string | undefined }[] },
  name: string,
) => page.all(`input[name=${name}][checked]`).map((box) => Number(box.getAttribute('value')))

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
