import { expect, test } from 'vitest'
import { actsWithWarnings, warningsOfAct } from '../../../src/features/avertissements/queries/warnings.ts'
import { WarningList } from '../../../src/features/avertissements/warning-views.tsx'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

/** A source in which one act is typed twice, and one child is born after the baptism. */
async function register(status: 'en_cours' | 'a_valider' = 'en_cours') {
  const t = await testApp()
  const type = await t.make.readyType('baptemes')
  const source = await t.make.source({ titre: 'Baptêmes de Paramé', type, section: t.saintMalo, status })
  const act = { date_evenement: day('1780-05-03'), nom: 'MARTIN', prenom: 'Jean', prenom_pere: 'Yves' }
  const rows = [
    act,
    act,
    { ...act, date_evenement: day('1780-05-09'), date_naissance: day('1780-06-08'), prenom: 'Anne' },
  ]
  const champs = await champsOf(t.db, type.id)
  const author = { user_id: t.marie.id, now: '2026-11-20T10:00:00.000Z' }
  const ids = await t.db.transaction().execute((trx) =>
    createReleves(
      trx,
      source.id,
      champs,
      rows.map((data) => ({ data })),
      author,
    ),
  )
  return { ...t, source, ids, champs, path: `/sources/${source.id}/avertissements` }
}

const kinds = (page: { all(selector: string): { textContent: string }[] }) =>
  page.all('#avertissements table:first-of-type tbody tr').map((row) => squeeze(row.textContent).slice(0, 40))

test('a transcriber has them found, accepts one, and takes it back', async () => {
  const t = await register()
  const marie = await t.as(t.marie)
  const before = await marie.get(t.path)
  expect([before.status, before.page.h1]).toEqual([200, 'Points à revoir : Baptêmes de Paramé'])
  const { page } = await marie.follow(await marie.post(`${t.path}/chercher`))
  expect(kinds(page)).toEqual(['Acte en double1Deux enfants du même prén', 'Naissance après l’acte1Le registre lui-m'])
  expect(t.failures).toEqual([])
})

test('what a page of one act needs', async () => {
  const t = await register()
  await (await t.as(t.marie)).post(`${t.path}/chercher`)
  const found = await warningsOfAct(t.db, t.source.id, t.ids[1] ?? 0)
  expect(found.map(({ genre, detail }) => [genre, detail.acte])).toEqual([['jumeau', t.ids[0]]])
  const acts = await actsWithWarnings(t.db, t.source.id)
    .orderBy('a.releve_id' as never)
    .execute()
  expect(acts.map(({ releve_id }) => releve_id)).toEqual([t.ids[1], t.ids[2]])
  const list = WarningList({ source: t.source, warnings: found, champs: t.champs, retour: '/revue/1', canAccept: true })
  expect(squeeze(String(list))).toContain('Même date et mêmes noms')
})
