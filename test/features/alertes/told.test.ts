// Nights tell, and pages list, what a plain rule finds over all records.
import { expect, test } from 'vitest'
import type { Visitor } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { alertSite, forget, keep, listed, waiting } from './support.ts'

type Site = Awaited<ReturnType<typeof alertSite>>

/** A record as the rule sees it: what came of it, in the order of things that happened. */
interface Known {
  id: number
  source: number
  nom: string
  annee: number
  /** It was there for the first time, and its source was validated with it in it for the first time. */
  born: number
  validated: number
}

interface Kept {
  id: number
  visitor: Visitor
  sees: () => number[]
  matches: (record: Known) => boolean
  told: number
  seen: number
}

async function world() {
  const t = await alertSite()
  const admin = await t.as(t.admin)
  const [dinard, vannes] = [await t.make.lieu({ nom: 'Dinard' }), await t.make.lieu({ nom: 'Vannes' })]
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const a = await t.make.source({ titre: 'A', type, lieu: dinard, section: t.saintMalo })
  const b = await t.make.source({ titre: 'B', type, lieu: vannes, section: t.vannes })
  const c = await t.make.source({ titre: 'C', type, lieu: dinard, section: t.vannes })
  const rights = new Map([
    [t.admin.id, new Set([a.id, b.id, c.id])],
    [t.marie.id, new Set([a.id])],
    [t.etienne.id, new Set([b.id, c.id])],
  ])
  const records: Known[] = []
  let time = 0
  const tick = () => {
    time += 1
    t.later(60_000)
    return time
  }
  const kept: Kept[] = []
  for (const person of [t.admin, t.marie, t.etienne]) {
    const visitor = await t.as(person)
    const of = { visitor, sees: () => [...(rights.get(person.id) ?? [])], told: 0, seen: 0 }
    kept.push({ ...of, id: await keep(t, visitor, 'nom=martin'), matches: ({ nom }) => nom === 'Martin' })
    const inDinard = ({ source }: Known) => source !== b.id
    kept.push({ ...of, id: await keep(t, visitor, `lieu=${dinard.id}&tri=nom&apres=1-2`), matches: inDinard })
    const early = ({ annee }: Known) => annee <= 1760
    kept.push({ ...of, id: await keep(t, visitor, 'annee_fin=1760', 'semaine'), matches: early })
  }
  return { t, admin, a, b, c, rights, records, kept, tick, now: () => time }
}

type World = Awaited<ReturnType<typeof world>>

async function enter({ t, records, tick }: World, source: { id: number }, nom: string, annee: number) {
  const born = tick()
  const answer = await (await t.as(t.admin)).post(`/sources/${source.id}/releves`, {
    'data[nom]': nom,
    'data[date_evenement][valeur]': `02/03/${annee}`,
    'data[date_evenement][calendrier]': 'gregorien',
  })
  expect(answer.status).toBe(303)
  const { id } = await t.db.selectFrom('releves').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  records.push({ id, source: source.id, nom, annee, born, validated: 0 })
  return id
}

/** The acts of a file; those that a file taken back had brought are as old as they were. */
async function bring(w: World, source: { id: number }, acts: [nom: string, annee: number][], gone: Known[] = []) {
  const { t, admin, records, tick } = w
  const born = tick()
  const csv = ['Date de baptême;Nom', ...acts.map(([nom, annee]) => `02/03/${annee};${nom}`)].join('\n')
  await sendFile(admin, `/sources/${source.id}/import`, csv, { nom: 'actes.csv' })
  await work(t)
  const planned = await importOf(t)
  await admin.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  const rows = await t.db.selectFrom('releves').select(['id', 'nom']).where('import_id', '=', planned.id).execute()
  expect(rows.length).toBe(acts.length)
  for (const { id, nom } of rows) {
    const annee = acts.find(([name]) => name === nom)?.[1] ?? 0
    const before = gone.find((one) => one.nom === nom && one.annee === annee && one.source === source.id)
    records.push({ id, source: source.id, nom: nom ?? '', annee, born: before?.born ?? born, validated: 0 })
  }
  return planned.id
}

async function takeBack({ t, admin, records }: World, id: number): Promise<Known[]> {
  const ids = new Set(
    (await t.db.selectFrom('releves').select('id').where('import_id', '=', id).execute()).map((r) => r.id),
  )
  await admin.post(`/imports/${id}/annuler`)
  await work(t)
  const gone = records.filter((record) => ids.has(record.id))
  records.splice(0, records.length, ...records.filter((record) => !ids.has(record.id)))
  return gone
}

