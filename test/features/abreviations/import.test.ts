import { expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../imports/support.ts'
import { line, lines } from './support.ts'

const LIST = '/abreviations'

/** Sends a file to its dry run, confirms it, and lets it be written. */
async function importLines(t: TestApp, visitor: Visitor, rows: readonly string[]) {
  const answer = await sendFile(visitor, `${LIST}/import`, ['abreviation;texte;section', ...rows].join('\n'))
  expect(answer.status).toBe(303)
  await work(t)
  const planned = await importOf(t)
  if (planned.a_creer + planned.a_modifier > 0) await visitor.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  return importOf(t)
}

const told = async (t: TestApp) => (await messagesOf(t)).map(({ ligne, message }) => squeeze(`${ligne} ${message}`))
const written = async (t: TestApp) => (await lines(t)).map(({ abreviation, texte }) => `${abreviation} ${texte}`)

test('own lines and those of a section that one manages are made, changed or left; others are refused', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await line(t, { user_id: t.rene.id }, 'lab', 'laboureur')
  await line(t, { user_id: t.rene.id }, 'jn', 'Jean')
  const done = await importLines(t, rene, [
    'lab;laboureur;',
    'JN;Jehan;',
    `tis;tisserand;${t.saintMalo.nom.toUpperCase()}`,
    'mat;matelot;',
    'mat;matelots;',
    `v;voir;${t.vannes.nom}`,
    'a b;deux mots;',
    'x;;',
    `${'y'.repeat(21)};long;`,
    '1787;année;',
  ])
  expect([done.etat, done.creees, done.modifiees, done.inchangees, done.refusees]).toEqual(['termine', 2, 1, 1, 6])
  expect(await lines(t)).toEqual([
    { abreviation: 'lab', texte: 'laboureur', user_id: t.rene.id, section_id: null },
    { abreviation: 'jn', texte: 'Jehan', user_id: t.rene.id, section_id: null },
    { abreviation: 'tis', texte: 'tisserand', user_id: null, section_id: t.saintMalo.id },
    { abreviation: 'mat', texte: 'matelot', user_id: t.rene.id, section_id: null },
  ])
  expect(await told(t)).toEqual([
    '6 Cette abréviation est déjà à la ligne 5.',
    expect.stringContaining('7 Vous ne gérez aucune section du nom de'),
    expect.stringContaining('8 Une abréviation est faite de lettres et de chiffres'),
    '9 Le texte manque.',
    '10 Une abréviation a 20 caractères au plus, son texte 200.',
    expect.stringContaining('11 Une abréviation contient au moins une lettre'),
  ])
  expect(t.failures).toEqual([])
})

test('an export comes back as it was', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await line(t, { user_id: t.rene.id }, 'lab', 'laboureur')
  await line(t, { section_id: t.saintMalo.id }, 'eg', '=égal')
  const { text } = await rene.get(`${LIST}/export/csv`)
  const before = await lines(t)
  const rows = text.trim().split('\r\n').slice(1)
  expect(await importLines(t, rene, rows)).toMatchObject({ inchangees: 2, a_creer: 0, refusees: 0 })
  await t.db.deleteFrom('abreviations').execute()
  expect(await importLines(t, rene, rows)).toMatchObject({ creees: 2, refusees: 0 })
  expect(await lines(t)).toEqual(before)
})

test('an import is undone, but for what was changed since', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  await line(t, { user_id: t.marie.id }, 'a', 'avant')
  await line(t, { user_id: t.marie.id }, 'b', 'avant')
  const done = await importLines(t, marie, ['a;après;', 'b;après;', 'c;créé;', 'd;créé;'])
  expect([done.creees, done.modifiees]).toEqual([2, 2])
  const idOf = async (abreviation: string) =>
    (
      await t.db
        .selectFrom('abreviations')
        .select('id')
        .where('abreviation', '=', abreviation)
        .executeTakeFirstOrThrow()
    ).id
  await marie.post(`${LIST}/${await idOf('b')}`, { abreviation: 'b', texte: 'moi', pour: 'moi', version: 2 })
  await marie.post(`${LIST}/${await idOf('d')}`, { abreviation: 'd', texte: 'moi', pour: 'moi', version: 1 })
  await marie.post(`/imports/${done.id}/annuler`)
  await work(t)
  const undone = await importOf(t)
  expect([undone.etat, undone.retirees, undone.restaurees]).toEqual(['annule', 1, 1])
  expect((await written(t)).sort()).toEqual(['a avant', 'b moi', 'd moi'])
  expect(t.failures).toEqual([])
})
