// Lines with the date and names of a record that is there, and other values: asked once for the file, before anything is written.
import { expect, test } from 'vitest'
import { importHandlers } from '../../../../src/features/imports/task.ts'
import { runTasks } from '../../../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../../../src/import-kinds.ts'
import { testApp } from '../../../support/app.ts'
import { squeeze } from '../../../support/html.ts'
import { importOf, sendFile, work } from '../../imports/support.ts'
import { register, releves } from '../support.ts'

const HEADER = 'Date de baptême;Nom;Prénoms;Sexe;Ondoyé;Numéro d’acte;Domicile;Notes'
const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`

/** A source with two records, and marie, who sends files into it. */
async function site() {
  const t = await testApp()
  const { source } = await register(t)
  const marie = await t.as(t.marie)
  const send = async (content: string) => {
    const { location } = await sendFile(marie, `/sources/${source.id}/import`, content)
    if (location?.endsWith('/colonnes')) await marie.post(location)
    await work(t)
    return { path: location?.replace('/colonnes', '') ?? '', plan: await importOf(t) }
  }
  const take = async (content: string, fields: Record<string, string> = {}) => {
    const { path, plan } = await send(content)
    const answer = await marie.post(`${path}/confirmer`, fields)
    await work(t)
    return { path, plan, answer, done: await importOf(t, plan.id) }
  }
  await take(csv('12/08/1787;Lefèvre;Anne;F;;;;', '1788;Riou;Yves;M;;;;'))
  return { t, source, marie, send, take }
}

const AGAIN = csv('12/08/1787;LEFÈVRE;Anne;F;;12;;ondoyée', '1788;Riou;Yves;M;;;;', '1789;Morin;Jean;;;;;')

test('is counted, told, and has to be answered before the confirmation', async () => {
  const { t, marie, send } = await site()
  const { path, plan } = await send(AGAIN)
  expect(plan).toMatchObject({ a_creer: 1, a_verifier: 1, inchangees: 1, refusees: 0, doublons: null })
  const { page } = await marie.get(path)
  expect(squeeze(page.text)).toMatch(/À vérifier ?1Refus/)
  expect(squeeze(page.text)).toContain(
    '1 ligne a la même date et les mêmes noms qu’un relevé déjà dans la source, mais d’autres valeurs.',
  )
  expect(page.all('input[name="doublons"]').map((one) => one.hasAttribute('checked'))).toEqual([false, false, false])
  for (const doublons of ['', 'autre']) {
    const refused = await marie.post(`${path}/confirmer`, { doublons })
    expect([refused.status, squeeze(refused.page.one('#doublons').text)]).toEqual([
      422,
      expect.stringContaining('choisissez l’une des trois'),
    ])
  }
  await work(t)
  expect([(await importOf(t)).etat, (await releves(t)).length]).toEqual(['pret', 2])
  expect(t.failures).toEqual([])
})

test('left out, added, or added as doubtful; an undo takes back what was added', async () => {
  for (const [doublons, creees, etats] of [
    ['laisser', 1, []],
    ['ajouter', 2, [{}]],
    ['douteux', 2, [{ nom: 'douteux', prenom: 'douteux' }]],
  ] as const) {
    const { t, marie, take } = await site()
    const { done, path } = await take(AGAIN, { doublons })
    expect(done).toMatchObject({ etat: 'termine', doublons, creees, refusees: 0 })
    const added = (await releves(t)).filter(({ data }) => data.numero === 12)
    expect(added.map((one) => one.etats)).toEqual(etats)
    expect(squeeze((await marie.get(path)).page.text)).toMatch(/À vérifier ?1 \((laissées de côté|ajoutées)/)
    await marie.post(`${path}/annuler`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: creees })
    expect(await releves(t)).toHaveLength(2)
    expect(t.failures).toEqual([])
  }
})

test('a file of nothing else may be given up, not confirmed for nothing', async () => {
  const { t, marie, send } = await site()
  const { path } = await send(csv('12/08/1787;Lefèvre;Anne;M;;;;'))
  const refused = await marie.post(`${path}/confirmer`, { doublons: 'laisser' })
  expect([refused.status, squeeze(refused.page.text)]).toEqual([422, expect.stringContaining('rien à enregistrer')])
  expect((await marie.post(`${path}/confirmer`, { doublons: 'ajouter' })).status).toBe(303)
  await work(t)
  expect(await releves(t)).toHaveLength(3)
  expect(t.failures).toEqual([])
})

test('a true twin of a record, equal in all, is another act and not asked about', async () => {
  const { t, take } = await site()
  const { plan, done } = await take(csv('1788;Riou;Yves;M;;;;', '1788;Riou;Yves;M;;;;'))
  expect([plan.a_creer, plan.a_verifier, plan.inchangees, done.creees]).toEqual([1, 0, 1, 1])
  expect(t.failures).toEqual([])
})

test('an import of a foreign header that was killed between two batches completes when it is sent again, and never doubles', async () => {
  const { t, marie, send, take } = await site()
  const lines = Array.from({ length: 700 }, (_, n) => `${(n % 28) + 1}/03/${1700 + (n % 90)};N${n} ;Anne;x${n}`)
  const file = `Date;PATRONYME;Prénom;Folio\n12/08/1787;Lefèvre;Anne;f3\n${lines.join('\n')}\n`
  const { path, plan } = await send(file)
  expect(plan).toMatchObject({ a_creer: 700, a_verifier: 1 })
  await marie.post(`${path}/confirmer`, { doublons: 'ajouter' })
  let looks = 0
  await runTasks(t.deps, importHandlers(IMPORT_KINDS), () => {
    looks += 1
    return looks > 1
  })
  const before = (await releves(t)).length
  expect([before > 2, before < 703]).toEqual([true, true])
  // The one that was killed is given up: what it wrote is there.
  await t.db.updateTable('imports').set({ etat: 'echec', erreur: 'coupure' }).where('id', '=', plan.id).execute()
  await t.db.deleteFrom('taches').execute()
  const again = await take(file, { doublons: 'ajouter' })
  expect(again.plan.a_creer + again.plan.a_verifier + again.plan.inchangees).toBe(701)
  expect(again.plan.inchangees).toBe(before - 2)
  expect(await releves(t)).toHaveLength(703)
  expect((await take(file)).plan).toMatchObject({ a_creer: 0, a_verifier: 0, inchangees: 701 })
  expect(await releves(t)).toHaveLength(703)
  expect(t.failures).toEqual([])
})
