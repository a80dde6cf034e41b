// The list of accounts stands in the order of the alphabet, accents or not, on either engine.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const LIST = '/admin/utilisateurs'

async function crowd() {
  const t = await testApp()
  for (const name of ['Zoé Morin', 'émile le goff', 'Evariste', 'Emma'])
    await t.make.user({ name, email: `${name.slice(0, 2)}${name.length}@exemple.fr`, role: 'membre' })
  const admin = await t.as(t.admin)
  const names = async (query: string) =>
    (await admin.get(`${LIST}?${query}`)).page.all('tbody th a').map((link) => link.textContent)
  return { t, admin, names }
}

test('an accent does not send a name to the end, neither in the list nor in its file', async () => {
  const { t, admin, names } = await crowd()
  const order = ['admin', 'émile le goff', 'Emma', 'etienne', 'Evariste', 'inactif', 'marie', 'rene', 'Zoé Morin']
  expect(await names('')).toEqual(order)
  expect(await names('ordre=desc')).toEqual(order.toReversed())
  const rows = (await admin.get(`${LIST}/export/csv`)).text.split('\r\n').slice(1, -1)
  expect(rows.map((row) => row.split(';')[0])).toEqual(order)
  expect(t.failures).toEqual([])
})

test('by role the names of each stand in that order, and pages follow one another', async () => {
  const { names } = await crowd()
  expect(await names('tri=role&par_page=25')).toEqual([
    'admin',
    'rene',
    'émile le goff',
    'Emma',
    'etienne',
    'Evariste',
    'inactif',
    'marie',
    'Zoé Morin',
  ])
  expect(await names('role=membre&tri=name&ordre=desc')).toHaveLength(7)
})
