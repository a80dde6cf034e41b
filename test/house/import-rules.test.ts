// The import rules of src/ARCHITECTURE.md are kept by Biome (.biome.json). A rule that matches nothing would look kept for
// ever: here one violation of each is planted in a temporary tree, and each must be refused for the right reason.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Refusal = { path: string; category: string; message: string }
type Report = { diagnostics: { category: string; message: string; location: { path: string | { file: string } } }[] }

const root = join(import.meta.dirname, '../..')
const uses = (from: string, name = 'value') => `import { ${name} } from '${from}'\n\nexport const used = ${name}\n`
const types = (from: string) => `import type { Row } from '${from}'\n\nexport type Used = Row\n`

/** [rule, file planted, its text, part of the refusal] */
const PLANTED: [rule: string, path: string, source: string, refusal: string][] = [
  ['lib stands alone', 'src/lib/planted.ts', uses('../db/schema.ts'), 'lib stands alone'],
  ['lib takes no type either', 'src/lib/planted-type.ts', types('../web/env.ts'), 'lib stands alone'],
  ['db knows only lib', 'src/db/planted.ts', uses('../web/env.ts'), 'db knows only lib'],
  ['a dialect knows only db and lib', 'src/db/dialect/planted.ts', uses('../../features/lieux/queries.ts'), 'db knows'],
  [
    'nor in the room of an engine',
    'src/db/dialect/sqlite/p.ts',
    uses('../../../features/lieux/queries.ts'),
    'db knows',
  ],
  ['a migration imports no feature', 'db/migrations/9999_planted.ts', uses('../../src/features/a/rule.ts'), 'history'],
  ['ui knows only lib', 'src/ui/planted.tsx', uses('../db/schema.ts'), 'ui knows only lib'],
  ['web knows no feature', 'src/web/planted.ts', uses('../features/lieux/queries.ts'), 'web knows no feature'],
  ['web knows no champ', 'src/web/planted-champ.ts', uses('../champs/index.ts'), 'web knows no feature'],
  ['web knows nothing of src/ itself', 'src/web/planted-src.ts', uses('../config.ts'), 'web knows no feature'],
  ['champs know no feature', 'src/champs/planted.tsx', uses('../features/lieux/queries.ts'), 'champs know no feature'],
  ['champs know no search', 'src/champs/planted-s.tsx', uses('../search/marks.ts'), 'no search'],
  ['search knows no feature', 'src/search/planted.ts', uses('../features/lieux/queries.ts'), 'search knows'],
  ['search knows no HTTP', 'src/search/planted-web.ts', uses('../web/form.ts'), 'search knows'],
  ['private from two folders deeper', 'src/features/a/b/c/p.tsx', uses('../../../sources/form.ts'), 'are private'],
  [
    'views of a part query nothing',
    'src/features/a/part-views.tsx',
    uses('./queries.ts', 'list'),
    'Views query nothing',
  ],
  ['champs know nothing of src/ itself', 'src/champs/planted-src.tsx', uses('../app.tsx'), 'champs know no feature'],
  ['features know no app', 'src/features/lieux/planted.tsx', uses('../../app.tsx'), 'Features know no app'],
  ['nor from a folder of pages', 'src/features/lieux/routes/planted.tsx', uses('../../../config.ts'), 'know no app'],
  ['routes are private', 'src/features/lieux/p-routes.tsx', uses('../sources/routes.tsx'), 'are private'],
  ['views are private', 'src/features/lieux/p-views.tsx', uses('../sources/views.tsx'), 'are private'],
  ['a folder of views too', 'src/features/lieux/p-folder.tsx', uses('../sources/views/page.tsx'), 'are private'],
  ['form is private', 'src/features/lieux/p-form.tsx', uses('../sources/form.ts'), 'are private'],
  ['private from one folder deeper', 'src/features/lieux/routes/p.tsx', uses('../../sources/form.ts'), 'are private'],
  ['.ts files know no ui', 'src/features/lieux/p-ui.ts', uses('../../ui/field.tsx'), 'no HTTP'],
  ['.ts files know no rendering', 'src/features/lieux/p-render.ts', uses('../../web/render.tsx'), 'no HTTP'],
  ['.ts files know no .tsx', 'src/features/lieux/p-tsx.ts', uses('./views.tsx'), 'no HTTP'],
  ['.ts files know no hono', 'src/features/lieux/p-hono.ts', uses('hono'), 'no HTTP'],
  ['.ts files know no part of hono', 'src/features/lieux/p-cookie.ts', uses('hono/cookie'), 'no HTTP'],
  ['views call no query', 'src/features/lieux/views.tsx', uses('./queries.ts', 'listLieux'), 'Views query nothing'],
  ['nor an action', 'src/features/sources/views.tsx', uses('./actions.ts', 'createSource'), 'Views query nothing'],
  ['nor kysely', 'src/features/releves/views/page.tsx', uses('kysely', 'sql'), 'Views query nothing'],
  ['better-sqlite3 in dialects only', 'src/features/lieux/p-sqlite.ts', uses('better-sqlite3'), 'Drivers live'],
  ['pg in dialects only', 'src/db/p-pg.ts', uses('pg'), 'Drivers live'],
  ['pg-cursor in dialects only', 'src/p-cursor.ts', uses('pg-cursor'), 'Drivers live'],
  ['lucia in one module', 'src/features/profil/p-lucia.ts', uses('lucia'), 'knows lucia'],
  ['no cycles', 'src/features/a/one.ts', uses('./two.ts', 'used'), 'cycle'],
  ['extensions are written', 'src/features/a/short.ts', uses('./rule'), 'extension'],
  ['process.env in config.ts only', 'src/lib/env.ts', 'export const port = process.env.PORT\n', 'process.env'],
  ['no console in the application', 'src/web/noise.ts', "console.log('ici')\n", 'console'],
  ['no raw HTML', 'src/ui/raw.tsx', 'export const R = () => <p dangerouslySetInnerHTML={{ __html: "" }} />\n', 'HTML'],
]

