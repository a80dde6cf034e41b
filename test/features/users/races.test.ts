// reliability.md T21: whatever arrives together, in one process or several, an active administrator is left.
import { expect, test } from 'vitest'
import { PASSWORD } from '../../support/characters.ts'
import { activeAdmins, duels, melee, post, site } from './races.ts'

// test/faults/races.test.ts has three hundred of each.
test('20 duels: two administrators demote or close each other at once, in two processes', { timeout: 180_000 }, () =>
  duels(20),
)

test('24 requests at once, each against another administrator, leave one', { timeout: 120_000 }, () => melee(24))

test('administrators who all delete their accounts at once leave one of them', { timeout: 60_000 }, async () => {
  const { db, people, hosts } = await site(6)
  const statuses = await Promise.all(
    people.map((person, n) =>
      post(hosts[n % 2] ?? '', person, { path: '/profil/suppression', fields: { actuel: PASSWORD } }),
    ),
  )
  expect(statuses.toSorted()).toEqual([303, 303, 303, 303, 303, 422])
  expect(await activeAdmins(db)).toBe(1)
})
