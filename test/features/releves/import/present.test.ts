// A file that was imported is imported again: what the source holds already is counted and left out.
import { expect, test } from 'vitest'
import { importHandlers } from '../../../../src/features/imports/task.ts'
import { deleteReleve, updateReleve } from '../../../../src/features/releves/actions/records.ts'
import { relevesImport } from '../../../../src/features/releves/import/kind.ts'
import { runTasks } from '../../../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../../../src/import-kinds.ts'
import type { TestApp } from '../../../support/app.ts'
import { testApp } from '../../../support/app.ts'
import { squeeze } from '../../../support/html.ts'
import { everything } from '../../export/source.ts'
import { importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { register, releves } from '../support.ts'

const HEADER = 'Date de baptême;Nom;Prénoms;Sexe;Ondoyé;Numéro d’acte;Domicile;Notes'
const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`

async function site() {
  const t = await testApp()
  const { source } = await register(t)
  const marie = await t.as(t.marie)
  const path = `/sources/${source.id}/import`
  const send = async (content: string, to = path) => {
    const { location, status } = await sendFile(marie, to, content)
    expect(status).toBe(303)
    // A column that is not of the source any more: it is left out.
    if (location?.endsWith('/colonnes'))
      expect((await marie.post(location, { 'colonnes[5]': 'ignorer' })).status).toBe(303)
    await work(t)
    return { location: location?.replace('/colonnes', '') ?? '', plan: await importOf(t) }
  }
  /** Sends a file and confirms it where there is something to confirm. */
  const take = async (content: string, to = path) => {
    const { location, plan } = await send(content, to)
    const { a_verifier } = plan
    if (plan.a_creer + a_verifier > 0)
      expect((await marie.post(`${location}/confirmer`, a_verifier > 0 ? { doublons: 'ajouter' } : {})).status).toBe(
        303,
      )
    await work(t)
    const { a_creer, inchangees, refusees } = plan
    return { location, plan: [a_creer + a_verifier, inchangees, refusees], done: await importOf(t) }
  }
  return { t, source, marie, path, send, take }
}

const count = async (t: TestApp) => (await releves(t)).length

test('our own export of every kind of field comes back as nothing new', async () => {
  const { t, take, marie } = await site()
  const { source } = await everything(t)
  const before = await count(t)
  const exported = async (id: number) => (await marie.get(`/export/source/${id}/csv`)).text
  const empty = await t.make.source({ section: t.saintMalo, type: source.type })
  const to = `/sources/${empty.id}/import`
  const file = await exported(source.id)
  // One of its places is gone, and no import can name it: that line is refused each time.
  expect((await take(file, to)).plan).toEqual([before - 1, 0, 1])
  expect((await take(file, to)).plan).toEqual([0, before - 1, 1])
  expect((await take(await exported(empty.id), to)).plan).toEqual([0, before - 1, 0])
  expect(await count(t)).toBe(2 * before - 1)
})

test('lines are compared as a multiset: two equal lines give two records, and none the second time', async () => {
  const { t, take } = await site()
  const twice = csv('1787;Riou;Anne;;;;;', '1787;Riou;Anne;;;;;')
  expect((await take(twice)).plan).toEqual([2, 0, 0])
  expect((await take(twice)).plan).toEqual([0, 2, 0])
  expect((await take(csv(...Array<string>(3).fill('1787;Riou;Anne;;;;;')))).plan).toEqual([1, 2, 0])
  expect(await count(t)).toBe(3)
})

test('equal means all values and states, however they are written', async () => {
  const { t, take, source } = await site()
  const first = `${HEADER};Nom (état);Notes (état)`
  const line = '12/08/1787;Riou;Anne;F;o;3,5;Pleurtuit;Deux;;'
  await take(`${first}\n${line}\n1788;Morin;;;;;;;;absent\n14 thermidor an II;Le Goff;;;;;;;;\n`)
  const same = [line, '1787-08-12;Riou;Anne;f;OUI;3.50;Pleurtuit;Deux;sûr;', '1788;Morin;;;;;;;;absent']
  const republican = '14 thermidor an II (calendrier républicain);Le Goff;;;;;;;;'
  for (const one of [...same, republican]) {
    expect([one, (await take(`${first}\n${one}\n`)).plan]).toEqual([one, [0, 1, 0]])
  }
  expect(await count(t)).toBe(3)
  const others = [
    '12/08/1787;Riou;Anne;F;o;3,5;Pleurtuit;;;',
    '12/08/1787;Riou;Anne;F;o;3,5;Pleurtuit;Deux;douteux;',
    '12/08/1787;Riou;Anne;F;o;3,5;Pleurtuit;deux;;',
    '12/08/1787 (calendrier julien);Riou;Anne;F;o;3,5;Pleurtuit;Deux;;',
    '08/1787;Riou;Anne;F;o;3,5;Pleurtuit;Deux;;',
    '1788;Morin;;;;;;;;',
  ]
  expect((await take(`${[first, ...others].join('\n')}\n`)).plan).toEqual([others.length, 0, 0])
  // A file that lacks a column says nothing there, where the record says something.
  expect((await take('Nom;Date de baptême\nRiou;12/08/1787\n')).plan).toEqual([1, 0, 0])
  expect((await take('Nom;Date de baptême\nRiou;12/08/1787\n')).plan).toEqual([0, 1, 0])
  // An act that is typed alike in another source is another record.
  const other = await t.make.source({ section: t.saintMalo, type: source.type })
  expect((await take(`${first}\n${line}\n`, `/sources/${other.id}/import`)).plan).toEqual([1, 0, 0])
})

test('a place is compared by what it is, a text by what its field makes of it, a deleted field not at all', async () => {
  const { t, take } = await site()
  await take(csv('1787;Riou;Anne;;;12;Pleurtuit;'))
  await t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
  await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, Bretagne' }).execute()
  expect((await take(csv('1787;Riou;Anne;;;12;Pleurtuit, Bretagne;'))).plan).toEqual([0, 1, 0])
  await t.db.deleteFrom('champs').where('nom', '=', 'numero').execute()
  expect((await take(csv('1787;Riou;Anne;;;12;Pleurtuit, Bretagne;'))).plan).toEqual([0, 1, 0])
  const twin = await t.make.lieu({ nom: 'Dinard' })
  await t.db.updateTable('lieux').set({ nom_long: 'Ailleurs' }).where('id', '<>', twin.id).execute()
  await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit' }).where('id', '=', twin.id).execute()
  expect((await take(csv('1787;Riou;Anne;;;12;Pleurtuit;'))).plan).toEqual([1, 0, 0])
})

test('what was edited, deleted or taken back is created again, and nothing else', async () => {
  const { t, take, marie } = await site()
  const file = csv('1787;Riou;;;;;;', '1788;Morin;;;;;;', '1789;Le Goff;;;;;;')
  const { location } = await take(file)
  const [riou, morin] = (await releves(t)).map(({ id }) => id)
  const author = { version: 1, user_id: t.marie.id, now: '2026-01-01T00:00:00.000Z' }
  await updateReleve(t.db, { ...author, id: riou ?? 0, data: { nom: 'Rioux' }, etats: {} })
  await deleteReleve(t.db, { ...author, id: morin ?? 0 })
  const again = await take(file)
  expect(again.plan).toEqual([2, 1, 0])
  await marie.post(`${again.location}/annuler`)
  await work(t)
  await marie.post(`${location}/annuler`)
  await work(t)
  expect((await releves(t)).map(({ nom }) => nom)).toEqual(['Rioux'])
  expect((await take(file)).plan).toEqual([3, 0, 0])
  expect((await take(file)).plan).toEqual([0, 3, 0])
})

test('the page says how many are there already, warns of the others, and has nothing to confirm where all are', async () => {
  const { t, take, send, marie, path } = await site()
  expect(squeeze((await marie.get(path)).page.text)).toContain('sauf celles qui s’y trouvent déjà mot pour mot')
  await take(csv('12/08/1787;Riou;Anne;;;;;', '12/08/1788;Morin;;;;;;'))
  const { location } = await send(
    csv('12/08/1787;Riou;Anne;;;;;', '12/08/1787;Riou;Anne;;;;;Veuf', '1790;Le Goff;;;;;;'),
  )
  const text = async (where: string) => squeeze((await marie.get(where)).page.text)
  expect(await text(location)).toMatch(/À créer ?1.*Déjà présentes ?1.*À vérifier ?1.*Refusées ?0/)
  expect(await text(location)).toContain('1 ligne est déjà dans la source, mot pour mot : elle sera laissée de côté.')
  expect(await text(location)).toContain('Enregistrer les relevés')
  expect((await messagesOf(t)).map(({ ligne }) => ligne)).toEqual([3])
  await marie.post(`${location}/confirmer`, { doublons: 'ajouter' })
  await work(t)
  expect(await text(location)).toMatch(/Créées ?2.*Déjà présentes ?1/)
  const none = await send(csv('12/08/1787;Riou;Anne;;;;;', '12/08/1788;Morin;;;;;;'))
  expect(await text(none.location)).toContain('2 lignes sont déjà dans la source')
  expect(await text(none.location)).toContain('Il n’y a rien à enregistrer')
  expect((await marie.post(`${none.location}/confirmer`)).status).toBe(409)
  expect(t.failures).toEqual([])
})

test('a dry run cut short begins again with all that the source held', async () => {
  const { t, take, marie, path } = await site()
  const file = csv(...Array.from({ length: 1200 }, (_, n) => `${1700 + (n % 90)};N${n};;;;;;`))
  expect((await take(file)).plan).toEqual([1200, 0, 0])
  await sendFile(marie, path, file)
  let batches = 0
  const failing: typeof relevesImport = {
    ...relevesImport,
    open: async (...args) => {
      const session = await relevesImport.open(...args)
      const plan = session.plan.bind(session)
      session.plan = async (...lines) => {
        batches += 1
        if (batches === 3) throw new Error('coupure')
        return plan(...lines)
      }
      return session
    },
  }
  await runTasks(t.deps, importHandlers([failing as (typeof IMPORT_KINDS)[number]]))
  expect(await importOf(t)).toMatchObject({ etat: 'analyse', avancement: expect.any(Number) })
  expect(await t.db.selectFrom('import_lignes').select('action').distinct().execute()).toEqual(
    expect.arrayContaining([{ action: 'inchangee' }]),
  )
  await t.db.updateTable('taches').set({ pas_avant: '2000-01-01T00:00:00.000Z', bail: null, etat: 'attente' }).execute()
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'pret', nb_lignes: 1200, a_creer: 0, inchangees: 1200, refusees: 0 })
})

/** The clock of a test stands still: this dry run began a second ago. */
const verifiedEarlier = (t: TestApp, id: number) =>
  t.db.updateTable('imports').set({ travail_at: '2026-11-21T09:59:59.000Z' }).where('id', '=', id).execute()

test('of one file sent twice before either was confirmed, the second is refused and says what to do', async () => {
  const { t, send, marie, take } = await site()
  const file = csv('1787;Riou;;;;;;')
  const [first, second] = [await send(file), await send(file)]
  const answers = await Promise.all([first, second].map(({ location }) => marie.post(`${location}/confirmer`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(squeeze(refused?.page.text ?? '')).toContain(
    'Envoyez celui-ci de nouveau : les lignes qui sont déjà là seront reconnues.',
  )
  await work(t)
  expect(await count(t)).toBe(1)
  expect((await take(file)).plan).toEqual([0, 1, 0])
  expect(t.failures).toEqual([])
})

test('of two files that say the same, both verified before either was confirmed, the second is refused too', async () => {
  const { t, send, marie, take } = await site()
  const [first, second] = [
    await send(csv('1787;Riou;;;;;;')),
    await send(csv('01/1787;Le Goff;;;;;;', '1787;Riou;;;;;;')),
  ]
  await verifiedEarlier(t, second.plan.id)
  expect((await marie.post(`${first.location}/confirmer`)).status).toBe(303)
  await work(t)
  const refused = await marie.post(`${second.location}/confirmer`)
  expect([refused.status, squeeze(refused.page.text)]).toEqual([
    409,
    expect.stringContaining('Un autre fichier a été enregistré ici depuis cette vérification'),
  ])
  expect(await count(t)).toBe(1)
  await take(csv('01/1787;Le Goff;;;;;;', '1787;Riou;;;;;;'))
  expect(await count(t)).toBe(2)
})

test('an import that stopped on its way and was sent again meanwhile counts what it wrote itself once', async () => {
  const { t, send, marie, path } = await site()
  const file = csv(...Array.from({ length: 700 }, (_, n) => `${1700 + (n % 90)};N${n};;;;;;`))
  const { location, plan } = await send(file)
  await marie.post(`${location}/confirmer`)
  let looks = 0
  await runTasks(t.deps, importHandlers(IMPORT_KINDS), () => {
    looks += 1
    return looks > 1
  })
  const written = await count(t)
  expect([written > 0, written < 700, (await importOf(t, plan.id)).etat]).toEqual([true, true, 'en_cours'])
  // The file is sent once more, and read before the first one goes on.
  const again = await sendFile(marie, path, file)
  const analyse = importHandlers(IMPORT_KINDS)
  await runTasks(t.deps, { 'import.analyse': analyse['import.analyse'] as (typeof analyse)[string] })
  const second = await importOf(t)
  expect([second.etat, second.a_creer, second.inchangees]).toEqual(['pret', 700 - written, written])
  await verifiedEarlier(t, second.id)
  await work(t)
  expect(await importOf(t, plan.id)).toMatchObject({ etat: 'termine', creees: 700 })
  expect((await marie.post(`${again.location}/confirmer`)).status).toBe(409)
  await work(t)
  expect(await count(t)).toBe(700)
})
