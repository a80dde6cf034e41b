import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { archive, featuresOf, inShort } from './support.ts'

const DATA = '/carte/data'

describe('the data', () => {
  test('are GeoJSON: a point for each place with records, longitude first, with its figures', async () => {
    const { t, lieux } = await archive()
    const answer = await (await t.as(t.admin)).get(DATA)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8'])
    expect(JSON.parse(answer.text).type).toBe('FeatureCollection')
    const pleurtuit = featuresOf(answer).find(({ properties }) => properties.id === lieux.pleurtuit.id)
    expect(pleurtuit).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-2.0571, 48.5793] },
      properties: {
        id: lieux.pleurtuit.id,
        nom_long: 'Pleurtuit, Bretagne',
        sources: 3,
        releves: 3,
        annee_debut: 1700,
        annee_fin: 1902,
        statuts: { a_relever: 1, en_cours: 1, a_valider: 0, validee: 1, rejetee: 0 },
      },
    })
    expect(inShort(answer).sort()).toEqual(['Dinard 1/1', 'Pleurtuit 3/3', 'Vannes 1/1'])
    expect(
      featuresOf(answer).find(({ properties }) => properties.id === lieux.vannes.id)?.geometry.coordinates,
    ).toEqual([-2.76085, 47.65824])
    expect(t.failures).toEqual([])
  })

  test('are those of what the reader sees, and nothing else of it', async () => {
    const { t, sources } = await archive()
    expect(inShort(await (await t.as(t.marie)).get(DATA)).sort()).toEqual(['Dinard 1/1', 'Pleurtuit 3/3'])
    expect(inShort(await (await t.as(t.etienne)).get(DATA))).toEqual(['Vannes 1/1'])
    expect((await (await t.as(t.marie)).get(DATA)).text).not.toContain('Vannes')
    await t.db.insertInto('source_membres').values({ source_id: sources.ancienne.id, user_id: t.etienne.id }).execute()
    expect(inShort(await (await t.as(t.etienne)).get(DATA)).sort()).toEqual(['Pleurtuit 1/2', 'Vannes 1/1'])
    expect((await t.anonymous().get(DATA)).location).toMatch(/^\/login/)
  })

  test('come column by column for the map itself, ids by their differences', async () => {
    const { t, lieux } = await archive()
    const admin = await t.as(t.admin)
    const answer = await admin.get(`${DATA}?forme=colonnes`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { id, ...columns } = JSON.parse(answer.text)
    expect(columns).toEqual({
      nom_long: ['Pleurtuit, Bretagne', 'Dinard, Bretagne', 'Vannes, Bretagne'],
      longitude: [-205710, -206161, -276085],
      latitude: [4857930, 4863267, 4765824],
      sources: [3, 1, 1],
      releves: [3, 1, 1],
    })
    expect(id).toEqual([lieux.pleurtuit.id, 1, 1])
    expect(answer.headers.get('etag')).not.toBe((await admin.get(DATA)).headers.get('etag'))
  })

  test('follow the filters: type, years, status', async () => {
    const { t, types } = await archive()
    const admin = await t.as(t.admin)
    const found = async (query: string) => inShort(await admin.get(`${DATA}?${query}`)).sort()
    expect(await found(`type=${types.mariages.id}`)).toEqual(['Pleurtuit 2/1'])
    expect(await found('annee_fin=1750')).toEqual(['Pleurtuit 1/2'])
    expect(await found('annee_debut=1710&annee_fin=1849')).toEqual(['Pleurtuit 1/2'])
    expect(await found('statut=validee')).toEqual(['Pleurtuit 1/2'])
    expect(await found('statut=a_relever')).toEqual(['Pleurtuit 1/0'])
    expect(await found('statut=rejetee')).toEqual([])
    const [one] = featuresOf(await admin.get(`${DATA}?statut=validee`))
    expect(one?.properties).toMatchObject({ annee_debut: 1700, annee_fin: 1720, statuts: { validee: 1 } })
    const refused = await admin.get(`${DATA}?annee_debut=abc&statut=nulle`)
    expect([refused.status, Object.keys(JSON.parse(refused.text).erreurs).sort()]).toEqual([
      422,
      ['annee_debut', 'statut'],
    ])
  })

  test('come compressed as the reader understands it', async () => {
    const { t } = await archive()
    const visitor = await t.as(t.admin)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const plain = (await visitor.get(DATA)).text
    for (const [accepted, coding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const res = await t.app.request(`http://localhost${DATA}`, { headers: { cookie, 'accept-encoding': accepted } })
      expect([accepted, res.headers.get('content-encoding')]).toEqual([accepted, coding])
      expect(decode(Buffer.from(await res.arrayBuffer())).toString()).toBe(plain)
      expect(res.headers.get('vary')).toContain('Accept-Encoding')
    }
  })
})

