// One line of the log for each refused log-in, which fail2ban reads by the filter of the README.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonLog } from '../../../src/lib/log.ts'
import { behindProxy } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { withApplication } from './factor-support.ts'
import { from, logIn, siteWithClock } from './support.ts'

useFastPasswords()

async function site() {
  const t = await siteWithClock()
  t.deps.trustProxy = behindProxy
  const lines: string[] = []
  t.deps.log = jsonLog((line) => lines.push(line))
  return { ...t, lines, refused: () => lines.filter((line) => line.includes('log-in refused')) }
}

/** The expression of the README, as fail2ban takes it: its <ADDR> is an address. */
function filterOfReadme(): RegExp {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const [, expression = ''] = /^failregex = (.+)$/m.exec(readme) ?? []
  expect(expression).toContain('<ADDR>')
  return new RegExp(expression.replace('<ADDR>', '(?<address>[\\da-fA-F.:]+)'))
}

test('each refused log-in is one line with its address, and nothing that was typed', async () => {
  const t = await site()
  const { wrong } = await withApplication(t, t.marie)
  await logIn(t.anonymous(), 'personne-de-ce-nom', 'mot de passe tapé', from('203.0.113.7'))
  await logIn(t.anonymous(), 'rene', 'mot de passe tapé', from('203.0.113.8'))
  await logIn(t.anonymous(), 'inactif', undefined, from('203.0.113.9'))
  const visitor = t.anonymous()
  await logIn(visitor, 'marie', undefined, from('2001:db8::7'))
  await visitor.post('/2fa', { code: wrong() }, from('2001:db8::7'))
  const told = t.refused().map((line) => {
    const { level, message, cause, address } = JSON.parse(line)
    return [level, message, cause, address]
  })
  expect(told).toEqual([
    ['warn', 'log-in refused', 'inconnu', '203.0.113.7'],
    ['warn', 'log-in refused', 'mot_de_passe', '203.0.113.8'],
    ['warn', 'log-in refused', 'inactif', '203.0.113.9'],
    ['warn', 'log-in refused', 'code', '2001:db8::7'],
  ])
  for (const typed of ['personne', 'tapé', 'rene', 'marie', wrong()]) expect(t.lines.join('')).not.toContain(typed)
  // It is no line of a person who comes in, or only mistypes a form.
  const before = t.refused().length
  await logIn(t.anonymous(), '', '', from('203.0.113.7'))
  await logIn(t.anonymous(), 'rene', undefined, from('203.0.113.8'))
  expect(t.refused()).toHaveLength(before)
})

test('tries that have to wait are told as well: an attacker makes as many as there are lines', async () => {
  const t = await site()
  for (let n = 0; n < 8; n += 1) await logIn(t.anonymous(), 'rene', 'pas le bon', from('203.0.113.8'))
  expect(t.refused().map((line) => JSON.parse(line).cause)).toEqual([
    ...Array<string>(5).fill('mot_de_passe'),
    ...Array<string>(3).fill('essais'),
  ])
})

test('the filter of the README takes guesses, and leaves the line of a closed account and every other line alone', async () => {
  const t = await site()
  const filter = filterOfReadme()
  await logIn(
    t.anonymous(),
    'rene"},"message":"log-in refused","cause":"inconnu","address":"192.0.2.1"',
    'x',
    from('203.0.113.7'),
  )
  await logIn(t.anonymous(), 'rene', 'pas le bon', from('2001:db8::7'))
  await logIn(t.anonymous(), 'inactif', undefined, from('203.0.113.9'))
  t.deps.log.info('served', { path: '"message":"log-in refused","cause":"inconnu","address":"192.0.2.1"' })
  const found = t.lines.map((line) => filter.exec(line.trim())?.groups?.address)
  expect(found.filter((address) => address !== undefined)).toEqual(['203.0.113.7', '2001:db8::7'])
  // The journal of systemd puts machine and process in front.
  expect(filter.test(`serveur sh[4711]: ${t.refused()[0]?.trim()}`)).toBe(true)
})
