// A backup that another program makes, declared by an administrator: its page, its age everywhere it is told, and what is refused.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { leansOnExternal } from '../../../src/features/mises-a-jour/update/actions/external.ts'
import { noteExternal } from '../../../src/features/sauvegardes/externe/actions.ts'
import { type ExternalState, externalAt, instantOf } from '../../../src/features/sauvegardes/externe/rules/age.ts'
import { ONE_FILE_BYTES, tooLargeInWords } from '../../../src/features/sauvegardes/rules/size.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { squeeze } from '../../support/html.ts'
import { sharedDb } from '../../support/shared-db.ts'

const PATH = '/parametres/sauvegardes/externe'
const HOUR_MS = 3_600_000

let t: TestApp
let admin: Visitor

beforeEach(async () => {
  t = await testApp()
  admin = await t.as(t.admin)
})

const declared = () => {
  const { sauvegarde_externe, sauvegarde_externe_heures } = t.deps.settings.read()
  return [sauvegarde_externe, sauvegarde_externe_heures]
}

const told = async (path: string) => squeeze((await admin.get(path)).page.text)

/** The tool made one so many hours ago. */
const made = (hours: number) => {
  const now = t.deps.clock()
  return noteExternal(t.db, new Date(now.getTime() - hours * HOUR_MS).toISOString(), actorWithout(null), now)
}

test('an administrator declares the tool, notes a backup, and takes the declaration back', async () => {
  expect(await told(PATH)).not.toContain('Dernière notée')
  const answer = await admin.post(PATH, { outil: ' pgbackrest ', heures: '26' })
  expect(answer.status).toBe(303)
  expect(declared()).toEqual(['pgbackrest', 26])
  expect(squeeze((await admin.follow(answer)).page.text)).toContain(
    'Aucune sauvegarde externe (pgbackrest) n’a encore été notée.',
  )
  const noted = await admin.follow(await admin.post(`${PATH}/faite`))
  expect(squeeze(noted.page.text)).toMatch(/Sauvegarde notée\..*Dernière notéepgbackrest, .*\(moins d’une heure\)/)
  expect(squeeze((await admin.follow(await admin.post(`${PATH}/faite`))).page.text)).toContain('était déjà notée')
  const away = await admin.follow(await admin.post(`${PATH}/retirer`))
  expect(squeeze(away.page.text)).toContain('les mises à jour font de nouveau la leur')
  expect(declared()).toEqual(['', 26])
  expect(squeeze((await admin.follow(await admin.post(`${PATH}/retirer`))).page.text)).toContain(
    'Rien n’était déclaré.',
  )
  expect(squeeze((await admin.follow(await admin.post(`${PATH}/faite`))).page.text)).toContain(
    'Déclarez d’abord l’outil.',
  )
  const lines = await t.db
    .selectFrom('journal')
    .select(['user_id'])
    .where('action', '=', 'sauvegarde.externe')
    .execute()
  expect(lines).toEqual([{ user_id: t.admin.id }])
  const settings = await t.db.selectFrom('journal').select('detail').where('action', '=', 'reglages').execute()
  expect(settings.filter(({ detail }) => String(detail.cles) === 'sauvegarde_externe')).toHaveLength(2)
})

test('what was typed wrongly is told beside its field, and nothing is changed', async () => {
  for (const [typed, reasons] of [
    [{ outil: '', heures: '' }, ['Indiquez l’outil', 'obligatoire']],
    [{ outil: 'x'.repeat(61), heures: '26' }, ['60']],
    [{ outil: 'a\tb', heures: '26' }, ['une ligne']],
    [{ outil: 'pgbackrest', heures: '0' }, ['de 1 à 8760']],
    [{ outil: 'pgbackrest', heures: 'vingt' }, ['Indiquez un nombre entier']],
    [{ outil: 'pgbackrest', heures: '8761' }, ['de 1 à 8760']],
    [{}, ['Indiquez l’outil']],
  ] as const) {
    const { status, page } = await admin.post(PATH, typed)
    expect([typed, status]).toEqual([typed, 422])
    const text = squeeze(page.text)
    for (const reason of reasons) expect([typed, text.includes(reason)]).toEqual([typed, true])
    if ('outil' in typed) expect(page.one('[name=heures]').getAttribute('value')).toBe(typed.heures)
  }
  expect(declared()).toEqual(['', 26])
})

