// A page of docs/ that shows a change as a patch is followed to the letter: what no longer applies has to be written anew.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const patchesIn = (page: string): string =>
  [...page.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, patch]) => patch).join('')

/** The complaints of git; '' where every patch of the page applies, or is applied: somebody is trying the page. */
function refusal(page: string): string {
  const check = (...options: string[]) =>
    spawnSync('git', ['apply', '--check', ...options], { cwd: root, input: patchesIn(page), encoding: 'utf8' })
  const { status, stderr } = check()
  return status === 0 || check('--reverse').status === 0 ? '' : stderr
}

const block = (patch: string): string => `Text.\n\n\`\`\`diff\n${patch}\`\`\`\n`

test('a patch that no longer applies is seen', () => {
  const [first] = readFileSync(join(root, 'src/lib/typo.ts'), 'utf8').split('\n')
  const patch = (line: string) =>
    `--- a/src/lib/typo.ts\n+++ b/src/lib/typo.ts\n@@ -1,1 +1,2 @@\n+// One more.\n ${line}\n`
  expect(refusal(block(patch(first ?? '')))).toBe('')
  expect(refusal(block(patch('it was otherwise')))).toContain('src/lib/typo.ts')
})

const pages = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(join(root, 'docs', name), 'utf8')] as const)
  .filter(([, page]) => patchesIn(page) !== '')

describe('every patch applies', () => {
  test.each(pages)('of %s', (_name, page) => {
    expect(refusal(page)).toBe('')
  })
})
