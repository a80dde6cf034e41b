// Lists have the columns that each person chose for a type of source, without those that are empty in the source.
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { type Page, squeeze } from '../../support/html.ts'
import { register } from './support.ts'

const DEFAULTS = ['Nom', 'Prénoms', 'Date de baptême', 'Sexe', 'Ondoyé', 'Numéro d’acte', 'Saisi le']
const FULL = {
  ...{ nom: 'Lefèvre', prenom: 'Anne', sexe: 'F', ondoye: false, numero: '12', notes: 'Marraine absente' },
  date_evenement: { valeur: '12/08/1787', calendrier: 'gregorien', iso: '1787-08-12', precision: 'jour' },
}

const heads = (page: Page) => page.all('#releves thead th:not(.colonne-actions)').map((th) => th.text)
const focused = (page: Page) => squeeze(page.one('[autofocus]').attrs['aria-label'] ?? '')
const listed = (page: Page) => page.all('.colonnes-ordre input').map((input) => input.attrs.value)

/** A register with a full record, its list, the page that chooses, and the ids of the fields by name. */
async function listOf(t: TestApp) {
  const { source, path } = await register(t)
  await t.make.releve(source, FULL)
  const rows = await t.db
    .selectFrom('champs')
    .select(['id', 'nom'])
    .where('type_source_id', '=', source.type.id)
    .execute()
  const ids = new Map(rows.map(({ nom, id }) => [nom, id]))
  const id = (nom: string) => ids.get(nom) ?? 0
  return { source, path, form: `${path}/colonnes`, id }
}

const stored = (t: TestApp) => t.db.selectFrom('colonnes_choisies').select(['user_id', 'colonnes']).execute()

test('each person has columns of his or her own, kept for the type, until the default takes them back', async () => {
  const t = await testApp()
  const { source, path, form, id } = await listOf(t)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  expect(heads((await marie.get(path)).page)).toEqual(DEFAULTS)
  const champs = [id('notes'), id('nom'), id('date_evenement')]
  const saved = await marie.post(`${form}?tri=saisie-desc`, { champs, ordre: [id('date_evenement'), id('nom')] })
  expect([saved.status, saved.location]).toEqual([303, `${path}?tri=saisie-desc`])
  const chosen = await marie.follow(saved)
  expect(heads(chosen.page)).toEqual(['Date de baptême', 'Nom', 'Notes', 'Saisi le'])
  expect(chosen.page.text).toContain('Colonnes enregistrées.')
  const other = await t.make.source({ type: source.type, section: t.saintMalo })
  await t.make.releve(other, FULL)
  expect(heads((await marie.get(`/sources/${other.id}/releves`)).page)).toHaveLength(4)
  expect(heads((await rene.get(path)).page)).toEqual(DEFAULTS)
  const back = await marie.post(form, { action: 'defaut' })
  expect(heads((await marie.follow(back)).page)).toEqual(DEFAULTS)
  expect(await stored(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('buttons move a column one step, what was ticked meanwhile kept, and nothing is saved before the form is', async () => {
  const t = await testApp()
  const { form, id } = await listOf(t)
  const marie = await t.as(t.marie)
  const ordre = [id('nom'), id('prenom')]
  const champs = [...ordre, id('notes')]
  const down = await marie.post(form, { champs, ordre, action: `descendre-${id('nom')}` })
  expect(listed(down.page)).toEqual([id('prenom'), id('nom'), id('notes')].map(String))
  expect(focused(down.page)).toBe('Descendre « Nom », colonne 2 sur 3')
  const end = await marie.post(form, { champs, ordre: champs, action: `monter-${id('prenom')}` })
  // « Monter » of the first column rests: the other button of the same column takes the focus.
  expect(focused(end.page)).toBe('Descendre « Prénoms », colonne 1 sur 3')
  for (const action of ['monter-999999', `monter-${id('nom')}`]) {
    const same = await marie.post(form, { champs, ordre: champs, action })
    expect(listed(same.page)).toEqual(champs.map(String))
  }
  expect(await stored(t)).toEqual([])
})

test('fields of other types, unknown ones and hostile values are refused beside the boxes, nothing stored', async () => {
  const t = await testApp()
  const { form, id } = await listOf(t)
  const marie = await t.as(t.marie)
  const elsewhere = await t.make.typeSource()
  const { id: foreign } = await t.db
    .selectFrom('champs')
    .select('id')
    .where('type_source_id', '=', elsewhere.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const gone = 'Un champ coché n’est pas de ce type de source, ou n’en est plus. Vérifiez, puis enregistrez de nouveau.'
  const list = 'Choisissez des valeurs dans la liste.'
  const cases: [champs: (string | number)[], message: string, ordre?: string[]][] = [
    [[], 'Cochez au moins une colonne.'],
    [[id('nom'), foreign], gone],
    [[id('nom'), 999_999], gone],
    [[id('nom'), '1; drop table champs'], list],
    [['-1'], list],
    [[id('nom'), '1e400'], list],
    [[id('nom')], list, ['9999999999']],
    [[id('nom'), '\u0000'], list],
    [Array.from({ length: 21 }, (_, n) => n + 1), 'Cochez 20 colonnes au plus : un tableau plus large ne se lit plus.'],
  ]
  for (const [champs, message, ordre = []] of cases) {
    const answer = await marie.post(form, { champs, ordre })
    expect(answer.status).toBe(422)
    expect(answer.page.one('#champs-erreur').text.replace(/\u00a0/g, ' ')).toBe(message)
    const kept = champs.includes(id('nom')) ? [String(id('nom'))] : []
    expect(listed(answer.page)).toEqual(expect.arrayContaining(kept))
  }
  expect(await stored(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('a field that is deleted leaves the columns without a word, a new one is there to be ticked', async () => {
  const t = await testApp()
  const { source, path, form, id } = await listOf(t)
  const [marie, admin] = [await t.as(t.marie), await t.as(t.admin)]
  await marie.post(form, { champs: [id('sexe'), id('nom')], ordre: [] })
  await admin.post(`/admin/types-sources/${source.type.id}/champs/${id('sexe')}/supprimer`)
  const added = { label: 'Parrain', nom: 'parrain', type: 'text', politique: 'vide' }
  await admin.post(`/admin/types-sources/${source.type.id}/champs`, added)
  expect(heads((await marie.get(path)).page)).toEqual(['Nom', 'Saisi le'])
  const { page } = await marie.get(form)
  expect(listed(page)).toEqual([String(id('nom'))])
  expect(page.all('input[name=champs]')).toHaveLength(8)
  await admin.post(`/admin/types-sources/${source.type.id}/champs/${id('nom')}/supprimer`)
  // None of the chosen ones is left: the columns by default come back.
  expect(heads((await marie.get(path)).page)).toEqual(DEFAULTS.filter((label) => label !== 'Nom' && label !== 'Sexe'))
  expect(t.failures).toEqual([])
})

test('the choice is in the data of the person and goes with the account', async () => {
  const t = await testApp()
  const { source, form, id } = await listOf(t)
  const marie = await t.as(t.marie)
  await marie.post(form, { champs: [id('numero'), id('nom')], ordre: [] })
  const data = JSON.parse((await marie.get('/profil/donnees')).text)
  expect(data.colonnes_choisies).toEqual([{ type: source.type.nom, colonnes: ['Numéro d’acte', 'Nom'], tableau: [] }])
  await t.db.deleteFrom('users').where('id', '=', t.marie.id).execute()
  expect(await stored(t)).toEqual([])
})