test('nobody else declares or notes anything', async () => {
  for (const who of [t.rene, t.marie]) {
    const visitor = await t.as(who)
    expect((await visitor.get(PATH)).status).toBe(403)
    for (const path of [PATH, `${PATH}/faite`, `${PATH}/retirer`])
      expect((await visitor.post(path, { outil: 'x', heures: '1' })).status).toBe(403)
  }
  expect(declared()).toEqual(['', 26])
})

test('one that is too old is warned about on every page of the administration, one that is fresh is told', async () => {
  t.deps.settings.write({ sauvegarde_externe: 'pgbackrest', sauvegarde_externe_heures: 26 })
  await made(73)
  const late = 'La dernière sauvegarde externe (pgbackrest) a 3 jours ; elle ne devait pas en avoir plus de 26 heures.'
  const pages = ['/', '/admin', '/admin/etat', '/parametres/sauvegardes', PATH]
  for (const path of pages) expect([path, (await told(path)).includes(late)]).toEqual([path, true])
  expect(await told('/admin/etat')).toMatch(/Sauvegarde externepgbackrest, .*\(3 jours\)en retard/)
  await made(5)
  for (const path of pages) expect([path, (await told(path)).includes('ne devait pas')]).toEqual([path, false])
  expect(await told('/admin/etat')).toMatch(/Sauvegarde externepgbackrest, .*\(5 heures\)/)
  // An instant of before that changes nothing: a timer tells the same each hour.
  expect([await made(5), await made(30)]).toEqual([false, false])
})

test('a program that watches the site reads its age', async () => {
  t.deps.settings.write({ sauvegarde_externe: 'pgbackrest', sauvegarde_externe_heures: 26, jeton_surveillance: 'x' })
  const { page } = await admin.get('/admin/etat')
  const token = page.all('#surveillance dd code')[0]?.text ?? ''
  const program = t.anonymous()
  const read = async (path: string) => (await program.get(path, { authorization: `Bearer ${token}` })).text
  expect(JSON.parse(await read('/sante?detail')).sauvegarde_externe).toEqual({
    derniere: null,
    heures: null,
    en_retard: true,
  })
  expect(await read('/metrics')).toContain('releves_external_backup_late 1\n')
  await made(2)
  expect(JSON.parse(await read('/sante?detail')).sauvegarde_externe).toMatchObject({ heures: 2, en_retard: false })
  const metrics = await read('/metrics')
  expect(metrics).toContain('releves_external_backup_age_seconds 7200\n')
  expect(metrics).toContain('releves_external_backup_late 0\n')
  t.deps.settings.write({ sauvegarde_externe: '' })
  expect(await read('/metrics')).not.toContain('external_backup')
  expect(JSON.parse(await read('/sante?detail')).sauvegarde_externe).toBeNull()
})

test('from 50 GB on the pages say that one file is no longer the tool, until another is declared', async () => {
  const size = vi.spyOn(dialectOf(t.db), 'size')
  onTestFinished(() => size.mockRestore())
  const words = 'une sauvegarde d’un seul fichier prend des heures'
  for (const [bytes, isSaid] of [
    [ONE_FILE_BYTES - 1, false],
    [ONE_FILE_BYTES, true],
  ] as const) {
    size.mockResolvedValue(bytes)
    for (const path of ['/admin/etat', '/parametres/sauvegardes'])
      expect([path, bytes, (await told(path)).includes(words)]).toEqual([path, bytes, isSaid])
  }
  t.deps.settings.write({ sauvegarde_externe: 'pgbackrest' })
  await made(1)
  for (const path of ['/admin/etat', '/parametres/sauvegardes']) expect(await told(path)).not.toContain(words)
  expect(tooLargeInWords(0)).toBeUndefined()
})

