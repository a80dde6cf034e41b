// Smells that a search of the sources finds (src/ARCHITECTURE.md). Each one is first shown a guilty line and an innocent
// one: a search that finds nothing anywhere proves nothing.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Smell {
  name: string
  /** Which files are searched, by path from the root. */
  where: RegExp
  except?: RegExp
  line: RegExp
  /** Several where the search looks for several things. */
  guilty: string | string[]
  innocent: string
}

const SMELLS: Smell[] = [
  {
    name: 'the name of an engine is asked',
    where: /^(src|db)\//,
    except: /^src\/db\/dialect\//,
    line: /\b(dialect|adapter|engine)\.name\s*[!=]==?/,
    guilty: "if (dialect.name === 'sqlite') return",
    innocent: 'return dialectOf(db).sql.jsonList(column)',
  },
  {
    name: 'a request body is read outside the HTTP tool kit',
    where: /^src\//,
    except: /^src\/web\//,
    line: /\bparseBody\(/,
    guilty: 'const body = await c.req.parseBody()',
    innocent: 'const body = await readBody(c)',
  },
  {
    name: 'the type of a champ is asked outside champs/',
    where: /^src\//,
    except: /^src\/champs\//,
    line: /(switch\s*\(\s*\w*\.?champ\.type|\bchamp\.type\s*[!=]==?)/,
    guilty: "if (champ.type === 'date') {",
    innocent: 'KINDS[champ.type].toText(value)',
  },
  {
    name: 'the time is read inside a rule',
    where: /^src\/(features|champs)\//,
    // lucia reads the clock itself, and its adapter is handed none.
    except: /^src\/features\/auth\/sessions\.ts$/,
    line: /new Date\(\s*\)|\bDate\.now\(\)/,
    guilty: 'const now = new Date()',
    innocent: 'const day = new Date(row.created_at)',
  },
  {
    name: 'chance that is neither secure nor repeatable',
    where: /^src\//,
    line: /Math\.random\(/,
    guilty: 'const pin = Math.random()',
    innocent: 'const pin = randomPin()',
  },
  {
    name: 'SQL text made from a variable',
    where: /^(src|db)\//,
    except: /^src\/db\/dialect\//,
    line: /\bsql\.raw\((?!\s*(['"])[^'"]*\1\s*\))/,
    guilty: 'sql.raw(column)',
    innocent: "sql.raw('nocase')",
  },
  {
    name: 'an error is swallowed',
    where: /^(src|db|bin)\//,
    line: /catch\s*(\([^)]*\)\s*)?\{\s*\}|\.catch\(\(\w*\)\s*=>\s*(null|undefined|\{\s*\})\)/,
    guilty: '} catch {}',
    innocent: '} catch (error) {',
  },
  {
    name: 'a form is saved in a second way',
    where: /^src\//,
    except: /^src\/db\//,
    line: /\bisUniqueViolation\b|^(export )?(type|interface|class) (Saved|Refused|Sending)\b|\b(const|function) saving\b/,
    guilty: 'export type Saved = { ok: true; id: number } | { ok: false; errors: FormErrors }',
    innocent: "import { refuse, type Saved, saving } from '../../db/saving.ts'",
  },
  {
    name: 'a filter is read in a second way',
    where: /^src\/features\//,
    line: /\bshown\(query, '(q|qui|tri|ordre|statut|status|role|type|section|action|resultat|du|au|annee_\w+)'\)/,
    guilty: "const statut = STATUSES.find((one) => one === shown(query, 'statut'))",
    innocent: 'const { filter } = sourceFilter.read(query, { lieu })',
  },
  {
    name: 'a comment without subject and verb',
    where: /^(src\/(lib|db|web|ui|champs|process|cli)|test)\//,
    line: /^\s*(\/\*\*|\/\/|\*) (What|Who|Whoever|Of|The same|As)\b/,
    guilty: '/** What is wrong with a form. */',
    innocent: '/** Says what is wrong with a form. */',
  },
  {
    name: 'a migration calls what may change',
    where: /^db\/migrations\//,
    line: /^(import|export) (?!type\b).*\/src\/|^\} from .*\/src\//,
    guilty: "import { dialectOf } from '../../src/db/dialect/index.ts'",
    innocent: "import type { AnyDb } from '../../src/db/schema.ts'",
  },
  {
    name: 'a record is written otherwise than by applyChange',
    where: /^(src|db\/seeds)\//,
    // `change-rows.ts` is its rows, `history-rows.ts` their history, `write.ts` the lock of a source.
    except: /^src\/features\/releves\/actions\/(apply-change|change-rows|history-rows|versions|write)\.ts$/,
    line: /\b(insertInto|updateTable|deleteFrom)\('releve(s|_versions)'\)|\binsertRows\(\w+, 'releve|^\s*'releve(s|_versions)',$|\b(into|update|delete from) releve(s|_versions)\b|(?<!function )\b(holdAndCount|writeRows|overwrite|countMonths|updateValues|touchStatusAfterEntry)\(/,
    guilty: [
      "      .updateTable('releves')",
      "await trx.deleteFrom('releve_versions').where('releve_id', '=', id).execute()",
      "await insertRows(trx, 'releves', rows)",
      "    'releve_versions',",
      'await sql`delete from releves`.execute(trx)',
      'await updateValues(trx, champs, { source_id, before: [], after: [data] })',
    ],
    innocent: "const rows = await trx.selectFrom('releves').select('id').execute()",
  },
  {
    name: 'the index of records is written otherwise than by applyChange',
    where: /^(src|db\/seeds)\//,
    // No record changes there: the index gets again what a migration emptied, or what a field, a source or a date changes in it.
    except:
      /^src\/(search\/index-writer|features\/releves\/(actions\/apply-change|tasks\/(mark-reach|reindex|reindex-next|reindex-type|rewrite-words)))\.ts$/,
    line: /(?<!function )\b(addToIndex|addToNextIndex|changeIndex|removeFromIndex|rewriteIndex|writeWords|settleWords)\(/,
    guilty: ['await addToIndex(trx, entries)', '    await changeIndex(', 'await settleWords(trx, id)'],
    innocent: 'export async function addToIndex(trx: Db, entries: readonly RecordEntry[]): Promise<void> {',
  },
  {
    name: 'a test that does not run',
    where: /^test\//,
    line: /\b(test|it|describe)(\.\w+)*\.(only|skip|todo|fails)\b/,
    guilty: "test.only('x', () => {",
    innocent: "test.runIf(linux)('x', () => {",
  },
  {
    name: 'HTML made by hand',
    where: /^src\/.*\.tsx?$/,
    // No HTML is made there, and `raw` is SQL.
    except: /^src\/db\//,
    line: /['"`]<\w+[^'"`]*>['"`]\s*\+|\braw\(/,
    guilty: "const row = '<li>' + nom",
    innocent: 'const row = <li>{nom}</li>',
  },
  {
    // static/js/alpine.js reads no other.
    name: 'an Alpine expression that is more than a name or a path, or a directive that is not there',
    where: /^src\/.*\.tsx$/,
    line: /\bx-(data|on:[\w.:-]+|if|text|bind:[\w-]+)="(?![\w.]+")|\bx-(show|model|init|effect|ref|html|cloak|transition|id)\b=/,
    guilty: '<button x-bind:tabindex="rang ? -1 : 0">',
    innocent: '<a x-bind:href="banner.href">',
  },
  {
    name: 'a script inside a page',
    where: /^src\/.*\.tsx$/,
    line: /<script>|<style>|\son(click|change|submit|input|load)=|\sstyle=["{]|\shx-on/,
    guilty: '<button onclick="go()">',
    innocent: '<script src={asset("app.js")} defer />',
  },
  {
    name: 'a task without an issue number',
    where: /^(src|db|bin|static|test)\//,
    except: /^test\/house\//,
    line: /(\/\/|\/\*|\*|#|<!--).*\b(TODO|FIXME|XXX|HACK)\b(?!.*#\d)/,
    guilty: '// TODO: later',
    innocent: '// TODO #12: the second page',
  },
]

const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|shared|manager|service|stuff)\.\w+$/
const root = join(import.meta.dirname, '../..')
const CODE = /\.(ts|tsx|js|css)$/
// Committed and new files alike, without what .gitignore leaves out.
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => CODE.test(path) && existsSync(join(root, path)))

const searched = (smell: Smell, path: string) => smell.where.test(path) && !smell.except?.test(path)

function findSmell(smell: Smell): string[] {
  const own = path(import.meta.filename)
  const found: string[] = []
  for (const file of files) {
    if (!searched(smell, file) || file === own) continue
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        if (smell.line.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`)
      })
  }
  return found
}

function path(absolute: string): string {
  return absolute.slice(root.length + 1)
}

test('there are sources to search', () => {
  expect(files.filter((file) => file.startsWith('src/')).length).toBeGreaterThan(20)
})

describe.each(SMELLS)('$name', (smell) => {
  test('is recognised', () => {
    for (const line of [smell.guilty].flat()) expect(smell.line.test(line), line).toBe(true)
    expect(smell.line.test(smell.innocent)).toBe(false)
  })

  test('is nowhere', () => {
    expect(findSmell(smell)).toEqual([])
  })
})

const NO_SUBJECT = /(?:(?<!\/\/.*\n\s*)\/\/|\/\*\*?(?:\n\s*\*)?) (?:What|Who|Of|The same)\b.*/g

test('a comment begins with a sentence, not with « What », « Who », « Of », « The same »', () => {
  const guilty = ['// What it says', '/** Who asks. */', '/**\n * Of a place', '/* The same */', 'f() // What it is']
  const innocent = ['// Whoever asks', '// It says\n  // What it is', '/** A name.\n * Of a place */', '/** Offers. */']
  expect(guilty.filter((text) => text.match(NO_SUBJECT))).toEqual(guilty)
  expect(innocent.filter((text) => text.match(NO_SUBJECT))).toEqual([])
  const own = path(import.meta.filename)
  const searched = files.filter((file) => /^(src|bin|bench|static|test)\//.test(file) && file !== own)
  const found = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .match(NO_SUBJECT)
      ?.map((it) => `${file}: ${it}`)
  expect(searched.flatMap((file) => found(file) ?? [])).toEqual([])
})

test('no file is named after nothing', () => {
  expect(['utils.ts', 'helpers.tsx', 'common.ts'].filter((name) => FORBIDDEN_NAMES.test(name))).toHaveLength(3)
  expect(files.filter((file) => FORBIDDEN_NAMES.test(basename(file)))).toEqual([])
})

test('file and folder names are kebab-case without accents', () => {
  const odd = files.filter((file) => !/^[a-z0-9./_-]+$/.test(file))
  expect(odd).toEqual([])
})
