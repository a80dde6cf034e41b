// Which sources hold a value: it names them itself, as long as they are few.
import { expect, test } from 'vitest'
import { up } from '../../../db/migrations/0140_valeurs_listes.ts'
import { countedInSection } from '../../../src/features/completion/holders.ts'
import { createReleves, deleteReleve } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { offered } from './support.ts'

const NOW = '2026-11-29T10:00:00.000Z'
/** More sources than a list has room for. */
const MANY = 60

type Made = Awaited<ReturnType<TestApp['make']['source']>>

const enter = (t: TestApp, source: Made, values: string[]) =>
  t.db.transaction().execute(async (trx) => {
    const rows = values.map((prenom) => ({ data: { prenom, nom: 'Le Goff' } }))
    return createReleves(trx, source.id, await champsOf(trx, source.type.id), rows, { user_id: null, now: NOW })
  })

const named = async (t: TestApp, valeur: string) =>
  await t.db.selectFrom('valeurs').select(['n', 'sources']).where('valeur', '=', valeur).executeTakeFirst()

test('a value names the sources that hold it, and those no more that hold it no more', async () => {
  const t = await testApp()
  const type = await t.make.typeSource()
  const [one, other] = [await t.make.source({ type }), await t.make.source({ type })]
  const [first = 0, second = 0] = await enter(t, one, ['Zoé', 'Zoé'])
  await enter(t, other, ['Zoé'])
  expect(await named(t, 'Zoé')).toEqual({ n: 2, sources: `,${one.id},${other.id},` })
  const author = { user_id: t.admin.id, now: NOW }
  await deleteReleve(t.db, { id: first, ...author })
  expect(await named(t, 'Zoé')).toEqual({ n: 2, sources: `,${one.id},${other.id},` })
  await deleteReleve(t.db, { id: second, ...author })
  expect(await named(t, 'Zoé')).toEqual({ n: 1, sources: `,${other.id},` })
  await enter(t, one, ['Zoé'])
  expect(await named(t, 'Zoé')).toEqual({ n: 2, sources: `,${other.id},${one.id},` })
})

/** Many sources that marie does not see hold « Zénobie » and « Zita », and so does one that she sees, of the first alone. */
async function common(t: TestApp) {
  const type = await t.make.typeSource()
  const here = await t.make.source({ type, section: t.saintMalo })
  for (let n = 0; n < MANY; n += 1)
    await enter(t, await t.make.source({ type, section: t.vannes }), ['Zénobie', 'Zita', 'Zita'])
  const alone = await t.make.source({ type, members: [t.marie] })
  await enter(t, alone, ['Zénobie'])
  return { type, here, alone }
}

test('a value that many sources hold is offered to whoever sees one of them, named or not', async () => {
  const t = await testApp()
  const { here, alone } = await common(t)
  const held = await named(t, 'Zénobie')
  expect([held?.n, held?.sources.includes(`,${alone.id},`)]).toEqual([MANY + 1, false])
  expect(held?.sources.length).toBeLessThan(200)
  expect(await offered(await t.as(t.marie), here, 'zeno')).toEqual(['Zénobie'])
  expect(await offered(await t.as(t.marie), here, 'zita')).toEqual([])
  expect(await offered(await t.as(t.admin), here, 'zita')).toEqual(['Zita'])
})

test('a section is told how often it holds a value, of few sources or of many', async () => {
  const t = await testApp()
  const { type, here } = await common(t)
  await enter(t, here, ['Zita', 'Zita', 'Zoé', 'Zoé', 'Zoé'])
  const champ = (await champsOf(t.db, type.id)).find(({ nom }) => nom === 'prenom')
  const looked = { champs: [champ?.id ?? 0], cles: ['zenobie', 'zita', 'zoe'] }
  const counted = async (sectionId: number | null) =>
    Object.fromEntries((await countedInSection(t.db, sectionId, looked)).map(({ valeur, n }) => [valeur, Number(n)]))
  expect(await counted(t.saintMalo.id)).toEqual({ Zita: 2, Zoé: 3 })
  expect(await counted(t.vannes.id)).toEqual({ Zénobie: MANY, Zita: 2 * MANY })
  expect(await counted(null)).toEqual({ Zénobie: 1 })
})

test('the values of before are given the sources that hold them, the first of many', async () => {
  const t = await testApp()
  const { type, here } = await common(t)
  await enter(t, here, ['Zoé'])
  const before = await named(t, 'Zoé')
  await t.db.schema.alterTable('valeurs').dropColumn('sources').execute()
  await t.db.schema
    .createIndex('valeurs_sources_valeur')
    .on('valeurs_sources')
    .columns(['champ_id', 'cle', 'source_id'])
    .execute()
  await up(t.db)
  expect(await named(t, 'Zoé')).toEqual(before)
  const { sources = '' } = (await named(t, 'Zita')) ?? {}
  const hidden = await t.db
    .selectFrom('sources')
    .select('id')
    .where('section_id', '=', t.vannes.id)
    .where('type_source_id', '=', type.id)
    .orderBy('id')
    .limit(25)
    .execute()
  expect(sources).toBe(`,${hidden.map(({ id }) => id).join(',')},`)
  expect(await offered(await t.as(t.marie), here, 'zeno')).toEqual(['Zénobie'])
})
