import { expect, test } from 'vitest'
import { sampleOf } from '../../../src/features/revue/sample-actions.ts'
import { figuresOf, sampledActs } from '../../../src/features/revue/sample-queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

/** The days of a review, one hour after the other. */
const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`

async function register(t: TestApp, { acts = 120, by = t.marie } = {}) {
  const source = await t.make.source({ section: t.saintMalo })
  for (let n = 0; n < acts; n += 1)
    await t.make.releve(source, { nom: `NOM${n}`, date_evenement: day(`${1780 + (n % 20)}-03-01`) })
  await t.db.updateTable('releves').set({ created_by: by.id }).where('source_id', '=', source.id).execute()
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
  const found = () => t.db.selectFrom('sources').selectAll().where('id', '=', source.id).executeTakeFirstOrThrow()
  const idsOf = async () =>
    (await t.db.selectFrom('releves').select('id').where('source_id', '=', source.id).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  return { ...(await found()), ids: await idsOf() }
}

/** A decision on a source, at an hour. */
const decide = (t: TestApp, source_id: number, vers: 'validee' | 'rejetee' | 'a_valider', hour: number) =>
  t.db
    .insertInto('source_transitions')
    .values({ source_id, user_id: t.rene.id, de: 'a_valider', vers, motif: null, created_at: at(hour) })
    .execute()

const drawn = (t: TestApp) =>
  t.db.selectFrom('echantillon_actes').select(['releve_id', 'strate']).orderBy('rang').execute()

test('a sample is drawn once; the first fifty acts of somebody are read beside it, those with a warning elsewhere', async () => {
  const t = await testApp()
  const source = await register(t)
  const [warned = 0] = source.ids.slice(-1)
  const warning = { genre: 'nom_rare', champ: 'nom', valeur: 'x', detail: null }
  await t.db
    .insertInto('avertissements')
    .values({ source_id: source.id, releve_id: warned, ...warning })
    .execute()
  const [one, two] = await Promise.all([sampleOf(t.db, source, at(10)), sampleOf(t.db, source, at(10))])
  expect(one).toMatchObject({ plan: 'normal', population: 120, taille: 20, accepte: 1 })
  expect(two).toEqual(one)
  const acts = await drawn(t)
  expect(acts.filter(({ strate }) => strate === 'débuts').map(({ releve_id }) => releve_id)).toEqual(
    source.ids.slice(0, 50),
  )
  expect(acts).toHaveLength(70)
  expect(acts.map(({ releve_id }) => releve_id)).not.toContain(warned)
})

test('twenty acts are drawn from the decades of acts whose author is unknown', async () => {
  const t = await testApp()
  const source = await register(t)
  await t.db.updateTable('releves').set({ created_by: null }).execute()
  const sample = await sampleOf(t.db, source, at(10))
  const places = (await drawn(t)).map(({ releve_id }) => source.ids.indexOf(releve_id))
  expect(places).toHaveLength(20)
  const strata = new Set((await drawn(t)).map(({ strate }) => strate))
  expect([...strata].sort()).toEqual(['1780 · ?', '1790 · ?'])
  expect(sample?.graine).toMatch(/^[a-z2-7]{32}$/)
})

test('five accepted sources of a person halve the next sample, a refused one doubles it', async () => {
  const t = await testApp()
  const past = async (resultat: 'accepte' | 'refuse', hour: number) => {
    const source = await t.make.source({ section: t.saintMalo })
    const row = { graine: 'x', plan: 'normal' as const, population: 1, taille: 1, accepte: 1, created_at: at(0) }
    await t.db
      .insertInto('echantillons')
      .values({ ...row, source_id: source.id, resultat, clos_at: at(hour) })
      .execute()
    const typed = { mois: '2026-11', n: 1, dernier_id: 1, derniere_at: at(0) }
    await t.db
      .insertInto('saisies')
      .values({ ...typed, user_id: t.marie.id, source_id: source.id })
      .execute()
  }
  for (let n = 1; n <= 5; n += 1) await past('accepte', n)
  expect(await sampleOf(t.db, await register(t), at(10))).toMatchObject({ plan: 'reduit', taille: 10, accepte: 0 })
  await past('refuse', 6)
  expect(await sampleOf(t.db, await register(t), at(10))).toMatchObject({ plan: 'double', taille: 40, accepte: 2 })
  expect(await sampleOf(t.db, await register(t, { by: t.etienne }), at(10))).toMatchObject({ plan: 'normal' })
})

test('a withdrawal draws nothing anew; acts that came since have their share', async () => {
  const t = await testApp()
  const source = await register(t)
  await t.db.updateTable('releves').set({ created_by: null }).execute()
  const first = await sampleOf(t.db, source, at(10))
  await decide(t, source.id, 'a_valider', 11)
  expect(await sampleOf(t.db, source, at(12))).toEqual(first)
  expect(await drawn(t)).toHaveLength(20)
  const later: number[] = []
  for (let n = 0; n < 30; n += 1) later.push(await t.make.releve(source, { nom: `NEUF${n}` }))
  await t.db
    .updateTable('releves')
    .set({ created_at: at(11) })
    .where('id', 'in', later)
    .execute()
  for (let n = 0; n < 2; n += 1) await sampleOf(t.db, source, at(13))
  const acts = (await drawn(t)).map(({ releve_id }) => releve_id)
  expect([acts.length, acts.filter((id) => later.includes(id)).length]).toEqual([25, 5])
})

test('a decision ends a sample: what it found is kept with the person, the next submission is drawn anew', async () => {
  const t = await testApp()
  const source = await register(t, { acts: 40 })
  const sample = await sampleOf(t.db, source, at(10))
  for (const [n, releve_id] of source.ids.entries()) {
    const poids = n < 2 ? (3 as const) : null
    const row = { source_id: source.id, releve_id, version: 1, user_id: t.rene.id, created_at: at(11) }
    await t.db
      .insertInto('releve_avis')
      .values({ ...row, poids, verdict: poids === null ? 'bon' : 'douteux' })
      .execute()
  }
  if (!sample) throw new Error('no sample')
  const figures = figuresOf(await sampledActs(t.db, sample))
  expect(figures).toMatchObject({ drawn: 40, read: 40, graves: 2, genantes: 0 })
  expect(figures.byDecade).toEqual([
    { decade: '1780', read: 20, graves: 2 },
    { decade: '1790', read: 20, graves: 0 },
  ])
  await decide(t, source.id, 'rejetee', 12)
  await decide(t, source.id, 'a_valider', 13)
  const next = await sampleOf(t.db, source, at(14))
  expect(next?.id).not.toBe(sample.id)
  const kept = await t.db.selectFrom('echantillons').select(['resultat', 'clos_at']).orderBy('id').execute()
  expect(kept).toEqual([
    { resultat: 'refuse', clos_at: at(14) },
    { resultat: null, clos_at: null },
  ])
})
