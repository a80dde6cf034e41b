// A comment that names a paper, a section, a finding or a rule (T1 to T45 of reliability.md) names one that is in docs/.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const CODE = /\.(tsx?|js|css|sh)$/
const COMMENT = /^\s*(\/\/|\/?\*|#)|\s\/\/ |\/\*\*? /
/** Ours, beside the code. */
const BESIDE = new Set(['README', 'ARCHITECTURE', 'DECISIONS', 'NOUVEAUTES'])

const CITED = /\b([\w-]+)\.md\b(?:,? (?:sections? |T|finding )?(\d+(?:\.\d+)*))?/g
const RULE = /\(T(\d+)\)/g

/** How each paper marks what is cited of it. */
const MARKS: Record<string, (number: string) => RegExp> = {
  section: (number) => new RegExp(`^#+ ${number.replaceAll('.', '\\.')}[. ]`, 'm'),
  T: (number) => new RegExp(`^\\*\\*T${number} `, 'm'),
  finding: (number) => new RegExp(`^\\|? ?${number}[ .]`, 'm'),
}

const paperOf = (name: string): string => readFileSync(join(root, 'docs', `${name}.md`), 'utf8')

/** Names the papers that a line cites and nobody finds. */
function missing(line: string): string[] {
  const lost: string[] = []
  const look = (name: string, kind: string, number: string, cited: string) => {
    // The specification counts some points of a section.
    const isPoint = name === 'spec' && !MARKS.section?.(number).test(paperOf(name))
    const wanted = isPoint ? number.replace(/\.\d+$/, '') : number
    if (!MARKS[kind]?.(wanted).test(paperOf(name))) lost.push(cited)
  }
  for (const [cited, name = '', number] of line.matchAll(CITED)) {
    if (BESIDE.has(name)) continue
    if (!existsSync(join(root, 'docs', `${name}.md`))) lost.push(cited)
    else if (number !== undefined)
      look(name, /finding/.test(cited) ? 'finding' : / T\d/.test(cited) ? 'T' : 'section', number, cited)
  }
  for (const [cited, number = ''] of line.matchAll(RULE)) look('reliability', 'T', number, cited)
  return lost
}

test('a paper, a section, a finding and a rule that are not there are seen', () => {
  expect(missing('// As peers-of-ours.md has it.')).toEqual(['peers-of-ours.md'])
  expect(missing('// decisions.md, section 99')).toEqual(['decisions.md, section 99'])
  expect(missing('// search.md, finding 77')).toEqual(['search.md, finding 77'])
  expect(missing('// reliability.md T99 and (T98)')).toEqual(['reliability.md T99', '(T98)'])
  expect(
    missing('// decisions.md, section 4; search.md, finding 2; reliability.md T41 and (T14); spec.md 5.3'),
  ).toEqual([])
})

test('whatever a comment cites is in the repository', () => {
  const names = execFileSync('git', ['ls-files', 'src', 'db', 'bin', 'bench', 'static', 'test'], {
    cwd: root,
    encoding: 'utf8',
  })
  const lost: string[] = []
  for (const name of names.split('\n')) {
    if (!CODE.test(name) || name === 'test/house/papers.test.ts') continue
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .forEach((line, index) => {
        if (COMMENT.test(line)) lost.push(...missing(line).map((cited) => `${name}:${index + 1}: ${cited}`))
      })
  }
  expect(lost).toEqual([])
})
