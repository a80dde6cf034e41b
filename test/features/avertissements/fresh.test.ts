// The points shown are right, or the page says that they are being looked for.
import { expect, test } from 'vitest'
import { findWarningsHandlers } from '../../../src/features/avertissements/task.ts'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

const ACT = { date_evenement: day('1780-05-03'), nom: 'MARTIN', prenom: 'Jean' }

/** A source in which one act is typed twice. */
async function register() {
  const t = await testApp()
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  const type = await t.make.readyType('baptemes')
  const source = await t.make.source({ type, section: t.saintMalo })
  const ids = [await t.make.releve(source, ACT), await t.make.releve(source, ACT)]
  const later = async (seconds = 60) => {
    now += seconds * 1000
    await runTasks(t.deps, findWarningsHandlers)
  }
  const path = `/sources/${source.id}/avertissements`
  const asked = { genre: 'jumeau', champ: '', valeur: `${ids[1]} ${ids[0]}` }
  return { ...t, source, ids, later, path, asked, now: () => new Date(now).toISOString() }
}

test('a source that is submitted has them found, and its page says how many acts', async () => {
  const t = await register()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  await marie.post(`/sources/${t.source.id}/statut`, { statut: 'a_valider' })
  const link = async () =>
    squeeze((await rene.get(`/sources/${t.source.id}`)).page.one(`a[href="${t.path}"]`).textContent)
  expect(await link()).toBe('Points à revoir (calcul en cours)')
  await t.later()
  expect(await link()).toBe('Points à revoir (1)')
  expect(t.failures).toEqual([])
})

test('an act that changes has them found anew, and the page says so until then', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  await marie.post(`${t.path}/chercher`)
  expect(squeeze((await marie.get(t.path)).page.text)).toContain('1 relevé à regarder.')
  const change = { id: t.ids[1] ?? 0, version: 1, data: { ...ACT, prenom: 'Anne' }, etats: {} }
  await updateReleve(t.db, { ...change, user_id: t.marie.id, now: t.now() })
  expect(squeeze((await marie.get(t.path)).page.text)).toContain('Calcul en cours')
  await t.later()
  const { page } = await marie.get(t.path)
  expect(squeeze(page.text)).toContain('Rien n’étonne dans cette source')
  expect(t.failures).toEqual([])
})

test('« C’est bien ainsi » is remembered, and taken back', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  await marie.post(`${t.path}/chercher`)
  const accepted = await marie.post(`${t.path}/admis`, { ...t.asked, retour: `/releves/${t.ids[1]}` })
  expect([accepted.status, accepted.location]).toEqual([303, `/releves/${t.ids[1]}`])
  const undo = (await marie.follow(accepted)).page.one('#flash form').getAttribute('action') ?? ''
  await marie.post(`${t.path}/chercher`)
  expect(squeeze((await marie.get(`${t.path}?genre=jumeau`)).page.text)).toContain('Plus rien à revoir ici')
  const list = (await marie.get(`${t.path}?genre=jumeau&admis=1`)).page
  expect(squeeze(list.text)).toContain('marie')
  await marie.post(undo)
  expect((await marie.get(`${t.path}?genre=jumeau`)).page.all('[data-bien-ainsi]')).toHaveLength(1)
})

test('who manages a section sees it of all its sources', async () => {
  const t = await register()
  await (await t.as(t.marie)).post(`${t.path}/chercher`)
  const path = `/sections/${t.saintMalo.id}/avertissements`
  const { page } = await (await t.as(t.rene)).get(path)
  expect(page.all('tbody a').map((link) => link.getAttribute('href'))).toEqual([t.path, `${t.path}?genre=jumeau`])
  expect((await (await t.as(t.rene)).get(t.path)).page.has(`a[href="${path}"]`)).toBe(true)
  expect((await (await t.as(t.marie)).get(path)).status).toBe(403)
})

