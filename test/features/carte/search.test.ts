import { expect, test } from 'vitest'
import { squeeze } from '../../support/html.ts'
import { archive } from './support.ts'

const HERE = '[data-carte-ici]'

test('a place that is looked for is told with where it is and what the reader sees of it', async () => {
  const { t, lieux } = await archive()
  const marie = await t.as(t.marie)
  const { page } = await marie.get(`/carte?lieu=${lieux.pleurtuit.id}`)
  expect(page.one(HERE).getAttribute('data-carte-ici')).toBe('48.5793,-2.0571,48.5793,-2.0571')
  expect(squeeze(page.one(HERE).textContent)).toBe('Pleurtuit, Bretagne : 3 sources, 3 relevés.')
  // Places all stay on the map and in the list; the search is not a filter.
  expect(page.all('#carte-lieux tbody a').map(({ textContent }) => textContent)).toEqual([
    'Dinard, Bretagne',
    'Pleurtuit, Bretagne',
  ])
  expect(page.one('[data-carte-donnees]').getAttribute('data-carte-donnees')).toBe('/carte/data')
  const etienne = await t.as(t.etienne)
  expect((await etienne.get(`/carte?lieu=${lieux.pleurtuit.id}`)).page.one(HERE).textContent).toContain(
    'aucune source que vous puissiez voir',
  )
})

test('a place reaches as far as what lies in it; one without position says so', async () => {
  const { t, lieux } = await archive()
  const admin = await t.as(t.admin)
  const bretagne = await t.db.selectFrom('lieux').select('id').where('nom', '=', 'Bretagne').executeTakeFirstOrThrow()
  const { page } = await admin.get(`/carte?lieu=${bretagne.id}`)
  expect(page.one(HERE).getAttribute('data-carte-ici')).toBe('47.658236,-3.1,48.63267,-2.0571')
  const lost = (await admin.get(`/carte?lieu=${lieux.perdu.id}`)).page.one(HERE)
  expect([lost.getAttribute('data-carte-ici'), squeeze(lost.textContent)]).toEqual([
    '',
    'Perdu, Bretagne : 1 source, 1 relevé. Ce lieu n’a pas de position, ni aucun de ceux qui s’y trouvent.',
  ])
})

test('without scripts what was typed leads to the one place, to a choice, or to none', async () => {
  const { t, lieux } = await archive()
  const admin = await t.as(t.admin)
  const asked = async (text: string) => (await admin.get(`/carte?lieu=&texte:lieu=${encodeURIComponent(text)}`)).page
  expect((await asked('dinar')).one(HERE).textContent).toContain('Dinard, Bretagne')
  const several = await asked('bretagne')
  expect(several.has(HERE)).toBe(false)
  expect(several.all('#carte-lieux [role=status] a').map((link) => link.getAttribute('href'))).toContain(
    `/carte?lieu=${lieux.vannes.id}`,
  )
  expect((await asked('atlantis')).text).toContain('Aucun lieu ne correspond à')
  expect((await admin.get('/carte?lieu=999999')).page.text).toContain('Ce lieu n’existe pas.')
  expect(t.failures).toEqual([])
})