const CLEAN: [path: string, source: string][] = [
  ['src/lib/clean.ts', uses('./text.ts')],
  ['src/db/clean.ts', uses('../lib/text.ts')],
  ['src/db/migrate-clean.ts', uses('../../db/migrations/index.ts')],
  ['src/db/dialect/sqlite/clean.ts', `${uses('../../schema.ts')}${types('../../../lib/errors.ts')}`],
  ['src/db/dialect/clean.ts', `${uses('../schema.ts')}${types('../../lib/errors.ts')}export type { Pool } from 'pg'\n`],
  ['db/migrations/9998_clean.ts', `${types('../../src/db/schema.ts')}${uses('./engines/index.ts', 'engineOf')}`],
  ['src/ui/clean.tsx', `${uses('../lib/text.ts')}${types('./field.tsx')}`],
  ['src/web/clean.tsx', `${uses('../ui/page.tsx')}${types('../db/schema.ts')}`],
  ['src/search/clean.ts', `${uses('../champs/index.ts')}${types('../db/schema.ts')}`],
  ['src/features/clean/import/actions/write.ts', uses('../../queries.ts')],
  ['src/champs/clean.tsx', `${uses('../ui/field.tsx')}${types('../web/form.ts')}`],
  ['src/features/clean/routes.tsx', `${uses('../../web/render.tsx')}${types('../sources/queries.ts')}`],
  ['src/features/clean/views.tsx', `${uses('../../ui/page.tsx')}${types('./queries.ts')}`],
  ['src/features/clean/form.ts', uses('../../web/form.ts')],
  ['src/features/clean/queries.ts', `${uses('kysely', 'sql')}${types('../lieux/queries.ts')}`],
  ['src/features/clean/actions.ts', uses('../notifications/actions.ts', 'notify')],
  ['src/features/auth/sessions.ts', uses('lucia')],
  ['src/config.ts', 'export const port = process.env.PORT\n'],
  ['src/app.tsx', uses('./features/clean/routes.tsx')],
]

let tree: string
let refusals: Refusal[]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'releves-import-rules-'))
  for (const file of ['.biome.json', '.gitignore']) cpSync(join(root, file), join(tree, file))
  for (const [, path, source] of PLANTED) plant(path, source)
  for (const [path, source] of CLEAN) plant(path, source)
  plant('src/features/a/two.ts', uses('./one.ts', 'used'))
  plant('src/features/a/rule.ts', 'export const value = 1\n')
  refusals = lint()
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

function plant(path: string, source: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), source)
}

function lint(): Refusal[] {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--config-path=.biome.json', '--reporter=json', '--max-diagnostics=none', '.']
  const run = spawnSync(process.execPath, [biome, ...options], { cwd: tree, encoding: 'utf8' })
  expect(run.stdout, run.stderr).toContain('diagnostics')
  const report = JSON.parse(run.stdout) as Report
  return report.diagnostics.map(({ category, message, location }) => ({
    path: typeof location.path === 'string' ? location.path : location.path.file,
    category,
    message,
  }))
}

describe('refuses', () => {
  test.each(PLANTED)('%s: %s', (_rule, path, _source, refusal) => {
    const messages = refusals.filter((one) => one.path === path).map((one) => `${one.category}: ${one.message}`)
    expect(messages.join('\n')).toContain(refusal)
  })
})

describe('accepts', () => {
  test.each(CLEAN)('%s', (path) => {
    expect(refusals.filter((one) => one.path === path)).toEqual([])
  })
})
