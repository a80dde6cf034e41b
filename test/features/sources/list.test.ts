import { expect, test } from 'vitest'
import { sourceFilter } from '../../../src/features/sources/filter-form.ts'
import { countByStatus, listSources } from '../../../src/features/sources/queries/listing.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'

async function archive() {
  const t = await testApp()
  const baptemes = await t.make.typeSource({ nom: 'Baptêmes' })
  const deces = await t.make.typeSource({ nom: 'Décès' })
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const dinard = await t.make.lieu({ nom: 'Dinard', parent: bretagne })
  const evran = await t.make.lieu({ nom: 'Évran', parent: bretagne })
  const years = (annee_debut: number, annee_fin: number) => ({ annee_debut, annee_fin })
  const a = await t.make.source({
    titre: 'A Dinard',
    type: baptemes,
    lieu: dinard,
    section: t.saintMalo,
    ...years(1700, 1720),
  })
  const b = await t.make.source({
    titre: 'B Évran',
    type: deces,
    lieu: evran,
    section: t.vannes,
    status: 'validee',
    ...years(1793, 1802),
  })
  const c = await t.make.source({
    titre: 'C Bretagne',
    type: deces,
    lieu: bretagne,
    members: [t.admin],
    annee_debut: 1750,
  })
  const d = await t.make.source({ titre: 'D Œuvres, l’Hôpital', type: deces, status: 'a_valider' })
  await t.db.updateTable('sources').set({ cote: '10_NUM%35' }).where('id', '=', d.id).execute()
  return { t, baptemes, deces, bretagne, dinard, evran, a, b, c, d }
}

const titles = async (t: TestApp, query: string, user = t.admin) => {
  const res = await (await t.as(user)).get(`/sources${query}`)
  return {
    res,
    found: res.page
      .all('tbody th a')
      .map((link) => link.textContent.charAt(0))
      .join(''),
  }
}

test('each filter keeps what it says', async () => {
  const { t, baptemes, deces, bretagne, evran } = await archive()
  const expected: [string, string][] = [
    ['', 'ABCD'],
    ['?statut=validee', 'B'],
    [`?type=${baptemes.id}`, 'A'],
    [`?type=${deces.id}&statut=en_cours`, 'C'],
    [`?lieu=${bretagne.id}`, 'ABC'],
    [`?lieu=${evran.id}`, 'B'],
    ['?texte:lieu=Dinard, Bretagne', 'A'],
    ['?annee_debut=1721', 'BC'],
    ['?annee_debut=1720', 'ABC'],
    ['?annee_fin=1750', 'AC'],
    ['?annee_debut=1795&annee_fin=1795', 'B'],
    ['?annee_debut=1751&annee_fin=1792', ''],
    ['?q=evran', 'B'],
    ['?q=oeuvres hopital', 'D'],
    ['?q=10_num%2535', 'D'],
    ['?q=1_', ''],
    [`?section=${t.saintMalo.id}`, 'A'],
    ['?section=aucune', 'CD'],
    ['?assigne=moi', 'C'],
    ['?page=2', ''],
  ]
  for (const [query, letters] of expected) {
    const { res, found } = await titles(t, query)
    expect([query, res.status, found]).toEqual([query, 200, letters])
  }
  expect(t.failures).toEqual([])
})

test('what cannot be read is told beside its field and filters nothing', async () => {
  const { t } = await archive()
  const wrong: [string, string, string][] = [
    ['?statut=perdue', 'statut', 'Ce statut n’existe pas.'],
    ['?type=x', 'type', 'Choisissez une valeur dans la liste.'],
    ['?annee_debut=an%20III', 'annee_debut', 'Indiquez une année en chiffres'],
    ['?annee_debut=1802&annee_fin=1793', 'annee_fin', 'La dernière année précède la première.'],
    ['?section=-1', 'section', 'Choisissez une section de la liste.'],
    ['?q=a%00b', 'q', 'caractère interdit'],
  ]
  for (const [query, name, message] of wrong) {
    const { res, found } = await titles(t, query)
    expect([query, res.status, found]).toEqual([query, 422, 'ABCD'])
    expect(res.page.error(name)).toContain(message)
    expect(res.page.one('#sources .erreur').textContent.replace(/\s/g, ' ')).toContain(message)
    if (name.startsWith('annee')) expect(query).toContain(encodeURIComponent(res.page.value(name)))
  }
  expect(t.failures).toEqual([])
})

