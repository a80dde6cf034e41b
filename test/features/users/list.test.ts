import { expect, test } from 'vitest'
import { countQueries } from '../sections/support.ts'
import { asAdmin, LIST } from './support.ts'

type Visitor = Awaited<ReturnType<typeof asAdmin>>['visitor']

async function names(visitor: Visitor, query = ''): Promise<string[]> {
  const { page } = await visitor.get(`${LIST}${query}`)
  return page.all('tbody th a').map((link) => link.text)
}

test('every account is listed by name, with role, sections and a badge for the closed ones', async () => {
  const { visitor } = await asAdmin()
  const { page } = await visitor.get(LIST)
  expect(page.h1).toBe('Utilisateurs')
  const rows = page.all('tbody tr').map((row) =>
    row
      .querySelectorAll('th,td')
      .slice(0, 4)
      .map((cell) => cell.text.trim()),
  )
  expect(rows).toEqual([
    ['admin', 'admin@exemple.fr', 'Administrateur', ''],
    ['etienne', 'etienne@exemple.fr', 'Membre', 'Section de Vannes'],
    ['inactif Inactif', 'inactif@exemple.fr', 'Membre', 'Section de Saint-Malo'],
    ['marie', 'marie@exemple.fr', 'Membre', 'Section de Saint-Malo'],
    ['rene', 'rene@exemple.fr', 'Gestionnaire de section', 'Section de Saint-Malo (gestion)'],
  ])
  expect(page.all('tr.inactif')).toHaveLength(1)
})

test.each([
  ['?q=MARIE', ['marie']],
  ['?q=rene%40', ['rene']],
  ['?q=exemple.fr&role=membre', ['etienne', 'inactif', 'marie']],
  ['?role=gestionnaire', ['rene']],
  ['?status=inactive', ['inactif']],
  ['?status=active&role=membre', ['etienne', 'marie']],
  ['?q=%25', []],
  ['?q=_dmin', []],
  ['?q=%5C', []],
  ['?q=%27%20or%201=1--', []],
  ['?q=a%00b', []],
  ['?role=pape&status=mort&tri=password_hash', ['admin', 'etienne', 'inactif', 'marie', 'rene']],
  ['?ordre=desc', ['rene', 'marie', 'inactif', 'etienne', 'admin']],
  ['?tri=role&ordre=asc', ['admin', 'rene', 'etienne', 'inactif', 'marie']],
])('%s', async (query, expected) => {
  const { t, visitor } = await asAdmin()
  expect(await names(visitor, query)).toEqual(expected)
  expect(t.failures).toEqual([])
})

test('a filter that fits nobody says so, and each filter can be taken off', async () => {
  const { visitor } = await asAdmin()
  const { page } = await visitor.get(`${LIST}?q=zzz&role=membre&status=active`)
  expect(page.text).toContain('Aucun compte ne répond à ces filtres')
  expect(page.all('.jeton').map((chip) => chip.getAttribute('href'))).toEqual([
    `${LIST}?role=membre&status=active`,
    `${LIST}?q=zzz&status=active`,
    `${LIST}?q=zzz&role=membre`,
  ])
  expect([page.one('#q').getAttribute('value'), page.value('role'), page.value('status')]).toEqual([
    'zzz',
    'membre',
    'active',
  ])
})

test('pages keep the filter; ten rows more cost no query more', async () => {
  const { t, visitor } = await asAdmin()
  const queries = async () => {
    const counted = countQueries(t)
    await visitor.get(LIST)
    return counted()
  }
  const before = await queries()
  for (let n = 0; n < 10; n += 1) await t.make.membre(t.vannes, await t.make.user())
  expect(await queries()).toBe(before)
  for (let n = 0; n < 45; n += 1) await t.make.user()
  const { page } = await visitor.get(`${LIST}?status=active`)
  expect(page.all('tbody tr')).toHaveLength(50)
  expect(page.one('a[rel=next]').getAttribute('href')).toBe(`${LIST}?page=2&status=active`)
  expect(await names(visitor, '?status=active&page=2')).toHaveLength(9)
})

test('one’s own row offers no closing', async () => {
  const { t, visitor } = await asAdmin()
  const { page } = await visitor.get(LIST)
  expect(page.has(`form[action="${LIST}/${t.marie.id}/desactiver"]`)).toBe(true)
  expect(page.has(`form[action="${LIST}/${t.inactif.id}/activer"]`)).toBe(true)
  expect(page.has(`form[action="${LIST}/${t.admin.id}/desactiver"]`)).toBe(false)
})