describe('the page', () => {
  test('has the same as a list, which leads to each place, and where the map takes its data', async () => {
    const { t, lieux } = await archive()
    const answer = await (await t.as(t.admin)).get('/carte')
    expect([answer.status, answer.page.h1]).toEqual([200, 'Carte'])
    const rows = answer.page
      .all('tbody tr')
      .map((row) => row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent)))
    expect(rows).toEqual([
      ['Dinard, Bretagne', '1', '1', '', '1 en cours'],
      ['Pleurtuit, Bretagne', '3', '3', '1700-1902', '1 à relever, 1 en cours, 1 validée'],
      ['Vannes, Bretagne', '1', '1', '', '1 en cours'],
    ])
    expect(answer.page.one('tbody a').getAttribute('href')).toBe(`/carte/lieux/${lieux.dinard.id}`)
    expect(squeeze(answer.page.text)).toContain('3 lieux sur la carte')
    expect(squeeze(answer.page.text)).toContain('Un autre lieu a des relevés mais aucune position')
    expect(answer.page.one('#carte-lieux').getAttribute('data-carte-donnees')).toBe(DATA)
    expect(answer.page.one('[data-carte-sources]').hasAttribute('hidden')).toBe(true)
    expect(answer.page.all('nav a').map((link) => link.getAttribute('href'))).toContain('/carte')
  })

  test('filters the list and the data together, keeps what was typed, and tells what makes no sense', async () => {
    const { t, types, lieux } = await archive()
    const admin = await t.as(t.admin)
    const query = `type=${types.baptemes.id}&statut=validee&annee_debut=1650&annee_fin=1710`
    const answer = await admin.get(`/carte?${query}`)
    expect(answer.page.all('tbody tr')).toHaveLength(1)
    expect(answer.page.one('#carte-lieux').getAttribute('data-carte-donnees')).toBe(`${DATA}?${query}`)
    expect(answer.page.one('tbody a').getAttribute('href')).toBe(`/carte/lieux/${lieux.pleurtuit.id}?${query}`)
    expect([answer.page.value('type'), answer.page.value('statut'), answer.page.value('annee_debut')]).toEqual([
      String(types.baptemes.id),
      'validee',
      '1650',
    ])
    expect(answer.page.all('.jeton').map((chip) => squeeze(chip.textContent))).toEqual([
      'Baptêmes',
      'Validée',
      'Depuis 1650',
      'Jusqu’en 1710',
    ])
    // To the search of what is shown and back.
    const search = answer.page.all('main a').find((link) => link.textContent === 'Rechercher dans leurs relevés')
    expect(search?.getAttribute('href')).toBe(`/recherche?${query}`)
    const some = `type=${types.baptemes.id}&statut=validee`
    const found = (await admin.get(`/recherche?${some}`)).page
    expect(found.all('.recherche-tete a').map((link) => link.getAttribute('href'))).toContain(`/carte?${some}`)
    expect((await admin.get('/carte')).page.text).not.toContain('dans leurs relevés')
    const refused = await admin.get('/carte?annee_debut=1800&annee_fin=1700')
    expect([refused.status, refused.page.error('annee_fin')]).toEqual([422, 'La dernière année précède la première.'])
    expect((await admin.get('/carte?statut=rejetee')).page.text).toContain('Aucun lieu ne répond à ces filtres')
  })

  test('of a site without records says what puts a place on the map', async () => {
    const t = await testApp()
    const answer = await (await t.as(t.marie)).get('/carte')
    expect(answer.page.text).toContain('Un lieu y paraît dès qu’il a une position')
    expect(featuresOf(await (await t.as(t.marie)).get(DATA))).toEqual([])
  })

  test('asks as often for many places as for few', async () => {
    const { t, types } = await archive()
    const admin = await t.as(t.admin)
    const asked = () => countQueries(t.deps, () => admin.get('/carte'))
    const before = await asked()
    for (let n = 0; n < 12; n += 1) {
      const lieu = await t.make.lieu({ latitude: 48 + n / 100, longitude: -2 })
      await t.make.releve(await t.make.source({ type: types.baptemes, lieu }))
    }
    expect(await asked()).toEqual(before)
  })
})