test('a place that is not clear is asked for, with links to each it may mean', async () => {
  const { t, dinard } = await archive()
  const { res, found } = await titles(t, '?texte:lieu=dina&lieu=&statut=en_cours')
  expect([res.status, found]).toEqual([200, ''])
  expect(res.page.error('texte:lieu')).toBe('Choisissez le lieu dans la liste.')
  const link = res.page.one('#sources a[href*="lieu="]').getAttribute('href') ?? ''
  expect(link).toBe(`/sources?statut=en_cours&lieu=${dinard.id}`)
  expect((await titles(t, link.replace('/sources', ''))).found).toBe('A')
})

test('filters in force are chips that take themselves away', async () => {
  const { t, deces, bretagne } = await archive()
  const query = `?statut=en_cours&type=${deces.id}&lieu=${bretagne.id}&annee_fin=1800&tri=releves`
  const { res, found } = await titles(t, query)
  expect(found).toBe('C')
  const chips = res.page.all('.jeton')
  expect(chips.map((chip) => chip.textContent.replace(/\u00a0/g, ' '))).toEqual([
    'En cours',
    'Décès',
    'Lieu : Bretagne',
    'Jusqu’en 1800',
  ])
  const without = chips[0]?.getAttribute('href') ?? ''
  expect(without).not.toContain('statut')
  expect((await titles(t, without.replace('/sources', ''))).found).toBe('BC')
  expect(res.page.value('statut')).toBe('en_cours')
  expect(res.page.value('texte:lieu')).toBe('Bretagne')
})

test('figures count each status under the other filters and lead to it', async () => {
  const { t, deces } = await archive()
  const { res } = await titles(t, `?type=${deces.id}&statut=validee`)
  const figures = res.page.all('.liste-compte a').map((link) => link.textContent.replace(/\s+/g, ' ').trim())
  expect(figures).toEqual(['1 en cours', '1 à valider', '1 validée', 'Confiées à moi'])
  expect(res.page.one('.liste-compte [aria-current]').textContent).toContain('validée')
  const href = res.page.all('.liste-compte a')[0]?.getAttribute('href') ?? ''
  expect((await titles(t, href.replace('/sources', ''))).found).toBe('C')
})

test('the CSV has the sources of the list, in its order, under its filters', async () => {
  const { t, a } = await archive()
  await t.db.insertInto('source_membres').values({ source_id: a.id, user_id: t.marie.id }).execute()
  const admin = await t.as(t.admin)
  const page = (await admin.get('/sources?ordre=desc&annee_debut=1700&annee_fin=1760')).page
  const href = page
    .all('.liste-tete a')
    .find((link) => link.textContent === 'Exporter en CSV')
    ?.getAttribute('href')
  expect(href).toBe('/sources/export/csv?annee_debut=1700&annee_fin=1760&ordre=desc')
  const [head, ...lines] = (await admin.get(href ?? '')).text.trim().split('\r\n')
  expect(head).toBe(
    'titre;type;lieu;annee_debut;annee_fin;section;depot;cote;statut;releves;membres;url;note;annees;lacunes',
  )
  expect(lines).toEqual([
    'C Bretagne;Décès;Bretagne;1750;;;;;En cours;0;admin;;;;',
    'A Dinard;Baptêmes;Dinard, Bretagne;1700;1720;Section de Saint-Malo;;;En cours;0;marie;;;;',
  ])
})

test('the CSV holds what its reader sees, and nothing else', async () => {
  const { t, c } = await archive()
  const lines = async (user: typeof t.marie) =>
    (await (await t.as(user)).get('/sources/export/csv')).text.trim().split('\r\n').slice(1)
  expect((await lines(t.marie)).map((line) => line[0])).toEqual(['A'])
  expect((await lines(t.etienne)).map((line) => line[0])).toEqual(['B'])
  await t.db.insertInto('source_membres').values({ source_id: c.id, user_id: t.etienne.id }).execute()
  expect((await lines(t.etienne)).map((line) => line[0])).toEqual(['B', 'C'])
})

