import { describe, expect, test } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { descendantIds, findLieu, lieuById, nomLongByIds } from '../../../src/features/lieux/queries/places.ts'
import { nomLong } from '../../../src/features/lieux/rules/long-name.ts'
import { words } from '../../../src/lib/text.ts'
import { testApp } from '../../support/app.ts'
import { lieuNow, plant, plantBretagne, typed, typeId } from './plant.ts'

/** Every place against what the pure rule says of it: long name, path and search words, whatever the cascade did. */
async function expectConsistent(db: Db) {
  const rows = await db
    .selectFrom('lieux')
    .leftJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
    .selectAll('lieux')
    .select('types_lieux.dans_nom_long')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const ancestors = []
    for (
      let up = byId.get(row.lieu_parent_id ?? 0);
      up && ancestors.length < 100;
      up = byId.get(up.lieu_parent_id ?? 0)
    )
      ancestors.push(up)
    const expected = nomLong(row.nom, ancestors)
    const found = words(expected).map((word) => ({ st: 'saint', ste: 'sainte' })[word] ?? word)
    expect([row.nom_long, row.chemin, row.recherche]).toEqual([
      expected,
      `/${[...ancestors.map(({ id }) => `${id}/`).reverse(), `${row.id}/`].join('')}`,
      ` ${found.join(' ')} `,
    ])
  }
  return rows.length
}

async function form(db: Db, id: number, change: Record<string, string | number> = {}) {
  const { nom, lieu_parent_id, type_id, version } = await findLieu(db, id)
  const parent = lieu_parent_id === null ? undefined : await lieuById(db, lieu_parent_id)
  const texte = parent?.nom_long ?? ''
  return typed({
    ...{ nom, version, type_id: type_id ?? '', lieu_parent_id: lieu_parent_id ?? '' },
    'texte:lieu_parent_id': texte,
    ...change,
  })
}

const under = ({ id, nom_long }: { id: number; nom_long: string }) => ({
  lieu_parent_id: id,
  'texte:lieu_parent_id': nom_long,
})

describe('the cascade', () => {
  test('renaming a place renames everything below it, and nothing else', async () => {
    const t = await testApp()
    const { france, bretagne, pleurtuit } = await plantBretagne(t.db)
    const corse = await plant(t.db, 'Corse', france)
    const before = await lieuNow(t.db, corse.id)
    const rene = await t.as(t.rene)
    const answer = await rene.post(`/lieux/${bretagne.id}`, await form(t.db, bretagne.id, { nom: 'Breizh' }))
    expect([answer.status, answer.location]).toEqual([303, `/lieux/${bretagne.id}`])
    expect((await lieuNow(t.db, pleurtuit.id)).nom_long).toBe('Pleurtuit, Ille-et-Vilaine, Breizh, France')
    expect(await lieuNow(t.db, corse.id)).toEqual(before)
    expect(await expectConsistent(t.db)).toBe(6)
    // A descendant was not edited: forms of it that are open elsewhere stay valid.
    expect((await lieuNow(t.db, pleurtuit.id)).version).toBe(1)
    expect((await lieuNow(t.db, bretagne.id)).version).toBe(2)
    expect(t.failures).toEqual([])
  })

  test('a place moves with everything below it, to the top and back', async () => {
    const t = await testApp()
    const { departement, pleurtuit, france } = await plantBretagne(t.db)
    const st = await plant(t.db, 'Canton de St-Malo', departement)
    await plant(t.db, 'Ste Anne', st)
    const rene = await t.as(t.rene)
    const up = { lieu_parent_id: '', 'texte:lieu_parent_id': '' }
    await rene.post(`/lieux/${departement.id}`, await form(t.db, departement.id, up))
    expect(await lieuNow(t.db, pleurtuit.id)).toMatchObject({
      nom_long: 'Pleurtuit, Ille-et-Vilaine',
      chemin: `/${departement.id}/${pleurtuit.id}/`,
    })
    await expectConsistent(t.db)
    await rene.post(`/lieux/${departement.id}`, await form(t.db, departement.id, under(france)))
    expect((await lieuNow(t.db, pleurtuit.id)).nom_long).toBe('Pleurtuit, Ille-et-Vilaine, France')
    expect(await expectConsistent(t.db)).toBe(7)
  })

  test('a type that stays out of long names is passed over below, never for the place itself', async () => {
    const t = await testApp()
    const { departement } = await plantBretagne(t.db)
    const canton = await typeId(t.db, 'Canton')
    await t.db.updateTable('types_lieux').set({ dans_nom_long: false }).where('id', '=', canton).execute()
    const dinard = await plant(t.db, 'Canton de Dinard', departement, { type_id: canton })
    const commune = await plant(t.db, 'Dinard', dinard)
    expect(dinard.nom_long).toBe('Canton de Dinard, Ille-et-Vilaine, Bretagne, France')
    expect(commune.nom_long).toBe('Dinard, Ille-et-Vilaine, Bretagne, France')
    await expectConsistent(t.db)
    // The type of a place changes alone: those below follow too.
    const rene = await t.as(t.rene)
    await rene.post(`/lieux/${dinard.id}`, await form(t.db, dinard.id, { type_id: '' }))
    expect((await lieuNow(t.db, commune.id)).nom_long).toBe(
      'Dinard, Canton de Dinard, Ille-et-Vilaine, Bretagne, France',
    )
    await expectConsistent(t.db)
  })

  test('descendants are the range of the path, ids that only start alike left out', async () => {
    const t = await testApp()
    const { france, bretagne, departement, pleurtuit, saintMalo } = await plantBretagne(t.db)
    for (let n = 0; n < 10; n += 1) await plant(t.db, `Région ${n}`, france)
    const below = async (id: number) =>
      (await descendantIds(t.db, id).execute()).map((row) => row.id).sort((a, b) => a - b)
    expect(await below(bretagne.id)).toEqual([bretagne.id, departement.id, pleurtuit.id, saintMalo.id])
    expect(await below(pleurtuit.id)).toEqual([pleurtuit.id])
    expect(await below(france.id)).toHaveLength(15)
    expect(await below(99_999)).toEqual([])
  })

  test('current long names are given by id', async () => {
    const t = await testApp()
    const { bretagne, pleurtuit } = await plantBretagne(t.db)
    const names = await nomLongByIds(t.db, [bretagne.id, pleurtuit.id, bretagne.id, 99_999])
    expect([...names.keys()].sort((a, b) => a - b)).toEqual([bretagne.id, pleurtuit.id])
    expect(names.get(pleurtuit.id)).toBe('Pleurtuit, Ille-et-Vilaine, Bretagne, France')
    expect((await nomLongByIds(t.db, [])).size).toBe(0)
  })
})