describe('the bubble of a place', () => {
  test('lists its sources with their statuses, years and records, and leads to the search', async () => {
    const { t, lieux, sources } = await archive()
    const marie = await t.as(t.marie)
    const path = `/carte/lieux/${lieux.pleurtuit.id}`
    const bubble = await marie.fragment(path)
    expect(bubble.text).not.toContain('<html')
    expect(bubble.page.all('.carte-bulle li').map((line) => squeeze(line.textContent))).toEqual([
      expect.stringMatching(/^À relever\s*À relever 1900-1902, 0 relevé$/),
      expect.stringMatching(/^Baptêmes anciens\s*Validée 1700-1720, 2 relevés$/),
      expect.stringMatching(/^Mariages récents\s*En cours à partir de 1850, 1 relevé$/),
    ])
    const links = bubble.page.all('.carte-bulle a').map((link) => link.getAttribute('href'))
    expect(links).toContain(`/sources/${sources.ancienne.id}`)
    expect(links.at(-1)).toBe(`/recherche?lieu=${lieux.pleurtuit.id}`)
  })

  test('is a page too, under the filter that led to it', async () => {
    const { t, lieux, types } = await archive()
    const marie = await t.as(t.marie)
    const query = `type=${types.baptemes.id}&statut=validee&annee_fin=1750`
    const page = await marie.get(`/carte/lieux/${lieux.pleurtuit.id}?${query}`)
    expect([page.page.h1, page.page.all('tbody tr').length]).toEqual(['Pleurtuit, Bretagne', 1])
    expect(page.page.one('.fil a').getAttribute('href')).toBe(`/carte?${query}`)
    expect(page.page.all('main a').map((link) => link.getAttribute('href'))).toContain(
      `/recherche?lieu=${lieux.pleurtuit.id}&type=${types.baptemes.id}&statut=validee&annee_fin=1750`,
    )
  })

  test('of a place where the reader sees nothing does not exist', async () => {
    const { t, lieux } = await archive()
    const marie = await t.as(t.marie)
    for (const path of [
      `/carte/lieux/${lieux.vannes.id}`,
      '/carte/lieux/999999',
      '/carte/lieux/abc',
      '/carte/lieux/0',
    ]) {
      const answer = await marie.get(path)
      expect([path, answer.status, /zyxcanari|Vannes/i.test(answer.text)]).toEqual([path, 404, false])
    }
  })

  test('names a dozen sources and leads to the others', async () => {
    const { t, lieux, types } = await archive()
    for (let n = 0; n < 14; n += 1)
      await t.make.source({ type: types.baptemes, lieu: lieux.dinard, section: t.saintMalo })
    const bubble = await (await t.as(t.marie)).fragment(`/carte/lieux/${lieux.dinard.id}`)
    expect(bubble.page.all('li')).toHaveLength(12)
    expect(squeeze(bubble.page.text)).toContain('Voir les 15 sources')
  })
})

test('images of another server are allowed on pages with a map, of that server only, where an administrator chose it', async () => {
  const { t, lieux } = await archive()
  const admin = await t.as(t.admin)
  const policy = async (path: string) => (await admin.get(path)).headers.get('content-security-policy') ?? ''
  expect(await policy('/carte')).toContain("img-src 'self' data:;")
  await admin.post('/parametres/carte', {
    tuiles_url: 'https://{s}.tuiles.exemple.fr/{z}/{x}/{y}.png?cle=a',
    tuiles_mention: '© <b>Exemple</b>',
  })
  for (const path of ['/carte', `/lieux/${lieux.dinard.id}`])
    expect([path, await policy(path)]).toEqual([
      path,
      expect.stringContaining("img-src 'self' data: https://*.tuiles.exemple.fr;"),
    ])
  for (const path of ['/', '/sources', '/carte/data', '/carte?statut=nulle'])
    expect([path, (await policy(path)).includes('exemple')]).toEqual([path, path.startsWith('/carte?')])
  const meta = (await admin.get('/carte')).page.one('meta[name=carte]')
  expect(meta.getAttribute('data-tuiles')).toBe('https://{s}.tuiles.exemple.fr/{z}/{x}/{y}.png?cle=a')
  expect(meta.getAttribute('data-mention')).toBe('© <b>Exemple</b>')
  // A file edited by hand cannot loosen the policy.
  t.deps.settings.write({ tuiles_url: "https://x.fr/{z}{x}{y}; script-src 'unsafe-inline'" })
  expect(await policy('/carte')).toContain("img-src 'self' data:;")
})