test('criteria asked less often are folded until one is in force', async () => {
  const { t } = await archive()
  const isOpen = async (query: string) => (await titles(t, query)).res.page.has('details.filtres-plus[open]')
  expect([await isOpen(''), await isOpen('?statut=validee'), await isOpen('?annee_debut=1700')]).toEqual([
    ...[false, false, true],
  ])
  expect(await isOpen('?assigne=moi')).toBe(true)
})

test('columns sort both ways, what is unknown comes last', async () => {
  const { t, b } = await archive()
  await t.make.releve(b)
  const expected: [string, string][] = [
    ['?tri=titre&ordre=desc', 'DCBA'],
    ['?tri=lieu', 'CABD'],
    ['?tri=lieu&ordre=desc', 'BACD'],
    ['?tri=annees', 'ACBD'],
    ['?tri=statut', 'ACDB'],
    ['?tri=releves&ordre=desc', 'BACD'],
    ['?tri=nimporte', 'ABCD'],
  ]
  for (const [query, letters] of expected) expect([query, (await titles(t, query)).found]).toEqual([query, letters])
})

test('the count is that of the rows, for every reader and filter', async () => {
  const { t, bretagne } = await archive()
  for (const user of [t.admin, t.rene, t.marie]) {
    for (const query of [{}, { q: 'e' }, { annee_debut: '1740' }, { statut: 'en_cours' }]) {
      const asked = sourceFilter.read(query, { lieu: 'q' in query ? bretagne : null }).filter
      const current = { ...user, must_change_password: false }
      const rows = await listSources(t.db, current, asked, { parPage: 100, offset: 0 })
      const counts = await countByStatus(t.db, current, asked)
      const total = asked.statut ? counts[asked.statut] : Object.values(counts).reduce((sum, n) => sum + n, 0)
      expect(total).toBe(rows.length)
    }
  }
})

test('an address reads back as the filter it was made from', () => {
  const query = {
    statut: 'a_valider',
    type: '3',
    annee_debut: '1700',
    annee_fin: '1800',
    q: 'évran',
    section: 'aucune',
  }
  const lieu = { id: 7, chemin: '/1/7/' }
  const { filter } = sourceFilter.read({ ...query, assigne: 'moi', tri: 'lieu', ordre: 'desc' }, { lieu })
  const url = sourceFilter.address('/sources', filter)({})
  const params = Object.fromEntries(new URL(url, 'http://x').searchParams)
  expect(params.lieu).toBe('7')
  expect(sourceFilter.read(params, { lieu }).filter).toEqual(filter)
})

test('the list has pages, and as many queries for 30 sources as for 3', async () => {
  const t = await testApp()
  const type = await t.make.typeSource()
  const lieu = await t.make.lieu()
  const add = async (n: number) => {
    for (let i = 0; i < n; i += 1) await t.make.source({ type, lieu, section: t.saintMalo, members: [t.marie] })
  }
  await add(3)
  const rene = await t.as(t.rene)
  const few = await countQueries(t.deps, () => rene.get('/sources'))
  await add(27)
  const many = await countQueries(t.deps, () => rene.get('/sources'))
  expect(many).toBe(few)
  const first = await rene.get('/sources?par_page=25')
  expect(first.page.all('tbody tr')).toHaveLength(25)
  const second = await rene.get('/sources?par_page=25&page=2')
  expect(second.page.all('tbody tr')).toHaveLength(5)
  expect(second.page.one('.pagination a[rel=prev]').getAttribute('href')).toContain('par_page=25')
})

test('the part that htmx asks for is the page without its frame', async () => {
  const { t } = await archive()
  const part = await (await t.as(t.admin)).fragment('/sources?statut=validee')
  expect(part.text).not.toContain('<html')
  expect(part.page.all('#sources tbody tr')).toHaveLength(1)
})
