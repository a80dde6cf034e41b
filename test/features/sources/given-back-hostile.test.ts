import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

async function submitted() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const act = await t.make.releve(source, { nom: 'Martin' })
  const [typist, reviewer] = [await t.as(t.marie), await t.as(t.rene)]
  await typist.post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  return { ...t, source, act, typist, reviewer }
}

test.each(['/sources/ID/statut', '/revue/ID'])(
  'a reason with a sign that no database keeps goes in without it: %s',
  async (path) => {
    const t = await submitted()
    const form = { statut: 'en_cours', actes: [t.act], [`raison:${t.act}`]: 'Le\u0000 parrain\u0007 ?' }
    const answer = await t.reviewer.post(path.replace('ID', String(t.source.id)), form)
    expect([answer.status, t.failures]).toEqual([303, []])
    expect(await t.db.selectFrom('actes_a_revoir').select('raison').execute()).toEqual([{ raison: 'Le parrain ?' }])
  },
)

test.each(['2147483648', '9999999999', '9007199254740991'])(
  'a number of an act that none can have is refused beside its field: %s',
  async (autres) => {
    const t = await submitted()
    const answer = await t.reviewer.post(`/revue/${t.source.id}`, { statut: 'en_cours', autres, motif: 'Bravo' })
    expect([answer.status, answer.page.one('#autres-erreur').textContent]).toEqual([422, expect.stringMatching(/./)])
    expect([answer.page.value('autres'), t.failures]).toEqual([autres, []])
  },
)
