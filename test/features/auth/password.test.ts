import { expect, test } from 'vitest'
import {
  hashPassword,
  inTurn,
  MAX_AT_ONCE,
  matchesHash,
  passwordProblem,
  verifyPassword,
} from '../../../src/features/auth/password.ts'
import { AppError } from '../../../src/lib/errors.ts'

test('a hash is argon2id with the cost of OWASP, and no two are alike', async () => {
  const [one, two] = [await hashPassword('une longue phrase'), await hashPassword('une longue phrase')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('every sign counts, exactly as typed', async () => {
  const password = `  É ${'x'.repeat(90)}🙂 `
  const hash = await hashPassword(password)
  expect(await verifyPassword(hash, password)).toBe(true)
  for (const other of [password.trim(), password.normalize('NFD'), `${password.slice(0, 73)}y${password.slice(74)}`])
    expect(await verifyPassword(hash, other)).toBe(false)
})

test('an account without a password lets nobody in, and takes as long to say so', async () => {
  for (const nothing of [undefined, '', '!', 'une longue phrase'])
    expect(await matchesHash(nothing, 'une longue phrase')).toBe(false)
})

test.each([
  ['onze signes', 'aaabcdefghi', 'au moins 12'],
  ['douze', 'chevaux bleu', undefined],
  ['deux cents', 'un grand cheval '.repeat(13).slice(0, 200), undefined],
  ['deux cent un', 'un grand cheval '.repeat(13).slice(0, 201), '200 caractères au plus'],
  ['courant', 'motdepasse1234', 'trop courant'],
  ['courant sous un masque', 'M0tDeP@sse!2024', 'trop courant'],
  ['un clavier', 'azertyuiop123', 'trop courant'],
  ['une suite', '123456789012', 'trop courant'],
  ['le nom', 'marie durand', 'ni le nom d’utilisateur'],
  ['douze émojis', '🙂🐎🌧️📜🕯️🖋️🏰⛪🌾🍞🪵🧺', undefined],
])('%s: « %s »', (_case, password, problem) => {
  const told = passwordProblem(password, ['Marie Durand', 'marie@exemple.fr', 'Relevés'])
  if (problem === undefined) expect(told).toBeUndefined()
  else expect(told).toContain(problem)
})

test('two at most work at once, sixty-four wait, the next one is told to come back', async () => {
  let running = 0
  let most = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate
    running -= 1
  }
  const taken = Array.from({ length: MAX_AT_ONCE + 64 }, () => inTurn(work))
  const refused = await inTurn(work).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'sature', way: { retryAfter: 5 } })
  open()
  await Promise.all(taken)
  expect(most).toBe(MAX_AT_ONCE)
  expect(MAX_AT_ONCE).toBeLessThanOrEqual(2)
  // An error gives its place up too.
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(() => Promise.resolve('yes'))).toBe('yes')
})