describe('cycles', () => {
  test('a place is neither in itself nor in one of those below it', async () => {
    const t = await testApp()
    const { france, bretagne, pleurtuit } = await plantBretagne(t.db)
    const rene = await t.as(t.rene)
    const self = await rene.post(`/lieux/${bretagne.id}`, await form(t.db, bretagne.id, under(bretagne)))
    expect([self.status, self.page.error('texte:lieu_parent_id')]).toEqual([
      422,
      'Un lieu ne peut pas être situé dans lui-même.',
    ])
    expect(self.page.value('lieu_parent_id')).toBe(String(bretagne.id))
    const cycle = await rene.post(
      `/lieux/${france.id}`,
      await form(t.db, france.id, { ...under(pleurtuit), nom: 'Gaule' }),
    )
    expect(cycle.status).toBe(422)
    expect(cycle.page.error('texte:lieu_parent_id')).toBe(
      'Ce lieu est situé au-dessus de « Pleurtuit » : il ne peut pas être aussi en dessous.',
    )
    expect(cycle.page.value('nom')).toBe('Gaule')
    expect((await lieuNow(t.db, france.id)).nom).toBe('France')
    await expectConsistent(t.db)
  })

  test('of two moves that cross each other at once, one at most is made: never a cycle', async () => {
    const t = await testApp()
    const [rene, admin] = [await t.as(t.rene), await t.as(t.admin)]
    for (let duel = 0; duel < 20; duel += 1) {
      const a = await plant(t.db, `A${duel}`)
      const b = await plant(t.db, `B${duel}`)
      const below = await plant(t.db, `C${duel}`, a)
      // By id alone: the long names change under the loser, which must meet the rule and not a text gone stale.
      const move = async (id: number, to: { id: number }) => {
        const { 'texte:lieu_parent_id': _, ...fields } = await form(t.db, id)
        return { ...fields, lieu_parent_id: to.id }
      }
      const [toB, toBelow] = [await move(a.id, b), await move(b.id, below)]
      const answers = await Promise.all([rene.post(`/lieux/${a.id}`, toB), admin.post(`/lieux/${b.id}`, toBelow)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([303, 422])
      const loser = answers.find((answer) => answer.status === 422)
      expect(loser?.page.error('texte:lieu_parent_id')).toContain('Ce lieu est situé au-dessus de')
      const parents = [(await lieuNow(t.db, a.id)).lieu_parent_id, (await lieuNow(t.db, b.id)).lieu_parent_id]
      expect(parents.filter((parent) => parent === null)).toHaveLength(1)
    }
    expect(await expectConsistent(t.db)).toBe(60)
    expect(t.failures).toEqual([])
  })

  test('sixty-four levels hold, one more is refused, also for a whole branch', async () => {
    const t = await testApp()
    let deepest = await plant(t.db, 'N1')
    for (let level = 2; level <= 64; level += 1) deepest = await plant(t.db, `N${level}`, deepest)
    const rene = await t.as(t.rene)
    const answer = await rene.post('/lieux', typed({ nom: 'Trop bas', ...under(deepest) }))
    expect([answer.status, answer.page.error('texte:lieu_parent_id')]).toEqual([
      422,
      'Une hiérarchie de lieux compte au plus 64 niveaux.',
    ])
    const root = await plant(t.db, 'Racine')
    const first = await t.db.selectFrom('lieux').select('id').where('nom', '=', 'N1').executeTakeFirstOrThrow()
    const moved = await rene.post(`/lieux/${first.id}`, await form(t.db, first.id, under(root)))
    expect(moved.status).toBe(422)
    expect(await expectConsistent(t.db)).toBe(65)
  })
})