test('the page of updates says what an update will make of it', async () => {
  expect(await told('/parametres')).not.toContain('Sauvegarde externe récente')
  t.deps.settings.write({ sauvegarde_externe: 'pgbackrest' })
  expect(await told('/parametres')).toContain('n’a encore été notée. Faites-en une avant de mettre à jour.')
  await made(3)
  expect(await told('/parametres')).toMatch(/Sauvegarde externe récente : pgbackrest, .* \(3 heures\)/)
})

test('a site whose base another tool saves is not told to make backups of its own', async () => {
  const path = '/parametres/sauvegardes'
  t.deps.settings.write({ installed_at: '2026-01-01T00:00:00.000Z' })
  expect(await told(path)).toMatch(/Aucune sauvegarde depuis \d+ jours/)
  t.deps.settings.write({ sauvegarde_externe: 'pgbackrest' })
  expect(await told(path)).toMatch(/Aucune sauvegarde depuis \d+ jours/)
  await made(1)
  expect(await told(path)).not.toMatch(/Aucune sauvegarde depuis/)
})

const NOW = new Date('2026-11-28T10:00:00.000Z')
const external = (hours: number | undefined): ExternalState =>
  externalAt(
    { outil: 'pgbackrest', heures: 26 },
    hours === undefined ? undefined : new Date(NOW.getTime() - hours * HOUR_MS).toISOString(),
    NOW,
  )

test('an update leans on a fresh one where a failed migration changes nothing, refuses an old one, and makes its own when asked', async () => {
  const { url: address } = await sharedDb(temporaryFolder(), { demo: false })
  const said: string[] = []
  const asked = (externe: ExternalState | undefined, wantsOwn = false) =>
    leansOnExternal({ address, externe, wantsOwn, say: (text) => said.push(squeeze(text)) })
  expect([await asked(undefined), await asked(external(1), true)]).toEqual([false, false])
  expect(said).toEqual([])
  expect(await asked(external(26))).toBe(isPostgres)
  expect(said.map((text) => text.slice(0, 27))).toEqual(isPostgres ? ['Sauvegarde externe récente '] : [])
  for (const age of [27, undefined]) {
    const refused = asked(external(age))
    if (isPostgres) await expect(refused).rejects.toThrow(/app:update --sauvegarde.*Rien n’a été changé/)
    else expect(await refused).toBe(false)
  }
  expect(await asked(external(27), true)).toBe(false)
})

test('the instant of a backup is read as tools write it, and no other', () => {
  const at = (text: string) => instantOf(text, NOW)
  const same = { at: '2026-11-28T02:10:00.000Z' }
  for (const text of [
    '1795831800',
    '2026-11-28T03:10:00+01:00',
    '2026-11-28 03:10:00+01',
    '2026-11-28T02:10:00Z',
    '2026-11-28T02:10Z',
  ])
    expect([text, at(text)]).toEqual([text, same])
  for (const text of [
    '',
    'hier',
    '2026-11-28',
    '2026-11-28T03:10:00',
    '28/11/2026',
    '12',
    '2026-13-45T03:10:00Z',
    '1e9',
  ])
    expect([text, at(text)]).toEqual([text, { refusal: expect.stringContaining('ne se lit pas') }])
  for (const text of ['2026-11-28T11:10:00Z', '9999999999'])
    expect([text, at(text)]).toEqual([text, { refusal: expect.stringContaining('à venir') }])
  // Clocks differ a little.
  expect(at('2026-11-28T10:04:00Z')).toEqual({ at: '2026-11-28T10:04:00.000Z' })
})
