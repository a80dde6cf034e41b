import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

test('the entrance leads to every chapter, with what it holds', async () => {
  const t = await testApp()
  await t.make.depot()
  const { page } = await (await t.as(t.admin)).get('/admin')
  expect(page.h1).toBe('Administration')
  const links = page.all('main li a').map((link) => [link.getAttribute('href'), link.text.replace(/\s+/g, ' ').trim()])
  expect(links.slice(0, 3)).toEqual([
    ['/admin/utilisateurs', '5 Utilisateurs'],
    ['/admin/sections', '2 Sections'],
    ['/admin/depots', '1 Dépôts'],
  ])
  const count = async (table: 'types_lieux' | 'types_sources') =>
    (await t.db.selectFrom(table).select('id').execute()).length
  expect(links.slice(3)).toEqual([
    ['/admin/types-lieux', `${await count('types_lieux')} Types de lieux`],
    ['/admin/types-sources', `${await count('types_sources')} Types de sources`],
  ])
})

test('nobody but an administrator enters', async () => {
  const t = await testApp()
  expect((await (await t.as(t.rene)).get('/admin')).status).toBe(403)
  expect((await (await t.as(t.marie)).get('/admin')).status).toBe(403)
  expect((await t.anonymous().get('/admin')).location).toBe('/login?suite=%2Fadmin')
})
