// These are as many races between administrators as reliability.md T21 asks for; test/features/users/races.test.ts has some of them.
import { test } from 'vitest'
import { duels, melee } from '../features/users/races.ts'

test('300 duels: two administrators demote or close each other at once, in two processes', { timeout: 180_000 }, () =>
  duels(300),
)

test('300 requests at once, each against another administrator, leave one', { timeout: 120_000 }, () => melee(300))
