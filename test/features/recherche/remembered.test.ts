// A search keeps what seldom changes from one request to the next (src/db/remember.ts): it must not outlive a change of it.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { corpus } from './corpus.ts'

type Site = Awaited<ReturnType<typeof testApp>>

const search = async (t: Site) => (await (await t.as(t.admin)).get('/recherche?nom=martin')).text

test('whatever is renamed has its new name in the next search', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const before = await search(t)
  const { titre, lieu_id } = await t.db
    .selectFrom('sources')
    .select(['titre', 'lieu_id'])
    .where('id', '=', c.pleurtuitB.id)
    .executeTakeFirstOrThrow()
  expect(before).toContain(titre)
  const renamed: [name: string, rename: () => Promise<unknown>][] = [
    [
      'Registre rebaptisé',
      () =>
        t.db.updateTable('sources').set({ titre: 'Registre rebaptisé' }).where('id', '=', c.pleurtuitB.id).execute(),
    ],
    ['Actes rebaptisés', () => t.db.updateTable('types_sources').set({ nom: 'Actes rebaptisés' }).execute()],
    ['Section rebaptisée', () => t.db.updateTable('sections').set({ nom: 'Section rebaptisée' }).execute()],
    [
      'Lieu rebaptisé',
      () =>
        t.db
          .updateTable('lieux')
          .set({ nom_long: 'Lieu rebaptisé' })
          .where('id', '=', lieu_id ?? 0)
          .execute(),
    ],
  ]
  for (const [name, rename] of renamed) {
    expect(await search(t)).not.toContain(name)
    await rename()
    expect(await search(t)).toContain(name)
  }
})
