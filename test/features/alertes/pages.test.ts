import { expect, test } from 'vitest'
import { newsMailHandlers } from '../../../src/features/alertes/mail-task.tsx'
import { sweep } from '../../../src/features/alertes/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { ORIGIN, type Visitor } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { alertSite, DAY, keep, listed, waiting } from './support.ts'

const main = async (visitor: Visitor, path = '/mes-recherches') => squeeze((await visitor.get(path)).page.text)

test('a search is kept from its results, renamed, looked at and deleted; nobody else sees it', async () => {
  const t = await alertSite()
  const lieu = await t.make.lieu({ nom: 'Saint-Malo' })
  const source = await t.make.source({ section: t.saintMalo, lieu })
  await t.make.releve(source, { nom: 'Martin', prenom: 'Jean' })
  const marie = await t.as(t.marie)
  const { page } = await marie.get(
    `/recherche?nom=Martin&nom2=Le+Goff&lieu=${lieu.id}&annee_debut=1760&tri=nom&apres=1-1`,
  )
  const form = page.one('.recherche-garder form')
  const typed = (name: string) => form.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
  expect(typed('titre')).toBe('Martin × Le Goff, Saint-Malo, à partir de 1760')
  expect(typed('adresse')).toBe(`nom=Martin&annee_debut=1760&lieu=${lieu.id}&nom2=Le+Goff`)
  const id = await keep(t, marie, typed('adresse'), 'semaine', typed('titre'))
  const other = await keep(t, marie, 'nom=martin')
  t.later(60_000)
  const fresh = await t.make.releve(source, { nom: 'Martin', prenom: 'Anne' })
  expect(await main(marie)).toContain('1 nouveau depuis le 21 novembre 2026')
  expect([await listed(marie, other), await listed(marie, id)]).toEqual([[fresh], []])
  for (const stranger of [await t.as(t.admin), await t.as(t.rene)]) {
    expect((await stranger.get(`/mes-recherches/${other}`)).status).toBe(404)
    expect(await main(stranger)).toContain('Vous ne gardez aucune recherche')
  }
  await marie.post(`/mes-recherches/${other}`, { titre: 'Les Martin', frequence: 'site' })
  expect(await main(marie)).toMatch(/Les Martin.*Sur le site seulement/)
  const { jusque = '' } = Object.fromEntries(
    (await marie.get(`/mes-recherches/${other}`)).page
      .all('input')
      .map((one) => [one.getAttribute('name'), one.getAttribute('value') ?? '']),
  )
  const later = await t.make.releve(source, { nom: 'Martin', prenom: 'Luc' })
  await marie.post(`/mes-recherches/${other}/vue`, { jusque })
  expect(await listed(marie, other)).toEqual([later])
  await marie.post(`/mes-recherches/${other}/vue`, { jusque: 'n’importe quoi' })
  expect(await listed(marie, other)).toEqual([])
  await marie.post(`/mes-recherches/${other}/supprimer`)
  expect((await marie.get(`/mes-recherches/${other}`)).status).toBe(404)
  expect(await t.db.selectFrom('journal').select('action').execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('what cannot be kept is refused beside its field, with what was typed', async () => {
  const t = await alertSite()
  const marie = await t.as(t.marie)
  const send = (fields: Record<string, string>) =>
    marie.post('/mes-recherches', { adresse: 'nom=martin', titre: 'Martin', frequence: 'jour', ...fields })
  for (const [fields, words] of [
    [{ titre: ' ' }, 'Donnez un titre'],
    [{ titre: 'x'.repeat(121) }, '120 caractères au plus'],
    [{ frequence: 'heure' }, 'Choisissez quand être averti'],
    [{ adresse: '' }, 'Faites d’abord une recherche'],
    [{ adresse: 'tri=nom' }, 'revoyez ses critères'],
    [{ adresse: 'lieu=999999' }, 'revoyez ses critères'],
    [{ adresse: `q=martin&${'sauf=abcdef&'.repeat(200)}` }, '2000 caractères au plus'],
  ] as const) {
    const answer = await send(fields)
    expect([answer.status, squeeze(answer.page.text)]).toEqual([422, expect.stringContaining(words)])
  }
  expect((await send({})).status).toBe(303)
  expect(squeeze((await send({ adresse: 'tri=lieu&nom=martin&apres=3-4' })).page.text)).toContain(
    'Vous gardez déjà cette recherche',
  )
  const { id: _, ...row } = await t.db.selectFrom('recherches_gardees').selectAll().executeTakeFirstOrThrow()
  const marks = { vu_marque: JSON.stringify(row.vu_marque), dit_marque: JSON.stringify(row.dit_marque) }
  const rows = Array.from({ length: 49 }, (_one, n) => ({ ...row, ...marks, adresse: `nom=x${n}` }))
  await t.db.insertInto('recherches_gardees').values(rows).execute()
  expect(squeeze((await send({ adresse: 'nom=riou' })).page.text)).toContain('50 recherches')
  expect(t.failures).toEqual([])
})

test('a search whose place, type or section is gone says so', async () => {
  const t = await alertSite()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const type = await t.make.typeSource({ nom: 'Rôles' })
  const marie = await t.as(t.marie)
  await keep(t, marie, `lieu=${lieu.id}`)
  await keep(t, marie, `type=${type.id}`)
  await keep(t, marie, `section=${t.saintMalo.id}`)
  expect(await main(marie)).not.toContain('n’existe plus')
  await t.db.deleteFrom('lieux').where('id', '=', lieu.id).execute()
  await t.db.deleteFrom('champs').where('type_source_id', '=', type.id).execute()
  await t.db.deleteFrom('types_sources').where('id', '=', type.id).execute()
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  const text = await main(marie)
  for (const words of [
    'Un lieu de cette recherche n’existe plus',
    'Son type de source n’existe plus',
    'Sa section n’existe plus',
  ])
    expect(text).toContain(words)
  await t.night()
  expect(t.failures).toEqual([])
})

/** Two acts new to two searches of Marie, and a night. */
async function told() {
  const t = await alertSite()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const marie = await t.as(t.marie)
  await keep(t, marie, 'nom=martin', 'jour', 'Les Martin')
  await keep(t, marie, 'nom=riou', 'jour', 'Les Riou')
  t.later(60_000)
  for (let n = 0; n < 12; n += 1)
    await t.make.releve(source, { nom: 'Martin', prenom: `Jean ${n}`, date_evenement: day(`1750-02-${10 + n}`) })
  await t.make.releve(source, { nom: 'Riou' })
  await t.night()
  return { ...t, source, visitor: marie, send: () => runTasks(t.deps, newsMailHandlers(t.deps, t.sink.limits)) }
}

test('one mail a person names ten acts of each search, and one click in it ends them', async () => {
  const t = await told()
  expect(squeeze((await t.visitor.get('/notifications')).page.text)).toContain(
    'Du nouveau dans vos recherches : 13 actes pour 2 recherches',
  )
  await t.send()
  const [mail] = t.sink.received
  const text = squeeze(mail?.email.text ?? '')
  expect([t.sink.received.length, mail?.to]).toEqual([1, ['marie@exemple.fr']])
  for (const words of [
    '12 nouveaux',
    'Martin Jean 0, 10/02/1750, Baptêmes',
    'et 2 autres',
    'Les Riou',
    '/mes-recherches/1',
  ])
    expect(text).toContain(words)
  const header = (name: string) => mail?.email.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const path =
    /^<https:\/\/releves\.exemple\.fr(\/desabonnement\/[a-z2-7]+)>$/.exec(header('list-unsubscribe'))?.[1] ?? ''
  expect(JSON.stringify(await t.db.selectFrom('alerte_jetons').selectAll().execute())).not.toContain(path.slice(15))
  const anybody = t.anonymous()
  expect((await anybody.get(path)).page.has(`form[action="${path}"]`)).toBe(true)
  const refused = () => t.db.selectFrom('courriels_refuses').select(['user_id', 'kind']).execute()
  expect(await refused()).toEqual([])
  // A mail program has neither cookie nor token, and says nothing of where it comes from.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (const _time of [1, 2])
    expect((await t.app.request(`${ORIGIN}${path}`, { method: 'POST', body })).status).toBe(200)
  expect(await refused()).toEqual([{ user_id: t.marie.id, kind: 'Alerte' }])
  expect((await t.app.request(`${ORIGIN}/desabonnement/${'a'.repeat(32)}`, { method: 'POST', body })).status).toBe(404)
  await t.make.releve(t.source, { nom: 'Riou' })
  await t.night()
  await t.send()
  expect(t.sink.received.length).toBe(1)
  expect(await main(t.visitor)).toContain('2 nouveaux')
  expect(t.failures).toEqual([])
})

test('a night that is killed and begun again tells each person once; who left is told nothing', async () => {
  const t = await told()
  const etienne = await t.as(t.etienne)
  await keep(t, etienne, 'nom=martin')
  await t.make.membre(t.saintMalo, t.etienne)
  await t.make.membre(t.saintMalo, t.admin)
  const admin = await t.as(t.admin)
  await keep(t, admin, 'nom=martin')
  t.later(60_000)
  await t.make.releve(t.source, { nom: 'Martin' })
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.admin.id).execute()
  await t.db.deleteFrom('taches').execute()
  t.later(DAY)
  let turns = 0
  const killed = async () => {
    turns += 1
    if (turns === 3) throw new Error('killed')
  }
  await expect(sweep(t.deps, killed)).rejects.toThrow('killed')
  await sweep(t.deps, async () => {})
  await sweep(t.deps, async () => {})
  const mails = await waiting(t)
  expect(mails.map(({ user_id, recherches }) => [user_id, recherches.length]).toSorted()).toEqual(
    [
      [t.marie.id, 1],
      [t.etienne.id, 1],
    ].toSorted(),
  )
})

test('a mail tells nothing that its reader no longer sees when it leaves', async () => {
  const t = await told()
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
  await t.send()
  expect(t.sink.received).toEqual([])
})

test('a search that nobody looked at for a year is asked about once, then stops, and goes on when wanted', async () => {
  const t = await alertSite()
  const marie = await t.as(t.marie)
  const id = await keep(t, marie, 'nom=martin')
  t.later(366 * DAY)
  await t.night()
  expect((await waiting(t)).map(({ demandes }) => demandes)).toEqual([[id]])
  await t.night(2)
  expect((await waiting(t)).length).toBe(1)
  await runTasks(t.deps, newsMailHandlers(t.deps, t.sink.limits))
  expect(t.sink.received[0]?.email.text).toContain('Toujours utile')
  t.later(31 * DAY)
  await t.night()
  const state = () => t.db.selectFrom('recherches_gardees').select('arretee_at').where('id', '=', id).executeTakeFirst()
  expect((await state())?.arretee_at).not.toBeNull()
  // The session of a year ago is over.
  const again = await t.as(t.marie)
  expect(await main(again)).toContain('arrêtée')
  await again.post(`/mes-recherches/${id}/reprendre`)
  expect((await state())?.arretee_at).toBeNull()
})

test('years of a hole are told once, when all of them are validated', async () => {
  const t = await alertSite()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', type.id).execute()
  const at = { lieu, type, section: t.saintMalo }
  const first = await t.make.source({ ...at, annee_debut: 1760, annee_fin: 1765 })
  const second = await t.make.source({ ...at, annee_debut: 1766, annee_fin: 1770 })
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`/couverture/lieux/${lieu.id}`)
  const form = page.one('form[action="/mes-recherches/attentes"]')
  const fields = Object.fromEntries(
    [...form.querySelectorAll('input')].map((one) => [one.getAttribute('name') ?? '', one.getAttribute('value') ?? '']),
  )
  expect(fields).toMatchObject({ lieu: String(lieu.id), acte: 'bapteme', debut: '1760', fin: '1770' })
  for (const _time of [1, 2])
    expect((await marie.post('/mes-recherches/attentes', fields)).location).toBe(`/couverture/lieux/${lieu.id}`)
  for (const wrong of [{ debut: '1780' }, { acte: 'rien' }, { lieu: '' }])
    expect((await marie.post('/mes-recherches/attentes', { ...fields, ...wrong })).status).toBe(303)
  expect((await t.db.selectFrom('couverture_attentes').selectAll().execute()).length).toBe(1)
  const validate = (id: number) => t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', id).execute()
  await validate(first.id)
  await t.night()
  expect(await waiting(t)).toEqual([])
  await validate(second.id)
  await t.night(3)
  expect((await waiting(t)).map(({ attentes }) => attentes)).toEqual([[1]])
  expect(await main(marie)).toContain('C’est fait')
  await runTasks(t.deps, newsMailHandlers(t.deps, t.sink.limits))
  expect(t.sink.received[0]?.email.text).toContain('Dinard, baptême 1760-1770')
  await marie.post('/mes-recherches/attentes/1/supprimer')
  expect(await main(marie)).not.toContain('Dinard')
  expect(t.failures).toEqual([])
})
