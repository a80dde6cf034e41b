// Servers fall while acts are read over: no word on an act is lost, none counts twice.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { factories } from '../support/factories.ts'
import { type Broken, brokenSite, post, serve, serving, tell } from './support.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 20)
/** Words that are acknowledged between two kills. */
const BETWEEN = 5
const ACTS = 2000

/** Three readers say of one act after the other that it is good, while a killer falls upon the servers. */
async function saidUnderFire(site: Broken, ids: readonly number[]) {
  const { address, ended } = await serve(site)
  const acknowledged: number[] = []
  let [kills, cut, taken] = [0, 0, 0]
  const say = async (id: number): Promise<void> => {
    for (;;) {
      const before = kills
      const sent = post(site, address, `/releves/${id}/avis`, { version: '1', verdict: 'bon' })
      const { status } = await sent.catch(() => ({ status: 0 }))
      if (status === 303) break
      expect([status, ended.code]).toEqual([expect.toBeOneOf([0, 502, 503]), null])
      if (kills > before) cut += 1
      await wait(30)
    }
    acknowledged.push(id)
  }
  const reader = async () => {
    while (kills < KILLS && taken < ids.length) {
      taken += 1
      await say(ids[taken - 1] ?? 0)
    }
  }
  const killer = async () => {
    while (kills < KILLS) {
      const enough = acknowledged.length + BETWEEN
      while (acknowledged.length < enough) await wait(2)
      await wait(Math.random() * 20)
      kills += 1
      for (const pid of serving(site)) process.kill(pid, 'SIGKILL')
      while (serving(site).length === 0) await wait(20)
    }
  }
  await Promise.all([reader(), reader(), reader(), killer()])
  return { acknowledged, kills, cut }
}

const byNumber = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

test('killed while three readers say that acts are good: each acknowledged word is there, once', async () => {
  const site = await brokenSite()
  const make = factories(site.db)
  const ids: number[] = []
  for (let n = 0; n < ACTS; n += 1) ids.push(await make.releve({ id: site.sourceId }, { nom: `NOM ${n}` }))
  const row = { status: 'a_valider' as const, relecture: 'tous' as const }
  await site.db.updateTable('sources').set(row).where('id', '=', site.sourceId).execute()
  const { acknowledged, kills, cut } = await saidUnderFire(site, ids)
  const said = await site.db.selectFrom('releve_avis').select(['releve_id', 'version', 'verdict']).execute()
  expect(said.filter(({ version, verdict }) => version !== 1 || verdict !== 'bon')).toEqual([])
  expect(byNumber(said.map(({ releve_id }) => releve_id))).toEqual(byNumber(acknowledged))
  expect(cut).toBeGreaterThan(0)
  tell(`${kills} kills, ${cut} words cut on their way, ${said.length} acts read over: each said once, none lost`)
}, 600_000)
