// The tag of the map's data: the same as long as nothing that the reader sees of it changed, another after every change.
import { expect, test } from 'vitest'
import type { Visitor } from '../../support/app.ts'
import { archive, inShort } from './support.ts'

const DATA = '/carte/data'

const tagOf = async (visitor: Visitor): Promise<string> => (await visitor.get(DATA)).headers.get('etag') ?? ''

test('who has the data already is told so, and sent nothing', async () => {
  const { t } = await archive()
  const admin = await t.as(t.admin)
  const tag = await tagOf(admin)
  expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  for (const known of [tag, `"autre", ${tag}`]) {
    const again = await admin.get(DATA, { 'if-none-match': known })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
  }
  expect((await admin.get(DATA, { 'if-none-match': 'W/"autre"' })).status).toBe(200)
  expect(await tagOf(await t.as(t.marie))).not.toBe(tag)
  expect((await admin.get(`${DATA}?statut=validee`)).headers.get('etag')).not.toBe(tag)
  expect((await admin.get(DATA)).headers.get('cache-control')).toBe('private, no-cache')
})

/** How this person sends the form of a page as it is, some of it changed. */
const senderOf =
  (admin: Visitor) =>
  async (form: string, path: string, change: Record<string, string | number> = {}) => {
    const { page } = await admin.get(form)
    const fields: Record<string, string> = {}
    for (const control of page.all('main form input, main form select, main form textarea')) {
      const name = control.getAttribute('name') ?? ''
      if (name !== '' && control.getAttribute('type') !== 'checkbox') fields[name] = page.value(name)
    }
    expect((await admin.post(path, { ...fields, ...change })).status).toBe(303)
  }

type Change = [what: string, change: () => Promise<unknown>]

/** Everything that one may do to the archive so that the map looks otherwise. */
async function changesOf(
  { t, lieux, sources, releves, types }: Awaited<ReturnType<typeof archive>>,
  admin: Visitor,
): Promise<Change[]> {
  const rene = await t.as(t.rene)
  const source = sources.recente.id
  const send = senderOf(admin)
  const edit = (path: string, change: Record<string, string | number>) => send(`${path}/modifier`, path, change)
  return [
    ['a record more', () => t.make.releve(sources.recente)],
    ['a record less', () => send(`/releves/${releves.recente}/supprimer`, `/releves/${releves.recente}/supprimer`)],
    ['the status of a source', () => rene.post(`/sources/${source}/statut`, { statut: 'a_valider' })],
    ['the years of a source', () => edit(`/sources/${source}`, { annee_debut: 1840 })],
    ['the place of a source', () => edit(`/sources/${source}`, { lieu_id: lieux.dinard.id })],
    ['the name of a place', () => edit(`/lieux/${lieux.pleurtuit.id}`, { nom: 'Pleurtuit-le-Bourg' })],
    [
      'the name of what a place lies in',
      async () => {
        const { lieu_parent_id } = await t.db
          .selectFrom('lieux')
          .select('lieu_parent_id')
          .where('id', '=', lieux.pleurtuit.id)
          .executeTakeFirstOrThrow()
        await edit(`/lieux/${lieu_parent_id}`, { nom: 'Armorique' })
      },
    ],
    ['the position of a place', () => edit(`/lieux/${lieux.dinard.id}`, { latitude: '48,64', longitude: '-2,07' })],
    ['a place that gets a position', () => edit(`/lieux/${lieux.perdu.id}`, { latitude: '48,2', longitude: '-2,7' })],
    [
      'a new source with a record',
      async () => {
        const made = await t.make.source({ type: types.baptemes, lieu: lieux.vide })
        await t.make.releve(made)
      },
    ],
    [
      'two places that become one',
      () => send(`/lieux/${lieux.vide.id}/fusionner?vers=${lieux.dinard.id}`, `/lieux/${lieux.vide.id}/fusionner`),
    ],
  ]
}

test('the tag follows every change that the map shows', async () => {
  const site = await archive()
  const { t } = site
  const admin = await t.as(t.admin)
  let before = await tagOf(admin)
  for (const [what, change] of await changesOf(site, admin)) {
    await change()
    const after = await tagOf(admin)
    expect([what, after !== before]).toEqual([what, true])
    expect(await tagOf(admin)).toBe(after)
    before = after
  }
  expect(t.failures).toEqual([])
})

test('the tag of a reader follows what he or she may see', async () => {
  const { t, sources } = await archive()
  const etienne = await t.as(t.etienne)
  const tags = [await tagOf(etienne)]
  const step = async (work: { execute(): Promise<unknown> }, places: string[]) => {
    await work.execute()
    const answer = await etienne.get(DATA)
    expect(inShort(answer).sort()).toEqual(places)
    tags.push(answer.headers.get('etag') ?? '')
  }
  await step(t.db.insertInto('source_membres').values({ source_id: sources.dinard.id, user_id: t.etienne.id }), [
    'Dinard 1/1',
    'Vannes 1/1',
  ])
  await step(
    t.db.insertInto('section_membres').values({ section_id: t.saintMalo.id, user_id: t.etienne.id, is_manager: false }),
    ['Dinard 1/1', 'Pleurtuit 3/3', 'Vannes 1/1'],
  )
  await step(t.db.deleteFrom('section_membres').where('user_id', '=', t.etienne.id), ['Dinard 1/1'])
  await step(t.db.deleteFrom('source_membres').where('user_id', '=', t.etienne.id), [])
  expect(new Set(tags).size).toBe(tags.length)
})

test('a record moved from the count of one source to that of another is noticed', async () => {
  const { t, sources } = await archive()
  const admin = await t.as(t.admin)
  const before = await tagOf(admin)
  const add = (id: number, n: number) =>
    t.db
      .updateTable('sources')
      .set((eb) => ({ nb_releves: eb('nb_releves', '+', n) }))
      .where('id', '=', id)
      .execute()
  await add(sources.dinard.id, 1)
  await add(sources.vannes.id, -1)
  expect(await tagOf(admin)).not.toBe(before)
})
