import { expect, test, vi } from 'vitest'
import { testApp } from '../../support/app.ts'
import { withApplication } from '../auth/factor-support.ts'
import { comeBack, filesIn, leave, newSite } from './sites.ts'

vi.setConfig({ testTimeout: 60_000 })

test('an archive of everything has neither secrets nor codes, and who comes back from it has no application', async () => {
  const t = await testApp()
  const { secret, codes } = await withApplication(t, t.marie)
  const stored = await t.db.selectFrom('users').select('totp_secret').where('id', '=', t.marie.id).executeTakeFirst()
  const kept = await t.db.selectFrom('codes_secours').select('id').execute()
  const folder = await leave(t.db)
  const all = [...filesIn(folder).values()].join('\n')
  for (const text of [secret, stored?.totp_secret ?? '', ...codes, ...kept.map(({ id }) => id), 'totp', 'entree_at'])
    expect([text, all.includes(text)]).toEqual([text, false])
  const there = await newSite()
  await comeBack(there, folder)
  const people = await there.selectFrom('users').select(['totp_secret', 'totp_at', 'entree_at']).execute()
  expect(people.length).toBeGreaterThan(1)
  expect(people.every((person) => person.totp_secret === null && person.totp_at === null)).toBe(true)
})
