import { expect, test, vi } from 'vitest'
import { testApp } from '../../support/app.ts'
import { withApplication, withKey } from '../auth/factor-support.ts'
import { comeBack, filesIn, leave, newSite } from './sites.ts'

vi.setConfig({ testTimeout: 60_000 })

test('an archive of everything has neither secrets nor codes, and who comes back from it has no application', async () => {
  const t = await testApp()
  const { secret, codes } = await withApplication(t, t.marie)
  const stored = await t.db.selectFrom('users').select('totp_secret').where('id', '=', t.marie.id).executeTakeFirst()
  const kept = await t.db.selectFrom('codes_secours').select('id').execute()
  const { key } = await withKey(t, t.marie)
  const identity = { emetteur: 'https://nuage.exemple.fr', sujet: 'u-marie', user_id: t.marie.id }
  await t.db
    .insertInto('identites')
    .values({ ...identity, created_at: '2026-11-20T10:00:00.000Z' })
    .execute()
  const folder = await leave(t.db)
  const all = [...filesIn(folder).values()].join('\n')
  for (const text of [
    secret,
    stored?.totp_secret ?? '',
    ...codes,
    ...kept.map(({ id }) => id),
    'totp',
    'entree_at',
    'cle_at',
    key.id,
    'u-marie',
  ])
    expect([text, all.includes(text)]).toEqual([text, false])
  const there = await newSite()
  await comeBack(there, folder)
  const people = await there.selectFrom('users').select(['totp_secret', 'totp_at', 'cle_at', 'entree_at']).execute()
  expect(people.length).toBeGreaterThan(1)
  expect(
    people.every((person) => person.totp_secret === null && person.totp_at === null && person.cle_at === null),
  ).toBe(true)
})
