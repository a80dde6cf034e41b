import { expect, test } from 'vitest'
import {
  hashPassword,
  inTurn,
  MAX_AT_ONCE,
  matchesHash,
  passwordProblem,
  verifyPassword,
} from '../../../src/features/auth/rules/password.ts'
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
  ['le nom et une année', 'Marie.Durand.2026', 'même suivis de chiffres'],
  ['le nom à l’envers', 'durandmarie1985', 'même suivis de chiffres'],
  ['l’adresse', 'marie@exemple.fr', 'même suivis de chiffres'],
  ['le site et une année', 'Relevés2026!', 'trop courant'],
  ['le site et le nom', 'VannesDurand', 'même suivis de chiffres'],
  ['le site en chiffres pour lettres', 'V4nn3s-2026-2026', 'même suivis de chiffres'],
  ['une phrase où le nom figure', 'durand mange du beurre', undefined],
  ['douze émojis', '🙂🐎🌧️📜🕯️🖋️🏰⛪🌾🍞🪵🧺', undefined],
])('%s: « %s »', (_case, password, problem) => {
  const told = passwordProblem(password, ['Marie Durand', 'marie@exemple.fr', 'Cercle de Vannes'])
  if (problem === undefined) expect(told).toBeUndefined()
  else expect(told).toContain(problem)
})

test('a name of another script is known with figures after it', () => {
  expect(passwordProblem('анна1985198519', ['Анна'])).toContain('même suivis de chiffres')
  expect(passwordProblem('анна мыла раму', ['Анна'])).toBeUndefined()
})

test.each([
  ...[
    'michaeljordan',
    'zaq12wsxcde3',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'manchesterunited',
    'iloveyousomuch',
    'leavemealone',
  ],
  ...['harrypotter123', 'sonyericsson', 'marilynmanson', 'moneyfornothing', 'gfhjkmgfhjkm', 'internacional'],
])('« %s » is among the commonest, whatever is done to it', (password) => {
  const capital = password.charAt(0).toUpperCase() + password.slice(1)
  const spaced = [...password].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  for (const same of [
    password,
    capital,
    password.toUpperCase(),
    password.replace('o', '0'),
    password.replace('i', 'í'),
  ])
    expect(passwordProblem(same)).toContain('trop courant')
  expect(passwordProblem(spaced)).toContain('trop courant')
})

test('what is put around or between the letters of a common password does not change it', () => {
  for (const same of ['michaeljordan23', '!!michaeljordan!!', 'M1chael-J0rdan', 'Michael Jordan'])
    expect(passwordProblem(same)).toContain('trop courant')
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
