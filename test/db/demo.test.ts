import { expect, test } from 'vitest'
import { seedDemo } from '../../db/seeds/demo.ts'
import { testApp } from '../support/app.ts'
import { idsWith } from '../support/search.ts'

const NOW = '2026-11-21T10:00:00.000Z'

test('fills an empty site with a believable small archive', async () => {
  const t = await testApp()
  await t.db.deleteFrom('users').execute()
  await t.db.deleteFrom('sections').execute()
  const { users } = await seedDemo(t.db, NOW)
  expect(users.map((user) => user.role)).toContain('membre')

  const sources = await t.db.selectFrom('sources').select(['status', 'nb_releves']).execute()
  expect(new Set(sources.map((source) => source.status)).size).toBe(5)
  expect(sources.reduce((sum, source) => sum + source.nb_releves, 0)).toBe(300)
  const releves = await t.db.selectFrom('releves').select(['data', 'date_evenement']).execute()
  const calendars = new Set(releves.map(({ data }) => (data.date_evenement as { calendrier: string }).calendrier))
  expect([...calendars].sort()).toEqual(['gregorien', 'julien', 'republicain'])
  expect(releves.every((releve) => releve.date_evenement !== null)).toBe(true)
  expect(
    await t.db
      .selectFrom('sections')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst(),
  ).toEqual({ n: 3 })
  const lieux = await t.db.selectFrom('lieux').select(['nom_long', 'chemin', 'id']).execute()
  expect(lieux.length).toBeGreaterThanOrEqual(40)
  expect(
    lieux.find((lieu) => lieu.nom_long === 'Saint-Antoine, Pleurtuit, Ille-et-Vilaine, Bretagne, France')?.chemin,
  ).toMatch(/^\/\d+\/\d+\/\d+\/\d+\/\d+\/$/)

  expect((await idsWith(t.db, 'briand')).length).toBeGreaterThan(5)
})

test('is never poured over what a site already holds', async () => {
  const t = await testApp()
  await t.make.lieu({ nom: 'Pleurtuit' })
  await expect(seedDemo(t.db, NOW)).rejects.toThrow('Ce site contient déjà des lieux')
  expect(await t.db.selectFrom('sources').selectAll().execute()).toEqual([])
})