async function move({ t, admin, records, tick }: World, source: { id: number }, ...steps: string[]) {
  for (const statut of steps) {
    const at = tick()
    const answer = await admin.post(`/sources/${source.id}/statut`, { statut, motif: 'Il manque des actes' })
    expect(answer.status).toBe(303)
    const { status } = await t.db
      .selectFrom('sources')
      .select('status')
      .where('id', '=', source.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe(statut)
    if (statut === 'validee')
      for (const record of records) if (record.source === source.id && record.validated === 0) record.validated = at
  }
}

const validSources = async (t: Site) =>
  new Set((await t.db.selectFrom('sources').select('id').where('status', '=', 'validee').execute()).map(({ id }) => id))

async function expected({ t, records }: World, kept: Kept, since: number): Promise<number[]> {
  const valid = await validSources(t)
  return records
    .filter((record) => kept.sees().includes(record.source) && kept.matches(record))
    .filter(({ born, validated, source }) => born > since || (validated > since && valid.has(source)))
    .map(({ id }) => id)
    .sort((a, b) => a - b)
}

/** A night goes by, after which the pages say the same as the rule. */
async function check(w: World, isMonday = false) {
  const { t, kept, now } = w
  for (const one of kept) expect(await listed(one.visitor, one.id)).toEqual(await expected(w, one, one.seen))
  const due = kept.filter((_, n) => n % 3 !== 2 || isMonday)
  const wanted = new Map<number, number[]>()
  for (const one of due) wanted.set(one.id, await expected(w, one, Math.max(one.seen, one.told)))
  await forget(t)
  await t.night()
  const mails = await waiting(t)
  const told = new Map(mails.flatMap(({ recherches }) => recherches.map(({ id, releves }) => [id, releves] as const)))
  for (const [id, ids] of wanted) expect([id, (told.get(id) ?? []).toSorted((a, b) => a - b)]).toEqual([id, ids])
  expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(mails.length)
  for (const one of due) one.told = now()
}

/** The owner of a search looks at what is new to it. */
async function look({ kept, tick, now }: World, at: number) {
  const one = kept[at]
  if (!one) throw new Error('no such search')
  tick()
  await one.visitor.get(`/mes-recherches/${one.id}`)
  await one.visitor.post(`/mes-recherches/${one.id}/vue`)
  one.seen = now()
}

test('each night tells each reader what a plain rule finds, whatever was validated, taken back, or brought again', {
  timeout: 60_000,
}, async () => {
  const w = await world()
  const { t, a, b, c, rights } = w
  await enter(w, a, 'Martin', 1750)
  await enter(w, b, 'Martin', 1780)
  await enter(w, c, 'Le Goff', 1755)
  await check(w)
  await check(w, true)
  const first = await bring(w, c, [
    ['Martin', 1742],
    ['Hamon', 1790],
  ])
  await check(w)
  const gone = await takeBack(w, first)
  await enter(w, b, 'Martin', 1701)
  await check(w)
  await bring(
    w,
    c,
    [
      ['Martin', 1742],
      ['Hamon', 1790],
      ['Riou', 1791],
    ],
    gone,
  )
  // Marie joins the other section: what was there before is not new to her.
  await t.make.membre(t.vannes, t.marie)
  rights.set(t.marie.id, new Set([a.id, b.id, c.id]))
  rights.set(t.etienne.id, new Set())
  await t.db.deleteFrom('section_membres').where('user_id', '=', t.etienne.id).execute()
  await check(w)
  await move(w, a, 'a_valider', 'validee')
  await look(w, 3)
  await check(w)
  await move(w, a, 'en_cours')
  await enter(w, a, 'Martin', 1752)
  await check(w)
  await move(w, a, 'a_valider', 'validee')
  await check(w)
  await check(w, true)
  expect(t.failures).toEqual([])
})

test('an edit, a search kept later and a record of before ring nobody', async () => {
  const t = await alertSite()
  const source = await t.make.source({ section: t.saintMalo })
  const id = await t.make.releve(source, { nom: 'Riou', date_evenement: day('1750-02-03') })
  const marie = await t.as(t.marie)
  const search = await keep(t, marie, 'nom=martin')
  t.later(60_000)
  const fields = { 'data[nom]': 'Martin', 'data[date_evenement][valeur]': '03/02/1750', version: 1 }
  expect((await marie.post(`/releves/${id}`, fields)).status).toBe(303)
  await t.night()
  expect([await waiting(t), await listed(marie, search)]).toEqual([[], []])
})
