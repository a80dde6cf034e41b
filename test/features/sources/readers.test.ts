// Readers of a section write nothing in it, and some sections everybody reads (decisions.md, section 2).
import { describe, expect, test } from 'vitest'
import { testApp, type Visitor } from '../../support/app.ts'

const CANARY = 'Zanzibarquette'

/** A section of Saint-Malo with a source of one record on the map, and somebody who has no section yet. */
async function site() {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard', latitude: 48, longitude: -2 })
  const source = await t.make.source({ titre: `Registre ${CANARY}`, section: t.saintMalo, lieu })
  const releve = await t.make.releve(source, { nom: CANARY, prenom: 'Yvette' })
  const reader = await t.make.user({ name: 'lectrice' })
  return { t, source, releve, lieu, reader, visitor: await t.as(reader) }
}

type Site = Awaited<ReturnType<typeof site>>

const open = ({ t }: Site, ouverte: boolean) =>
  t.db.updateTable('sections').set({ ouverte }).where('id', '=', t.saintMalo.id).execute()

/** Whether each page that may tell of the source does so to this person. */
async function told({ source, releve, lieu, t }: Site, visitor: Visitor): Promise<Record<string, boolean>> {
  const pages = {
    list: '/sources',
    section: `/sources?section=${t.saintMalo.id}`,
    page: `/sources/${source.id}`,
    records: `/sources/${source.id}/releves`,
    record: `/releves/${releve}`,
    search: '/recherche?q=yvette',
    found: '/recherche/export/csv?q=yvette',
    export: `/export/source/${source.id}/csv`,
    place: `/lieux/${lieu.id}`,
    map: `/carte/lieux/${lieu.id}`,
  }
  const answers: Record<string, boolean> = {}
  for (const [name, path] of Object.entries(pages)) answers[name] = (await visitor.get(path)).text.includes(CANARY)
  answers.dashboard = (await visitor.get('/')).text.includes('Section de Saint-Malo')
  answers.data = (await visitor.get('/carte/data')).text.includes('Dinard')
  answers.count = (await visitor.get('/sources')).page.has('.liste-compte a[href$="statut=en_cours"]')
  return answers
}

const everywhere = (answers: Record<string, boolean>, yes: boolean) =>
  expect(Object.entries(answers).filter(([, told]) => told !== yes)).toEqual([])

/** Everything that writes in the source, with enough in it to be taken if it were allowed. */
async function writes({ source, releve }: Site, visitor: Visitor): Promise<Record<string, number>> {
  const record = { 'data[nom]': 'Intrus', 'data[date_evenement][valeur]': '01/02/1780', version: 1 }
  const posts: [string, Record<string, string | number>][] = [
    [`/sources/${source.id}/releves`, record],
    [`/sources/${source.id}/tableau/coller`, { texte: 'Intrus' }],
    [`/sources/${source.id}/import`, {}],
    [`/sources/${source.id}/statut`, { statut: 'a_valider' }],
    [`/sources/${source.id}`, { titre: 'Intrus', version: 1 }],
    [`/sources/${source.id}/supprimer`, { version: 1 }],
    [`/releves/${releve}`, record],
    [`/releves/${releve}/champs/nom`, { 'data[nom]': 'Intrus', version: 1 }],
    [`/releves/${releve}/supprimer`, { version: 1 }],
    ['/brouillons', { source: source.id, cle: 'abcdefghijklmnopqrstuvwxyz234567', contenu: '{}' }],
  ]
  const answers: Record<string, number> = {}
  for (const [path, fields] of posts) answers[path] = (await visitor.post(path, fields)).status
  return answers
}

const refused = async (s: Site, visitor: Visitor) => {
  const answers = Object.entries(await writes(s, visitor))
  expect(answers.filter(([, status]) => status !== 403)).toEqual([])
  expect(await s.t.db.selectFrom('releves').select(['id', 'nom']).execute()).toEqual([{ id: s.releve, nom: CANARY }])
  expect(await s.t.db.selectFrom('sources').select(['titre', 'status']).execute()).toEqual([
    { titre: s.source.titre, status: 'en_cours' },
  ])
}

test('who has no section sees nothing of it; a reader sees all of it', async () => {
  const s = await site()
  everywhere(await told(s, s.visitor), false)
  await s.t.make.membre(s.t.saintMalo, s.reader, 'lecture')
  everywhere(await told(s, s.visitor), true)
  expect(s.t.failures).toEqual([])
})

test('a section that is open is seen by everybody, from that moment to the moment it is closed', async () => {
  const s = await site()
  const etienne = await s.t.as(s.t.etienne)
  await open(s, true)
  everywhere(await told(s, s.visitor), true)
  const { dashboard: _, ...pages } = await told(s, etienne)
  everywhere(pages, true)
  expect((await s.t.anonymous().get(`/sources/${s.source.id}`)).location).toMatch(/^\/login/)
  await open(s, false)
  everywhere(await told(s, s.visitor), false)
  everywhere(await told(s, etienne), false)
})

describe('writing', () => {
  test('is refused a reader, whatever the role, and is not offered', async () => {
    const s = await site()
    await s.t.make.membre(s.t.saintMalo, s.reader, 'lecture')
    await refused(s, s.visitor)
    const page = await s.visitor.get(`/sources/${s.source.id}`)
    expect(page.page.has(`a[href="/sources/${s.source.id}/releves/nouveau"]`)).toBe(false)
    const manager = await s.t.make.user({ name: 'cheffe', role: 'gestionnaire' })
    await s.t.make.membre(s.t.saintMalo, manager, 'lecture')
    await refused(s, await s.t.as(manager))
    expect(s.t.failures).toEqual([])
  })

  test('is refused whoever reads an open section, managers of other sections too', async () => {
    const s = await site()
    await open(s, true)
    const manager = await s.t.make.user({ name: 'cheffe', role: 'gestionnaire' })
    await s.t.make.membre(s.t.vannes, manager, 'gestion')
    for (const visitor of [s.visitor, await s.t.as(s.t.etienne), await s.t.as(manager)]) await refused(s, visitor)
  })

  test('is open to a reader who is assigned to the source, and to the members of an open section as before', async () => {
    const s = await site()
    const { source, t } = s
    await t.make.membre(t.saintMalo, s.reader, 'lecture')
    await open(s, true)
    const desk = `/sources/${source.id}/releves/nouveau`
    expect((await s.visitor.get(desk)).page.text).toContain('sans y saisir de relevés')
    expect([(await s.visitor.get(desk)).status, (await (await t.as(t.marie)).get(desk)).status]).toEqual([403, 200])
    await t.db.insertInto('source_membres').values({ source_id: source.id, user_id: s.reader.id }).execute()
    expect([(await s.visitor.get(desk)).status, (await (await t.as(t.marie)).get(desk)).status]).toEqual([200, 403])
    const saved = await s.visitor.post(`/sources/${source.id}/releves`, {
      'data[nom]': 'Martin',
      'data[date_evenement][valeur]': '01/02/1780',
    })
    expect(saved.status).toBe(303)
  })
})
