import { describe, expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { ACT, register, releves } from './support.ts'

const date = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })

async function deletedIn(t: TestApp, source: { id: number }, nom: string, by: Visitor) {
  const id = await t.make.releve(source, { nom, date_evenement: date('1787-08-12') })
  expect((await by.post(`/releves/${id}/supprimer`, { version: 1 })).status).toBe(303)
  return id
}

const rowsOf = async (visitor: Visitor, path: string) =>
  (await visitor.get(path)).page.all('tbody tr').map((row) => squeeze(row.textContent))

describe('deleted records of a source', () => {
  test('last deleted first, with who and when; brought back from there', async () => {
    const t = await testApp()
    const { source, path: list } = await register(t)
    const other = await t.make.source({ section: t.saintMalo })
    const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
    const path = `${list}/supprimes`
    expect((await rene.get(list)).page.has(`a[href="${path}"]`)).toBe(true)
    expect((await rene.get(path)).page.text).toContain('Aucun relevé supprimé')
    await deletedIn(t, other, 'Ailleurs', rene)
    const a = await deletedIn(t, source, 'Lefèvre', marie)
    const b = await deletedIn(t, source, 'Riou', rene)
    await t.make.releve(source, { nom: 'Vivant' })
    expect(await rowsOf(rene, path)).toEqual([
      'Riou12/08/1787rene21/11/2026 11:00Rétablir',
      'Lefèvre12/08/1787marie21/11/2026 11:00Rétablir',
    ])
    expect((await rene.get(path)).page.text).toContain('2 relevés supprimés')
    const answer = await rene.post(`/releves/${a}/restauration`)
    expect([answer.status, answer.location]).toEqual([303, `/releves/${a}`])
    expect((await rowsOf(rene, path)).map((row) => row.slice(0, 4))).toEqual(['Riou'])
    // Deleted once more: once in the list, with the last deletion.
    await rene.post(`/releves/${a}/supprimer`, { version: 3 })
    expect((await rowsOf(rene, path)).map((row) => row.slice(0, 4))).toEqual(['Lefè', 'Riou'])
    expect((await rene.get(`/releves/${b}/historique`)).status).toBe(200)
    expect(t.failures).toEqual([])
  })

  test('are for managers and admins; a closed source gives nothing back', async () => {
    const t = await testApp()
    const { source, path: list } = await register(t)
    const path = `${list}/supprimes`
    const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
    const id = await deletedIn(t, source, 'Lefèvre', marie)
    expect((await t.anonymous().get(path)).status).toBe(303)
    expect((await (await t.as(t.etienne)).get(path)).status).toBe(404)
    expect((await rene.get('/sources/999999/releves/supprimes')).status).toBe(404)
    expect((await rene.get('/sources/abc/releves/supprimes')).status).toBe(404)
    expect((await marie.get(path)).status).toBe(403)
    expect((await marie.get(list)).page.has(`a[href="${path}"]`)).toBe(false)
    expect((await marie.post(`/releves/${id}/restauration`)).status).toBe(403)
    expect((await (await t.as(t.admin)).get(path)).status).toBe(200)
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    const closed = await rene.get(path)
    expect(closed.page.text).toContain('ne peuvent pas être rétablis')
    expect(closed.page.has('main form')).toBe(false)
    expect((await rene.post(`/releves/${id}/restauration`)).status).toBe(403)
    expect(await releves(t)).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('come by pages, with as many queries for many as for few', async () => {
    const t = await testApp()
    const { source, path: list } = await register(t)
    const rene = await t.as(t.rene)
    const path = `${list}/supprimes`
    for (let n = 0; n < 3; n += 1) await deletedIn(t, source, `N${n}`, rene)
    const few = await countQueries(t.deps, () => rene.get(path))
    for (let n = 3; n < 27; n += 1) await deletedIn(t, source, `N${n}`, rene)
    expect(await countQueries(t.deps, () => rene.get(path))).toBe(few)
    expect(await rowsOf(rene, `${path}?par_page=25`)).toHaveLength(25)
    expect(await rowsOf(rene, `${path}?par_page=25&page=2`)).toHaveLength(2)
  })
})

describe('an older version', () => {
  /** Entered by marie as version 1, changed by rene to version 2. */
  async function changed(t: TestApp) {
    const { source, path: list, lieu } = await register(t)
    const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
    await marie.post(list, { ...ACT, 'texte:data[domicile]': 'Pleurtuit', 'etats[prenom]': 'douteux' })
    const [row] = await releves(t)
    const path = `/releves/${row?.id}`
    const second = { ...ACT, 'data[nom]': 'Durand', 'data[sexe]': 'M', version: 1 }
    expect((await rene.post(path, second)).status).toBe(303)
    return { source, lieu, marie, rene, path, id: row?.id ?? 0 }
  }

  test('is shown with what would change, and comes back as a new version', async () => {
    const t = await testApp()
    const { marie, path, lieu } = await changed(t)
    await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, France' }).where('id', '=', lieu.id).execute()
    const history = (await marie.get(`${path}/historique`)).page
    expect(history.all('tbody th a').map((link) => link.getAttribute('href'))).toEqual([
      `${path}/versions/2`,
      `${path}/versions/1`,
    ])
    const { page } = await marie.get(`${path}/versions/1`)
    expect(page.h1).toBe('Version 1 : Lefèvre Anne Marie')
    expect(page.text).toContain('Saisie par marie, le 21 novembre 2026 à 11:00.')
    expect(page.all('.changements li').map((line) => squeeze(line.textContent))).toEqual([
      'Nom : Durand → Lefèvre',
      'Prénoms : Anne Marie → Anne Marie (douteux)',
      'Sexe : M → F',
      'Domicile : vide → Pleurtuit, France',
    ])
    expect((await marie.get(`${path}/versions/2`)).page.text).toContain('Le relevé est déjà ainsi.')
    const answer = await marie.post(`${path}/versions/1/retablir`, { version: 2 })
    expect([answer.status, answer.location]).toEqual([303, path])
    const [row] = await releves(t)
    expect(row).toMatchObject({ version: 3, nom: 'Lefèvre', etats: { prenom: 'douteux' }, updated_by: t.marie.id })
    expect(row?.data.domicile).toEqual({ id: lieu.id, nom_long: 'Pleurtuit, France' })
    expect((await marie.get('/recherche?q=lefevre')).page.text).toContain('Lefèvre')
    expect((await marie.get(`${path}/historique`)).page.text).toContain('3 versions')
    expect(t.failures).toEqual([])
  })

  test('is not brought back over a change that was not seen', async () => {
    const t = await testApp()
    const { marie, rene, path } = await changed(t)
    await rene.post(path, { ...ACT, 'data[nom]': 'Riou', version: 2 })
    for (const version of [2, '', 'x']) {
      const answer = await marie.post(`${path}/versions/1/retablir`, { version })
      expect(answer.status).toBe(409)
      expect(answer.page.text).toContain('Ce relevé a changé pendant que vous regardiez cette version')
      expect(answer.page.value('version')).toBe('3')
    }
    expect((await releves(t))[0]?.nom).toBe('Riou')
    expect(t.failures).toEqual([])
  })

  test('of a deleted record: by those who may bring it back', async () => {
    const t = await testApp()
    const { marie, rene, path } = await changed(t)
    await marie.post(`${path}/supprimer`, { version: 2 })
    expect((await marie.get(`${path}/versions/1`)).page.has(`form[action="${path}/versions/1/retablir"]`)).toBe(false)
    expect((await marie.post(`${path}/versions/1/retablir`, { version: 3 })).status).toBe(403)
    expect(await releves(t)).toEqual([])
    expect((await rene.get(`${path}/versions/1`)).page.value('version')).toBe('3')
    expect((await rene.post(`${path}/versions/1/retablir`, { version: 3 })).status).toBe(303)
    const [row] = await releves(t)
    expect(row).toMatchObject({ version: 5, nom: 'Lefèvre', etats: { prenom: 'douteux' } })
    const operations = await t.db.selectFrom('releve_versions').select('operation').orderBy('id').execute()
    expect(operations.map(({ operation }) => operation).slice(2)).toEqual([
      'suppression',
      'restauration',
      'modification',
    ])
    expect(t.failures).toEqual([])
  })

  test('refused: without a session, elsewhere, in a closed source, one that never was', async () => {
    const t = await testApp()
    const { source, marie, path } = await changed(t)
    const statuses = async (visitor: Visitor, at: string) => [
      (await visitor.get(at)).status,
      (await visitor.post(`${at}/retablir`, { version: 2 })).status,
    ]
    expect(await statuses(t.anonymous(), `${path}/versions/1`)).toEqual([303, 303])
    expect(await statuses(await t.as(t.etienne), `${path}/versions/1`)).toEqual([404, 404])
    for (const at of [`${path}/versions/9`, `${path}/versions/x`, '/releves/999999/versions/1'])
      expect(await statuses(marie, at)).toEqual([404, 404])
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    expect(await statuses(marie, `${path}/versions/1`)).toEqual([200, 403])
    expect((await releves(t))[0]).toMatchObject({ version: 2, nom: 'Durand' })
    expect(t.failures).toEqual([])
  })
})