test('others see nothing of it, and a form leads nowhere else', async () => {
  const t = await register()
  const [marie, etienne, rene] = [await t.as(t.marie), await t.as(t.etienne), await t.as(t.rene)]
  expect((await etienne.get(t.path)).status).toBe(404)
  expect((await etienne.post(`${t.path}/admis`, t.asked)).status).toBe(404)
  for (const retour of ['https://ailleurs.fr/', '//ailleurs.fr', '/revue//x', '/login'])
    expect((await marie.post(`${t.path}/admis`, { ...t.asked, retour })).location).toBe(`${t.path}?genre=jumeau`)
  expect((await marie.post(`${t.path}/admis`, { ...t.asked, genre: 'x' })).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', t.source.id).execute()
  expect((await marie.post(`${t.path}/admis`, t.asked)).status).toBe(403)
  expect((await rene.post(`${t.path}/admis`, t.asked)).status).toBe(303)
})

test('the desk says softly of an act just saved what contradicts itself or is there already', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  const posted = {
    'data[date_evenement][valeur]': '03/05/1780',
    'data[date_evenement][calendrier]': 'gregorien',
    'data[date_naissance][valeur]': '08/06/1780',
    'data[date_naissance][calendrier]': 'gregorien',
    'data[nom]': 'Martin',
    'data[prenom]': 'JEAN',
  }
  const saved = await marie.post(`/sources/${t.source.id}/releves`, posted)
  expect(saved.status).toBe(303)
  const text = squeeze((await marie.follow(saved)).page.text)
  expect(text).toContain('La naissance (8 juin 1780) est après l’acte (3 mai 1780).')
  expect(text).toMatch(/Même date et mêmes noms que le relevé n° \d+ : l’acte est-il déjà saisi \?/)
})

/** Changes the years of the source by its form, as its manager does. */
async function changeYears(t: Awaited<ReturnType<typeof register>>, annee_fin: string) {
  const rene = await t.as(t.rene)
  const form = (await rene.get(`/sources/${t.source.id}/modifier`)).page
  const version = form.one('[name="version"]').getAttribute('value') ?? ''
  const fields = { titre: 'Registre', type_source_id: t.source.type.id, section_id: t.saintMalo.id, version }
  return rene.post(`/sources/${t.source.id}`, { ...fields, annee_debut: '1700', annee_fin })
}

test('other years of the register have them found anew; another title alone does not', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  expect((await changeYears(t, '1790')).status).toBe(303)
  await marie.post(`${t.path}/chercher`)
  expect((await changeYears(t, '1790')).status).toBe(303)
  expect(squeeze((await marie.get(t.path)).page.text)).toContain('1 relevé à regarder.')
  expect((await changeYears(t, '1770')).status).toBe(303)
  expect(squeeze((await marie.get(t.path)).page.text)).toContain('Calcul en cours')
  await t.later()
  const kinds = (await marie.get(t.path)).page.all('#avertissements table:first-of-type tbody th')
  expect(kinds.map(({ textContent }) => squeeze(textContent))).toContain('Date hors des années de la source')
  expect(t.failures).toEqual([])
})

test('a field of the type that changes has all its sources looked through, by one task', async () => {
  const t = await register()
  const other = await t.make.source({ type: t.source.type, section: t.saintMalo })
  const [marie, admin] = [await t.as(t.marie), await t.as(t.admin)]
  for (const { id } of [t.source, other]) await marie.post(`/sources/${id}/avertissements/chercher`)
  await t.db.deleteFrom('taches').execute()
  const [champ] = (await champsOf(t.db, t.source.type.id)).filter(({ nom }) => nom === 'prenom')
  const edit = `/admin/types-sources/${t.source.type.id}/champs/${champ?.id}`
  const form = (await admin.get(`${edit}/modifier`)).page
  const version = form.one('[name="version"]').getAttribute('value') ?? ''
  const sent = {
    version,
    nom: 'prenom',
    label: champ?.label ?? '',
    type: 'text',
    required: '1',
    politique: champ?.politique ?? '',
  }
  expect((await admin.post(edit, sent)).status).toBe(303)
  const tasks = t.db.selectFrom('taches').select('payload').where('kind', '=', 'avertissements')
  expect(await tasks.execute()).toEqual([{ payload: { type: t.source.type.id } }])
  const words = async () => squeeze((await marie.get(t.path)).page.text)
  expect(await words()).toContain('Calcul en cours')
  await t.later(120)
  expect(await words()).toContain('1 relevé à regarder.')
})

test('a search that was given up says so, and is begun again by hand', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  await marie.post(`/sources/${t.source.id}/statut`, { statut: 'a_valider' })
  await t.db.updateTable('taches').set({ etat: 'garee', erreur: 'x' }).where('kind', '=', 'avertissements').execute()
  const { page } = await marie.get(t.path)
  expect(squeeze(page.text)).toContain('Le calcul s’est arrêté avant la fin')
  expect(page.has('#avertissements[hx-trigger]')).toBe(false)
  await marie.post(page.one('#avertissements form').getAttribute('action') ?? '')
  const after = (await marie.get(t.path)).page
  expect(squeeze(after.text)).toContain('1 relevé à regarder.')
  expect(after.has('#avertissements .annonce')).toBe(false)
})
