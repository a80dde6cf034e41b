import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { plant, typed } from './plant.ts'

/** The button that opens the map loads this; nothing of it comes with the page. */
const CARTE = 'meta[name=carte][content="/assets/carte.js"][data-style="/assets/carte.css"]'

async function site() {
  const t = await testApp()
  const here = await plant(t.db, 'Pleurtuit', undefined, { latitude: 48.5793, longitude: -2.0571 })
  const nowhere = await plant(t.db, 'Ailleurs')
  return { ...t, here, nowhere, rene: await t.as(t.rene) }
}

describe('the pages', () => {
  test('a place with a position has its point on a map, and still says it in words', async () => {
    const t = await site()
    const { page } = await t.rene.get(`/lieux/${t.here.id}`)
    const map = page.one('[data-carte-lieu]')
    const { latitude, longitude } = {
      latitude: map.getAttribute('data-latitude'),
      longitude: map.getAttribute('data-longitude'),
    }
    expect([map.getAttribute('data-carte-lieu'), latitude, longitude]).toEqual(['Pleurtuit', '48.5793', '-2.0571'])
    // Without JavaScript nothing empty is shown.
    expect(map.hasAttribute('hidden')).toBe(true)
    expect(page.text).toContain('48° 34′ 45″ N')
    expect(page.has(CARTE)).toBe(true)
    expect(page.has('script[src*=carte], link[href*=carte]')).toBe(false)
    expect((await t.rene.get(`/lieux/${t.nowhere.id}`)).page.has('[data-carte-lieu]')).toBe(false)
  })

  test('the form keeps its two fields beside the map, also when it comes back with errors', async () => {
    const t = await site()
    const pages = [
      await t.rene.get('/lieux/nouveau'),
      await t.rene.get(`/lieux/${t.here.id}/modifier`),
      await t.rene.post('/lieux', typed({ latitude: '91', longitude: '2' })),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 422])
    for (const { page } of pages) {
      expect(page.one('form [data-carte-choix]').hasAttribute('hidden')).toBe(true)
      expect(page.one('form [data-carte-avis]').hasAttribute('hidden')).toBe(true)
      expect(page.has('form input[name=latitude]') && page.has('form input[name=longitude]')).toBe(true)
      expect(page.has(CARTE)).toBe(true)
    }
    expect(pages[2]?.page.value('latitude')).toBe('91')
  })

  test('other pages do not load the map, and the policy of contents stays closed', async () => {
    const t = await site()
    for (const path of ['/lieux', '/', '/sources', `/lieux/${t.here.id}/fusionner`])
      expect((await t.rene.get(path)).text).not.toMatch(/name="?carte|carte\.(js|css)|data-carte/)
    const { headers } = await t.rene.get(`/lieux/${t.here.id}`)
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'; form-action")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  })
})
