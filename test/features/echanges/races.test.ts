// Two tabs, two people: imports of the same acts confirmed at once, decisions that cross, a page whose plan has changed since.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, TestApp, Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { choicesOf, dryRun, sendFiles, site } from './site.ts'
import { bytesOf, v3 } from './support.ts'

const exemple = (nom: string) => ({ nom, bytes: readFileSync(join(import.meta.dirname, 'exemples', nom)) })
const FILES = [exemple('Saint_Malo_N.TXT')]
const DAY = '2026-11-21T'

const at = (t: TestApp, hour: string) => {
  t.deps.clock = () => new Date(`${DAY}${hour}:00.000Z`)
}
const counted = async (t: TestApp) => (await t.db.selectFrom('releves').select('id').execute()).length
const confirm = (visitor: Visitor, location: string) => visitor.post(`${location}/confirmer`)
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

test('two imports of one file confirmed at once: one goes on to its end, the other is told in words', async () => {
  const { t, admin } = await site()
  const [first, second] = [await dryRun(t, admin, FILES), await dryRun(t, admin, FILES)]
  const answers = await Promise.all([confirm(admin, first.location), confirm(admin, second.location)])
  expect(statuses(answers)).toEqual([303, 409])
  const told = squeeze(answers.find(({ status }) => status === 409)?.page.text ?? '')
  expect(told).toContain('Le fichier « Saint_Malo_N.TXT » a été enregistré depuis cette vérification')
  expect(told).toContain('Envoyez vos fichiers de nouveau')
  await work(t)
  expect(await counted(t)).toBe(20)
  const etats = await t.db.selectFrom('imports').select(['etat', 'creees']).orderBy('creees').execute()
  expect(etats).toEqual([
    { etat: 'pret', creees: 0 },
    { etat: 'termine', creees: 20 },
  ])
  expect(t.failures).toEqual([])
})

test('one that failed before its first act is not resumed behind another of the same file', async () => {
  const { t, admin } = await site()
  const [first, second] = [await dryRun(t, admin, FILES), await dryRun(t, admin, FILES)]
  await confirm(admin, first.location)
  const failed = { etat: 'echec' as const, erreur: 'coupure' }
  await t.db.updateTable('imports').set(failed).where('id', '=', first.imported.id).execute()
  await t.db.deleteFrom('taches').execute()
  expect((await confirm(admin, second.location)).status).toBe(303)
  // Before the other has written anything, and behind its end.
  for (const runs of [false, true]) {
    if (runs) await work(t)
    expect((await admin.post(`${first.location}/reprendre`)).status).toBe(409)
  }
  await work(t)
  expect(await counted(t)).toBe(20)
})

test('another file of the same commune and type verified beside it would make a second source of one', async () => {
  const { t, admin } = await site()
  const file = (nom: string, id: string) => [
    { nom, bytes: bytesOf([v3('N', { 7: `0${id}/02/1780`, 11: 'ROUX', 30: id })]) },
  ]
  at(t, '10:00')
  const [first, second] = [await dryRun(t, admin, file('a.txt', '1')), await dryRun(t, admin, file('b.txt', '2'))]
  at(t, '10:05')
  await confirm(admin, first.location)
  await work(t)
  const refused = await confirm(admin, second.location)
  expect([refused.status, squeeze(refused.page.text)]).toEqual([
    409,
    expect.stringContaining('Un autre import a écrit'),
  ])
  at(t, '10:10')
  const third = await dryRun(t, admin, file('b.txt', '2'))
  expect((await confirm(admin, third.location)).status).toBe(303)
  await work(t)
  const releves = await t.db.selectFrom('releves').select('source_id').execute()
  expect([releves.length, new Set(releves.map(({ source_id }) => source_id)).size]).toEqual([2, 1])
})

test('two decisions on one set of files: the first stands, the other is told which choices it has', async () => {
  const { t, admin } = await site()
  const { location = '' } = await sendFiles(admin, FILES)
  const choices = choicesOf(await admin.get(location ?? ''))
  const other = { ...choices, lieu_0: 'aucun' }
  const answers = await Promise.all([admin.post(location ?? '', choices), admin.post(location ?? '', other)])
  expect(statuses(answers)).toEqual([303, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(squeeze(late?.page.text ?? '')).toContain('les vôtres ne sont pas retenus. Voici ceux qui valent.')
  expect(late?.page.all(`a[href="/imports/${(await importOf(t)).id}"]`)).toHaveLength(1)
  const stands = answers[0]?.status === 303 ? [choices, other] : [other, choices]
  // A second click on the choices that stand leads to their import, whatever comes of the others.
  expect((await admin.post(location ?? '', stands[0])).status).toBe(303)
  expect((await admin.post(location ?? '', stands[1])).status).toBe(409)
  expect(await t.db.selectFrom('imports').select('id').execute()).toHaveLength(1)
})

const formOf = ({ page }: Answer) => ({ plan: page.one('input[name="plan"]').getAttribute('value') ?? '' })

test('a page that shows another plan than the one of now is refused, and shows that one', async () => {
  const t = await (await site()).t
  const admin = await t.as(t.admin)
  const csv = (...lines: string[]) => `nom;type;lieu_parent\n${lines.join('\n')}\n`
  const { location = '' } = await sendFile(admin, '/lieux/import', csv('France;Pays;', 'Espagne;Pays;'))
  await work(t)
  const stale = formOf(await admin.get(location ?? ''))
  const { id } = await importOf(t)
  await t.db.updateTable('imports').set({ a_creer: 1, refusees: 1 }).where('id', '=', id).execute()
  const refused = await admin.post(`${location}/confirmer`, stale)
  expect(refused.status).toBe(409)
  expect(squeeze(refused.page.text)).toContain('le fichier a été vérifié de nouveau depuis l’ouverture de votre page')
  expect(squeeze(refused.page.text)).toContain('Enregistrer 1 lieu')
  expect(await importOf(t)).toMatchObject({ etat: 'pret', creees: 0 })
  expect((await admin.post(`${location}/confirmer`, formOf(refused))).status).toBe(303)
})
