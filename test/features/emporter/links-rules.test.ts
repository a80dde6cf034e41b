// Rules that mended the links of a repository leave with the site, and can still be undone where it comes back.
import { expect, test } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { undoRule } from '../../../src/features/depots/liens/actions/undo.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { viewsOf } from '../../../src/features/vues/queries/views.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { moved, renamed, seed, type Viewer } from '../depots/viewers.ts'
import { AT, comeBack, elsewhere, filesIn, leave, newSite } from './sites.ts'

/** A repository of so many registers, mended by examples as an administrator gives them. */
async function mended(t: TestApp, viewer: Viewer, registers: number) {
  const { depot, ids, path } = await seed(t, viewer, registers)
  // One link stands as it is, without a pattern.
  const plain = { lien_id: null, ark: null, adresse: viewer.before(0, 1) }
  if (viewer === moved)
    await t.db
      .updateTable('source_vues')
      .set(plain)
      .where('source_id', '=', Number(ids[0]))
      .where('numero', '=', 1)
      .execute()
  const admin = await t.as(t.admin)
  const { location } = await admin.post(`${path}/changement`, {
    ...{ ancien_1: viewer.before(0, 1), nouveau_1: viewer.after(0, 1) },
    ...{ ancien_2: viewer.before(1, 3), nouveau_2: viewer.after(1, 3) },
  })
  await admin.post(`${location}/appliquer`)
  return { depot, ids, viewer }
}

/** Each link of these registers, and what the archive has. */
async function linksOf(db: Db, ids: readonly number[], truth: Viewer['before']) {
  const rows = await Promise.all(ids.map((id) => viewsOf(db, id)))
  return {
    here: rows.flatMap((views) => views.map(({ adresse }) => adresse)),
    there: rows.flatMap((views, n) => views.map(({ numero }) => truth(n, numero))),
  }
}

const rulesOf = (db: Db) => db.selectFrom('depot_regles').selectAll().orderBy('id').execute()

test('rules for all and register by register come back in the other engine, and are undone there', async () => {
  const t = await testApp()
  const repositories = [await mended(t, moved, 3), await mended(t, renamed, 2)]
  const rules = await rulesOf(t.db)
  expect(rules.map(({ etat, par_registre }) => [etat, par_registre])).toEqual([
    ['appliquee', false],
    ['appliquee', true],
  ])
  const first = await leave(t.db)
  for (const db of [await elsewhere(), await newSite()]) {
    expect((await comeBack(db, first)).filter(({ isSame }) => !isSame)).toEqual([])
    expect(filesIn(await leave(db))).toEqual(filesIn(first))
    const back = await rulesOf(db)
    expect(back.map(({ ancien, empreinte }) => [ancien, empreinte])).toEqual(
      rules.map(({ ancien, empreinte }) => [ancien, empreinte]),
    )
    for (const [i, { depot, ids, viewer }] of repositories.entries()) {
      const mendedLinks = await linksOf(db, ids, viewer.after)
      expect(mendedLinks.here).toEqual(mendedLinks.there)
      await undoRule(db, depot.id, back[i]?.id ?? 0, actorWithout(null), AT)
      const formerLinks = await linksOf(db, ids, viewer.before)
      expect(formerLinks.here).toEqual(formerLinks.there)
    }
    // An account may have another number here: the rule names it by that one.
    const people = await db
      .selectFrom('depot_regles as r')
      .innerJoin('users as u', 'u.id', 'r.appliquee_par')
      .select('u.name')
      .execute()
    expect(people.map(({ name }) => name)).toEqual([t.admin.name, t.admin.name])
  }
  expect(t.failures).toEqual([])
}, 60_000)
