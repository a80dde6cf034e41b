import { readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { diskWatch, health } from '../src/web/health.ts'
import { testApp } from './support/app.ts'

const asked = async (app: ReturnType<typeof health>) => {
  const answer = await app.request('/sante')
  return [answer.status, await answer.json()]
}

test('/sante writes to the disk of the data, leaves nothing there, and says 503 where it cannot', async () => {
  const t = await testApp()
  expect((await t.anonymous().get('/sante')).status).toBe(200)
  expect(readdirSync(t.deps.storage)).toEqual([])
  rmSync(t.deps.storage, { recursive: true })
  expect(await asked(health(t.deps))).toEqual([503, { statut: 'indisponible' }])
})

test('/sante: little room is a member of its own', async () => {
  const t = await testApp()
  const low = health(t.deps, async () => ({ isNearlyFull: true }))
  expect(await asked(low)).toEqual([200, { statut: 'ok', disque: 'faible' }])
  expect(await asked(health(t.deps, async () => ({ isNearlyFull: false })))).toEqual([200, { statut: 'ok' }])
})

test('whoever asks shares one look at the disk; one that hangs is given up, never asked twice', async () => {
  let looks = 0
  const look = () => {
    looks += 1
    return looks === 1 ? Promise.resolve({ isNearlyFull: false }) : new Promise<never>(() => undefined)
  }
  const watch = diskWatch('/nulle/part', { look, freshMs: 20, patienceMs: 30 })
  expect(await Promise.all([watch(), watch(), watch()])).toHaveLength(3)
  expect(looks).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 40))
  const hanging = await Promise.allSettled([watch(), watch(), watch()])
  expect([looks, hanging.map(({ status }) => status)]).toEqual([2, ['rejected', 'rejected', 'rejected']])
  await expect(watch()).rejects.toThrow('does not answer')
  expect(looks).toBe(2)
})
