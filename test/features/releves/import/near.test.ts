// A village alone in a file: the place near the source that it means, or somebody says what it is.
import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { squeeze } from '../../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { releves } from '../support.ts'

const HEADER = 'Date de baptême;Nom;Domicile;Notes'
const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`

/** Pleurtuit in Ille-et-Vilaine, of which a source is; a Saint-Malo here and one in the Morbihan. */
async function site() {
  const t = await testApp()
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', type: 'Département' })
  const morbihan = await t.make.lieu({ nom: 'Morbihan', type: 'Département' })
  const place = (nom: string, parent: typeof ille) => t.make.lieu({ nom, type: 'Commune', parent })
  const pleurtuit = await place('Pleurtuit', ille)
  const malo = await place('Saint-Malo', ille)
  await place('Saint-Malo', morbihan)
  const vannes = await place('Vannes', morbihan)
  await t.db.updateTable('lieux').set({ code: '56260' }).where('id', '=', vannes.id).execute()
  const source = await t.make.source({ section: t.saintMalo, lieu: pleurtuit })
  const manager = await t.as(t.rene)
  const send = async (content: string, who = manager) => {
    const { location } = await sendFile(who, `/sources/${source.id}/import`, content)
    await work(t)
    return { path: location ?? '', plan: await importOf(t) }
  }
  return { t, source, manager, send, ille, morbihan, pleurtuit, malo }
}

const told = async (t: Awaited<ReturnType<typeof site>>['t']) => (await messagesOf(t)).map(({ ligne }) => ligne)

test('matches where exactly one place is called so in the département, or has the code', async () => {
  const { t, manager, send, pleurtuit, malo } = await site()
  const { path, plan } = await send(
    csv(
      '1787;A;Pleurtuit;',
      '1787;B;ST MALO;',
      '1787;C;Vannes;',
      '1787;D;Vannes (56260);',
      '1787;E;saint-malo, Morbihan;',
      '1787;F;pleurtuit;',
    ),
  )
  expect(plan).toMatchObject({ a_creer: 4, refusees: 2 })
  expect(await told(t)).toEqual([4, 6])
  await manager.post(`${path}/confirmer`)
  await work(t)
  const places = (await releves(t)).map(({ data }) => (data.domicile as { id: number }).id)
  const vannes = await t.db.selectFrom('lieux').select('id').where('nom', '=', 'Vannes').executeTakeFirstOrThrow()
  expect(places).toEqual([pleurtuit.id, malo.id, vannes.id, pleurtuit.id])
  // Two of one name there: nothing is chosen.
  await t.make.lieu({ nom: 'Saint-Malo', parent: pleurtuit })
  await t.make.lieu({ nom: 'Saint-Malo', parent: pleurtuit })
  expect((await send(csv('1788;G;Saint-Malo;'))).plan).toMatchObject({ a_creer: 0, refusees: 1 })
  expect(t.failures).toEqual([])
})

test('names that are not found are listed: chosen, created under a place, or kept in the notes, by a new dry run', async () => {
  const { t, manager, send, ille, pleurtuit } = await site()
  const { path, plan } = await send(
    csv('1787;A;Plertuit;', '1787;B;Plertuit;x', '1787;C;La Richardais;', '1787;D;en voyage;y', '1787;E;Vannes;'),
  )
  expect(plan).toMatchObject({ a_creer: 0, refusees: 5 })
  expect(squeeze((await manager.get(path)).page.text)).toContain(
    '4 noms de lieux n’ont pas été reconnus, dans 5 lignes : dire quels lieux ce sont.',
  )
  const { page } = await manager.get(`${path}/lieux`)
  expect(page.all('tbody th').map((cell) => cell.text)).toEqual(['Plertuit', 'La Richardais', 'Vannes', 'en voyage'])
  expect(page.one('select[name="choix[2]"]').text).toContain('C’est Vannes, Morbihan')
  const vannes = page.one('select[name="choix[2]"]').querySelectorAll('option')[1]?.getAttribute('value') ?? ''
  const names = { 'nom[0]': 'Plertuit', 'nom[1]': 'La Richardais', 'nom[2]': 'Vannes', 'nom[3]': 'en voyage' }
  const answers = {
    'choix[0]': 'autre',
    'lieu[0]': String(pleurtuit.id),
    'choix[1]': 'creer',
    'choix[2]': vannes,
    'choix[3]': 'notes',
  }
  const nowhere = await manager.post(`${path}/lieux`, { ...names, ...answers })
  expect([nowhere.status, nowhere.page.error('texte:lieu_parent_id')]).toEqual([
    422,
    'Dites où se trouvent les lieux à créer.',
  ])
  expect(await t.db.selectFrom('lieux').select('id').where('nom', '=', 'La Richardais').execute()).toEqual([])
  const given = await manager.post(`${path}/lieux`, { ...names, ...answers, lieu_parent_id: String(ille.id) })
  expect(given.location).toBe(path)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'pret', a_creer: 5, refusees: 0 })
  expect((await manager.get(`${path}/lieux`)).location).toBe(path)
  await manager.post(`${path}/confirmer`)
  await work(t)
  const shown = (await releves(t)).map(({ data }) => [
    (data.domicile as { nom_long: string } | undefined)?.nom_long,
    data.notes,
  ])
  expect(shown).toEqual([
    ['Pleurtuit, Ille-et-Vilaine', undefined],
    ['Pleurtuit, Ille-et-Vilaine', 'x'],
    ['La Richardais, Ille-et-Vilaine', undefined],
    [undefined, 'y\nDomicile\u00a0: en voyage'],
    ['Vannes, Morbihan', undefined],
  ])
  expect(t.failures).toEqual([])
})

test('a created place stays when something else uses it, and goes when the import is given up', async () => {
  const { t, manager, send, ille } = await site()
  const create = async () => {
    const { path } = await send(csv('1787;A;La Richardais;'))
    await manager.post(`${path}/lieux`, {
      'nom[0]': 'La Richardais',
      'choix[0]': 'creer',
      lieu_parent_id: String(ille.id),
    })
    await work(t)
    return path
  }
  const places = () => t.db.selectFrom('lieux').select('id').where('nom', '=', 'La Richardais').execute()
  const given = await create()
  expect(await places()).toHaveLength(1)
  await manager.post(`${given}/abandonner`)
  expect(await places()).toEqual([])
  const path = await create()
  await manager.post(`${path}/confirmer`)
  await work(t)
  await manager.post(`${path}/annuler`)
  await work(t)
  // The undo takes the place along, that nothing else uses.
  expect([(await importOf(t)).retirees, await places()]).toEqual([1, []])
  const kept = await create()
  await manager.post(`${kept}/confirmer`)
  await work(t)
  const [lieu] = await places()
  await t.make.source({ lieu: { id: lieu?.id ?? 0 } })
  await manager.post(`${kept}/annuler`)
  await work(t)
  expect([await releves(t), await places()]).toEqual([[], [lieu]])
  expect((await messagesOf(t)).map(({ message }) => squeeze(message))).toEqual([
    expect.stringContaining('« La Richardais, Ille-et-Vilaine » reste.'),
  ])
  expect(t.failures).toEqual([])
})

test('a member chooses and keeps in notes, and creates nothing; who lost the right is refused', async () => {
  const { t, source, send, ille } = await site()
  const marie = await t.as(t.marie)
  const { path } = await send(csv('1787;A;La Richardais;', '1788;B;Ailleurs;'), marie)
  const { page } = await marie.get(`${path}/lieux`)
  expect([page.text.includes('Créer ce lieu'), page.has('[name="type_id"]')]).toEqual([false, false])
  const fields = { 'nom[0]': 'Ailleurs', 'choix[0]': 'creer', lieu_parent_id: String(ille.id) }
  const refused = await marie.post(`${path}/lieux`, fields)
  expect([refused.status, refused.page.error('choix[0]')]).toEqual([
    422,
    expect.stringContaining('Seuls les gestionnaires'),
  ])
  expect((await marie.post(`${path}/lieux`, {})).status).toBe(422)
  expect((await marie.post(`${path}/lieux`, { 'nom[0]': 'Ailleurs', 'choix[0]': 'lieu:999999' })).status).toBe(422)
  const search = await marie.post(`${path}/lieux`, {
    'nom[0]': 'Ailleurs',
    'texte:lieu[0]': 'vannes',
    'lieu[0]': '',
    chercher: 'lieu[0]',
  })
  expect([search.status, search.page.text.includes('Vannes, Morbihan')]).toEqual([200, true])
  // A place that is typed, and no answer chosen in the list: that is the answer.
  const typed = { 'nom[0]': 'Ailleurs', 'choix[0]': '', 'texte:lieu[0]': 'Nulle part' }
  expect((await marie.post(`${path}/lieux`, typed)).page.error('texte:lieu[0]')).toContain('Aucun lieu ne correspond')
  expect((await marie.post(`${path}/lieux`, { reste: 'notes' })).status).toBe(303)
  await work(t)
  expect(await importOf(t)).toMatchObject({ a_creer: 2, refusees: 0 })
  expect((await (await t.as(t.etienne)).get(`${path}/lieux`)).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  expect([
    (await marie.get(`${path}/lieux`)).status,
    (await marie.post(`${path}/lieux`, { reste: 'notes' })).status,
  ]).toEqual([403, 403])
  expect(t.failures).toEqual([])
})

test('a text much longer than any name is no name that somebody is asked about', async () => {
  const { t, manager, send } = await site()
  const long = Array.from({ length: 3000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
  const { path, plan } = await send(csv(`1787;A;${long};`, '1787;B;Zzyzx;', '1787;C;Pleurtuit;'))
  expect(plan).toMatchObject({ etat: 'pret', a_creer: 1, refusees: 2 })
  expect((await manager.get(`${path}/lieux`)).status).toBe(200)
  expect(await t.db.selectFrom('import_lieux').select('nom').execute()).toEqual([{ nom: 'Zzyzx' }])
  expect(t.failures).toEqual([])
})
