// Somebody learns what others read otherwise in the acts that he or she typed.
import { expect, test } from 'vitest'
import { deleteReleve } from '../../../src/features/releves/actions/records.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/profil/corrections'

/** An act of marie’s, LE GOF, in a source that rene reads over; his corrections are an hour apart. */
async function readOver() {
  const t = await testApp()
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const data = { nom: 'LE GOF', prenom: 'Marie', numero: 1, date_evenement: day('1787-08-12') }
  const id = await t.make.releve(source, data)
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  const reviewer = await t.as(t.rene)
  let version = 1
  const correct = async (champ: string, value: string, more: Record<string, string> = {}) => {
    const fields = { version, champ, verdict: 'corrige', [`data[${champ}]`]: value, ...more }
    expect((await reviewer.post(`/releves/${id}/correction`, fields)).status).toBe(303)
    version += 1
    now += 3_600_000
  }
  return { ...t, source, id, correct, reviewer, author: t.marie, marie: await t.as(t.marie) }
}

const rowsOf = (page: Awaited<ReturnType<Awaited<ReturnType<typeof readOver>>['marie']['get']>>['page']) =>
  page.all('#corrections tbody tr').map((row) =>
    row
      .querySelectorAll('th, td')
      .map((cell) => squeeze(cell.textContent))
      .join(' | '),
  )

test('before and after, who and why, the newest first; the menu counts what is unread', async () => {
  const t = await readOver()
  expect((await t.marie.get(PATH)).page.text).toContain('Rien n’a été corrigé dans vos actes')
  await t.correct('nom', 'LE GOFF', { motif: 'Le f est double', poids: '1' })
  await t.correct('prenom', 'Marie Anne')
  const home = await t.marie.get('/')
  expect(squeeze(home.page.one('header .deroulant').textContent)).toContain('Mes corrections (2 à lire)')
  const { page } = await t.marie.get(PATH)
  const [first, second] = rowsOf(page)
  expect(first).toMatch(/^à lire LE GOFF.*\| Baptêmes \| Prénom[^|]*\| Marie → Marie Anne \| grave \| +\| ren/i)
  expect(second).toMatch(/\| Nom \| LE GOF → LE GOFF \| de forme \| Le f est double \|/)
  expect(page.text).toContain('2 corrections à lire')
  const one = await t.marie.get(`${PATH}?champ=nom`)
  expect(rowsOf(one.page)).toHaveLength(1)
  expect(rowsOf((await t.marie.get(`${PATH}?champ=inconnu`)).page)).toHaveLength(2)
  expect(t.failures).toEqual([])
})

test('« je ne suis pas d’accord » opens a thread about that field, which the reviewer is told of', async () => {
  const t = await readOver()
  await t.correct('nom', 'LE GOFF')
  const { page } = await t.marie.get(PATH)
  const link = page.all('#corrections a').find((one) => one.textContent === 'Je ne suis pas d’accord')
  const form = await t.marie.get(link?.getAttribute('href') ?? '')
  expect(form.page.value('champ')).toBe('nom')
  const words = { champ: 'nom', texte: 'Un seul f, regardez la vue 12.', _envoi: form.page.value('_envoi') }
  expect((await t.marie.post(`/releves/${t.id}/fils`, words)).status).toBe(303)
  const kept = await t.db.selectFrom('fils').select(['champ', 'releve_id', 'user_id']).execute()
  expect(kept).toEqual([{ champ: 'nom', releve_id: t.id, user_id: t.author.id }])
  expect((await t.reviewer.get('/notifications')).page.text).toContain('Baptêmes')
})

test('read are those that were on the screen; one that came meanwhile stays to be read', async () => {
  const t = await readOver()
  await t.correct('nom', 'LE GOFF')
  const { page } = await t.marie.get(PATH)
  const jusqua = page.value('jusqua')
  await t.correct('prenom', 'Marie Anne')
  const done = await t.marie.follow(await t.marie.post(`${PATH}/lues`, { jusqua }))
  expect(done.page.flash).toContain('marquées comme lues')
  expect(rowsOf(done.page).map((row) => row.startsWith('à lire'))).toEqual([true, false])
  for (const jusqua of ['', 'x', '-1', '1e99', '9007199254740991']) await t.marie.post(`${PATH}/lues`, { jusqua })
  expect((await t.marie.get(PATH)).page.text).toContain('1 correction à lire')
  // Nobody marks what is another’s.
  await t.reviewer.post(`${PATH}/lues`, { jusqua: '99999' })
  expect((await t.marie.get(PATH)).page.text).toContain('1 correction à lire')
  expect(t.failures).toEqual([])
})

test('what one does not see any more is neither shown nor counted: a deleted act, a section one has left', async () => {
  const t = await readOver()
  await t.correct('nom', 'LE GOFF')
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.author.id).execute()
  await t.db.updateTable('sections').set({ ouverte: false }).execute()
  expect((await t.marie.get('/')).text).not.toContain('à lire)')
  expect((await t.marie.get(PATH)).page.text).toContain('Rien n’a été corrigé')
  await t.db
    .insertInto('section_membres')
    .values({ user_id: t.author.id, section_id: t.saintMalo.id, is_manager: false })
    .execute()
  expect(rowsOf((await t.marie.get(PATH)).page)).toHaveLength(1)
  await t.db
    .transaction()
    .execute((trx) => deleteReleve(trx, { id: t.id, version: 2, user_id: null, now: '2026-11-22T10:00:00.000Z' }))
  const { page } = await t.marie.get(PATH)
  expect([page.text.includes('Rien n’a été corrigé'), page.text.includes('à lire')]).toEqual([true, false])
})

test('the month is one’s own: acts typed, and sources that were validated', async () => {
  const t = await readOver()
  const typed = { user_id: t.author.id, source_id: t.source.id, dernier_id: 1, derniere_at: '2026-11-21T10:00:00.000Z' }
  await t.db.deleteFrom('saisies').execute()
  await t.db
    .insertInto('saisies')
    .values([
      { ...typed, mois: '2026-11', n: 41 },
      { ...typed, mois: '2026-10', n: 300 },
    ])
    .execute()
  expect((await t.marie.get(PATH)).page.text).toContain('41 actes saisis dans 1 source.')
  const { version } = await t.db.selectFrom('sources').select('version').executeTakeFirstOrThrow()
  await t.reviewer.post(`/revue/${t.source.id}`, { statut: 'validee', version })
  expect((await t.marie.get(PATH)).page.text).toContain('1 source où vous avez travaillé est validée')
  expect((await t.reviewer.get(PATH)).page.text).toContain('0 acte saisi dans 0 source.')
})
