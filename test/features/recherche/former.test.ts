// While an index of before persons serves, whatever may be asked finds what that index can tell.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { toFormerIndex } from '../../support/former-index.ts'

const FIELDS = ['nom', 'prenom', 'age', 'profession', 'nom_pere', 'prenom_pere', 'nom_mere', 'prenom_mere']

async function site() {
  const t = await testApp()
  const type = await t.make.typeSource({ champs: FIELDS.map((nom) => ({ nom })) })
  const source = await t.make.source({ type })
  const yves = { nom_pere: 'LE GOFF', prenom_pere: 'Yves', prenom_mere: 'Anne' }
  await t.make.releve(source, { nom: 'ALLAIN', age: '30 ans', profession: 'laboureur', ...yves })
  const guy = { nom_pere: 'HAMON', prenom_pere: 'Guy', nom_mere: 'RIOU', prenom_mere: 'Jeanne' }
  await t.make.releve(source, { nom: 'BOSSARD', age: '31 ans', profession: 'meunier', ...guy })
  const admin = await t.as(t.admin)
  const found = async (asked: Record<string, string>) => {
    const { page } = await admin.get(`/recherche?${new URLSearchParams(asked)}`)
    return page.all('tbody th').map((name) => name.textContent.trim())
  }
  return { ...t, found }
}

const ASKED: [Record<string, string>, string[]][] = [
  [{ q: 'couple:"le goff + ?"' }, ['ALLAIN']],
  [{ q: 'couple:"goff + ?"' }, ['ALLAIN']],
  [{ q: 'couple:"gof* + ?"' }, ['ALLAIN']],
  [{ q: 'couple:"~goff + ?"' }, ['ALLAIN']],
  [{ q: 'enfants:"? + le goff"' }, ['ALLAIN']],
  [{ q: 'enfants:"riou + hamon"' }, ['BOSSARD']],
  [{ q: 'enfants:hamon' }, ['BOSSARD']],
  [{ q: 'couple:"ham* + ri*"' }, ['BOSSARD']],
  [{ q: 'pere:goff mere:anne' }, ['ALLAIN']],
  [{ q: 'age:30' }, ['ALLAIN']],
  [{ q: 'age:30*', nom: 'allain' }, ['ALLAIN']],
  [{ q: 'profession:lab*', nom: 'allain' }, ['ALLAIN']],
  [{ q: 'profession:laboureur', nom: 'bossard' }, []],
  [{ nom: 'hamon', prenom: 'guy', nom2: 'riou', prenom2: 'jeanne' }, ['BOSSARD']],
  [{ nom: 'amo', nom2: 'iou', mode: 'contient' }, ['BOSSARD']],
  [{ nom: 'le goff', prenom: 'yves', role: 'pere' }, ['ALLAIN']],
]

test('every kind of question finds the same by an index of before persons', async () => {
  const { db, found } = await site()
  const answers = async () => {
    const list: [Record<string, string>, string[]][] = []
    for (const [asked] of ASKED) list.push([asked, await found(asked)])
    return list
  }
  expect(await answers()).toEqual(ASKED)
  await toFormerIndex(db)
  expect(await answers()).toEqual(ASKED)
})

test('a couple of which one has no surname is none that has two', async () => {
  const { found } = await site()
  expect(await found({ q: 'couple:"hamon + ?"' })).toEqual([])
  expect(await found({ q: 'couple:"ham* + ?"' })).toEqual([])
})
