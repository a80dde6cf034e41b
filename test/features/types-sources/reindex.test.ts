// The index has a record as the groups and fields of its type say: whoever changes these has it written anew, once.
import { expect, test } from 'vitest'
import { reindexTypeHandlers } from '../../../src/features/releves/tasks/reindex-type.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { deleteChamp } from '../../../src/features/types-sources/actions/champs.ts'
import { updateGroup } from '../../../src/features/types-sources/actions/groups.ts'
import { createTypeFromModel, READY_TYPES } from '../../../src/features/types-sources/actions/models.ts'
import { moveChamp, moveGroup, orderChamps } from '../../../src/features/types-sources/actions/ordering.ts'
import { updateType } from '../../../src/features/types-sources/actions/types.ts'
import { champsOf, findGroup, findType } from '../../../src/features/types-sources/queries.ts'
import { testApp } from '../../support/app.ts'
import { differences } from '../../support/former-index.ts'

async function wedding() {
  const t = await testApp()
  const model = READY_TYPES.find(({ acte }) => acte === 'mariage')
  if (!model) throw new Error('no ready type of weddings')
  const id = await t.db.transaction().execute((trx) => createTypeFromModel(trx, { ...model, nom: 'Noces' }))
  const source = await t.make.source({ type: { id, nom: 'Noces' } })
  const champs = await champsOf(t.db, id)
  const data = Object.fromEntries(
    champs.flatMap(({ nom, partie }) => (partie === 'nom' || partie === 'prenom' ? [[nom, `Mot${nom}`]] : [])),
  )
  for (const nom of ['Martin', 'Hamon']) await t.make.releve(source, { ...data, nom })
  const now = t.deps.clock()
  const groups = [...new Map(champs.flatMap(({ groupe }) => (groupe ? [[groupe.id, groupe]] : []))).values()]
  const witnesses = groups.filter(({ role }) => role === 'temoin')
  const [first, second] = witnesses
  if (!first || !second) throw new Error('two witnesses are needed')
  const tasks = () => t.db.selectFrom('taches').select('etat').where('kind', '=', 'recherche_champ').execute()
  const role = async (group: number, of: 'temoin' | 'parrain') => {
    const { libelle, version } = await findGroup(t.db, id, group)
    const parts = { parties: [], date: false, isKinByLabel: false }
    await updateGroup(t.db, id, group, { libelle, role: of, de: null, version, ...parts }, now)
  }
  const acte = async (of: 'mariage' | 'autre') => {
    const { nom, description, version } = await findType(t.db, id)
    await updateType(t.db, id, { nom, description, acte: of, version }, now)
  }
  return { ...t, id, champs, now, first, second, tasks, role, acte }
}

type Wedding = Awaited<ReturnType<typeof wedding>>

/** Those of the first witness go to the heading of the first field. */
const toHeading = async ({ db, id, champs, first, now }: Wedding) => {
  const heading = champs.find(({ groupe }) => groupe?.role === null)?.groupe?.id ?? 0
  const groupes = champs.map(({ groupe }) => (groupe?.id === first.id ? heading : (groupe?.id ?? 0)))
  await orderChamps(db, id, { ordre: champs.map((champ) => champ.id), groupes }, now)
}

test.each<[string, (w: Wedding) => Promise<unknown>]>([
  ['another role', (w) => w.role(w.first.id, 'parrain')],
  ['groups in another order', (w) => moveGroup(w.db, w.id, w.second.id, -1, w.now)],
  ['another kind of act', (w) => w.acte('autre')],
  ['fields in another group', toHeading],
  ['a field less', (w) => deleteChamp(w.db, w.id, w.champs.find(({ nom }) => nom === 'prenom')?.id ?? 0, w.now)],
])('%s', async (_name, change) => {
  const w = await wedding()
  expect(await w.tasks()).toEqual([])
  await change(w)
  expect(await w.tasks()).toEqual([{ etat: 'attente' }])
  expect(await runTasks(w.deps, reindexTypeHandlers)).toBe(1)
  expect(await differences(w.db)).toEqual([])
})

test('many changes make one task, those that change nothing for the index none', async () => {
  const w = await wedding()
  await moveChamp(w.db, w.id, w.champs[1]?.id ?? 0, 1, w.now)
  expect(await w.tasks()).toEqual([])
  for (let times = 0; times < 5; times += 1) {
    await w.role(w.first.id, 'parrain')
    await w.role(w.first.id, 'temoin')
  }
  await w.role(w.second.id, 'parrain')
  expect(await w.tasks()).toEqual([{ etat: 'attente' }])
  // One that runs has written some records already: a second one goes over all of them.
  await w.db.updateTable('taches').set({ etat: 'en_cours', bail: w.now.toISOString() }).execute()
  await w.role(w.first.id, 'parrain')
  await w.acte('autre')
  expect(await w.tasks()).toHaveLength(2)
  expect(await runTasks(w.deps, reindexTypeHandlers)).toBe(2)
  expect(await differences(w.db)).toEqual([])
})
