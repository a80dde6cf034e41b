import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dialectOf } from '../../../../src/db/dialect/index.ts'
import { mergeLieux } from '../../../../src/features/lieux/merge/actions.ts'
import { refreshHandlers } from '../../../../src/features/releves/tasks/refresh.ts'
import { runTasks } from '../../../../src/features/taches/loop.ts'
import { testApp } from '../../../support/app.ts'
import { squeeze } from '../../../support/html.ts'
import { lieuNow, plant, plantBretagne, typed, typeId } from '../plant.ts'

const NOW = '2026-11-21T10:00:00.000Z'

/** « Saint-Malo » twice: the second one, with its own children and sources, is to go. */
async function site() {
  const t = await testApp()
  const places = await plantBretagne(t.db)
  const double = await plant(t.db, 'St Malo', places.departement, { code: '35288', note: 'Vieille fiche.' })
  const parame = await plant(t.db, 'Paramé', double)
  const rotheneuf = await plant(t.db, 'Rothéneuf', parame)
  const type = await t.make.typeSource({ champs: [{ nom: 'nom' }, { nom: 'domicile', type: 'place' }] })
  const source = await t.make.source({ type, lieu: double })
  const visitor = await t.as(t.admin)
  const ask = (id: number, vers: number | string) => visitor.get(`/lieux/${id}/fusionner?vers=${vers}`)
  /** Posts the confirmation as the page holds it. */
  const confirm = async (id: number, vers: number) => {
    const hidden = (await ask(id, vers)).page.all('form[action$="/fusionner"] input[type=hidden]')
    const fields = hidden.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
    return Object.fromEntries(fields.filter(([name]) => name !== '_csrf')) as Record<string, string>
  }
  const merge = async (id: number, vers: number) => visitor.post(`/lieux/${id}/fusionner`, await confirm(id, vers))
  return { ...t, ...places, double, parame, rotheneuf, source, visitor, ask, confirm, merge }
}
type Site = Awaited<ReturnType<typeof site>>

const everything = async ({ db }: Pick<Site, 'db'>) => ({
  lieux: await db.selectFrom('lieux').selectAll().orderBy('id').execute(),
  sources: await db.selectFrom('sources').selectAll().orderBy('id').execute(),
  fusions: await db.selectFrom('lieux_fusions').selectAll().execute(),
  taches: await db.selectFrom('taches').selectAll().execute(),
})

describe('merging', () => {
  test('children, sources and records follow, the emptied place goes, who did it is kept', async () => {
    const t = await site()
    const home = { id: t.double.id, nom_long: t.double.nom_long }
    const releve = await t.make.releve(t.source, { nom: 'Kermartin', domicile: home })
    const answer = await t.merge(t.double.id, t.saintMalo.id)
    expect([answer.status, answer.location]).toEqual([303, `/lieux/${t.saintMalo.id}`])

    expect(await t.db.selectFrom('lieux').select('id').where('id', '=', t.double.id).execute()).toEqual([])
    expect(await lieuNow(t.db, t.parame.id)).toMatchObject({
      lieu_parent_id: t.saintMalo.id,
      nom_long: 'Paramé, Saint-Malo, Ille-et-Vilaine, Bretagne, France',
      chemin: `${t.saintMalo.chemin}${t.parame.id}/`,
      version: 2,
    })
    expect(await lieuNow(t.db, t.rotheneuf.id)).toMatchObject({
      nom_long: 'Rothéneuf, Paramé, Saint-Malo, Ille-et-Vilaine, Bretagne, France',
      chemin: `${t.saintMalo.chemin}${t.parame.id}/${t.rotheneuf.id}/`,
    })
    expect(await lieuNow(t.db, t.saintMalo.id)).toMatchObject({
      ...{ nom: 'Saint-Malo', code: '35288', note: 'Vieille fiche.', version: 2 },
    })
    const source = await t.db.selectFrom('sources').selectAll().where('id', '=', t.source.id).executeTakeFirstOrThrow()
    expect(source).toMatchObject({ lieu_id: t.saintMalo.id, version: 2 })
    expect(await t.db.selectFrom('lieux_fusions').selectAll().execute()).toMatchObject([
      { lieu_id: t.double.id, vers_id: t.saintMalo.id, nb_lieux: 1, nb_sources: 1, user_id: t.admin.id },
    ])

    await runTasks(t.deps, refreshHandlers)
    const stored = await t.db.selectFrom('releves').selectAll().where('id', '=', releve).executeTakeFirstOrThrow()
    const kept = { id: t.saintMalo.id, nom_long: t.saintMalo.nom_long }
    expect([stored.data, stored.version]).toEqual([{ nom: 'Kermartin', domicile: kept }, 1])
    const page = await t.visitor.get(`/lieux/${t.saintMalo.id}`)
    expect(page.page.text).toContain(`${t.double.nom_long}, le 21 novembre 2026`)
    expect(t.failures).toEqual([])
  })

  test('an old address leads to the place that is kept, also after it was merged in its turn', async () => {
    const t = await site()
    await t.merge(t.double.id, t.saintMalo.id)
    expect((await t.visitor.get(`/lieux/${t.double.id}`)).location).toBe(`/lieux/${t.saintMalo.id}`)
    // A second click on the button finds the merge done.
    const again = await t.visitor.post(`/lieux/${t.double.id}/fusionner`, { vers: t.saintMalo.id })
    expect([again.status, again.location]).toEqual([303, `/lieux/${t.saintMalo.id}`])
    const releve = await t.make.releve(t.source, { nom: 'K', domicile: { id: t.double.id, nom_long: 'St Malo' } })
    await t.merge(t.saintMalo.id, t.pleurtuit.id)
    expect((await t.visitor.get(`/lieux/${t.double.id}`)).location).toBe(`/lieux/${t.pleurtuit.id}`)
    await runTasks(t.deps, refreshHandlers)
    const { data } = await t.db.selectFrom('releves').select('data').where('id', '=', releve).executeTakeFirstOrThrow()
    expect(data.domicile).toEqual({ id: t.pleurtuit.id, nom_long: t.pleurtuit.nom_long })
  })

  test('a place may be merged into the one it lies in, and what that one knows it keeps', async () => {
    const t = await site()
    await t.db.updateTable('lieux').set({ note: 'La bonne.' }).where('id', '=', t.departement.id).execute()
    const page = (await t.ask(t.double.id, t.departement.id)).page
    expect(page.text).toContain('Seront repris, car l’autre fiche n’en dit rien : son code.')
    expect(page.text).toContain('Seront perdus, car l’autre fiche garde les siens : sa note.')
    expect((await t.merge(t.double.id, t.departement.id)).status).toBe(303)
    expect(await lieuNow(t.db, t.departement.id)).toMatchObject({ note: 'La bonne.', code: '35288' })
    expect((await lieuNow(t.db, t.parame.id)).nom_long).toBe('Paramé, Ille-et-Vilaine, Bretagne, France')
  })

  test('the confirmation tells in words and numbers what follows, and which children meet a namesake', async () => {
    const t = await site()
    await t.make.releve(t.source, { nom: 'Kermartin' })
    await plant(t.db, 'PARAME', t.saintMalo)
    await plant(t.db, 'Rothéneuf', t.saintMalo, { type_id: await typeId(t.db, 'Paroisse') })
    const { page, status } = await t.ask(t.double.id, t.saintMalo.id)
    expect(status).toBe(200)
    expect(page.h1).toBe('Confirmer la fusion')
    expect(page.text).toContain('1 lieu situé directement en dessous de lui suivra')
    expect(page.text).toContain('1 source (1 relevé) suivra.')
    expect(page.text).toContain('du même nom et du même type')
    const twins = page.all('form a[href^="/lieux/"]').map((a) => a.text)
    expect(twins).toEqual(['Paramé', 'Annuler'])
  })

  test('without JavaScript the other place is typed, searched and chosen', async () => {
    const t = await site()
    const path = `/lieux/${t.double.id}/fusionner`
    const first = await t.visitor.get(path)
    expect([first.status, first.page.h1]).toEqual([200, 'Fusionner le lieu'])
    const typedText = encodeURIComponent('saint malo')
    const searched = await t.visitor.get(`${path}?texte:vers=${typedText}&chercher=vers`)
    expect(searched.status).toBe(200)
    const options = searched.page.all('select[name=vers] option').map((o) => o.getAttribute('value'))
    expect(options).toContain(String(t.saintMalo.id))
    const chosen = await t.visitor.get(
      `${path}?texte:vers=${typedText}&recherche:vers=${typedText}&vers=${t.saintMalo.id}`,
    )
    expect(chosen.page.h1).toBe('Confirmer la fusion')
  })
})

describe('refusals', () => {
  test('only an administrator merges', async () => {
    const t = await site()
    const fields = await t.confirm(t.double.id, t.saintMalo.id)
    const before = await everything(t)
    for (const user of [t.rene, t.marie, t.etienne]) {
      const visitor = await t.as(user)
      expect((await visitor.get(`/lieux/${t.double.id}/fusionner`)).status).toBe(403)
      expect((await visitor.post(`/lieux/${t.double.id}/fusionner`, fields)).status).toBe(403)
    }
    const anonymous = await t.anonymous().post(`/lieux/${t.double.id}/fusionner`, fields)
    expect([anonymous.status, anonymous.location?.startsWith('/login')]).toEqual([303, true])
    expect(await everything(t)).toEqual(before)
  })

  test.each([
    ['itself', (t: Site) => t.double.id, 'avec lui-même'],
    ['what lies in it', (t: Site) => t.rotheneuf.id, 'est situé dans le lieu à fusionner'],
    ['nothing', () => '', 'Indiquez le lieu qui prendra la place'],
    ['an unknown place', () => 999_999, 'Ce lieu n’existe pas'],
    ['no number', () => 'abc', 'Ce lieu n’existe pas'],
    ['more than a number', () => '9'.repeat(40), 'Ce lieu n’existe pas'],
  ])('not into %s', async (_, target, message) => {
    const t = await site()
    const before = await everything(t)
    const vers = target(t)
    const answer = await t.visitor.post(`/lieux/${t.double.id}/fusionner`, { vers, version: 1, version_vers: 1 })
    expect(answer.status).toBe(422)
    expect(answer.page.error('texte:vers')).toContain(message)
    if (vers !== '') expect((await t.ask(t.double.id, vers)).status).toBe(422)
    expect(await everything(t)).toEqual(before)
    expect(t.failures).toEqual([])
  })

  test('a typed text that is no place stays in its box, with the reason beside it', async () => {
    const t = await site()
    const path = `/lieux/${t.double.id}/fusionner`
    for (const text of ['Nulle-Part', 'a\u0000b', 'x'.repeat(3000)]) {
      const answer = await t.visitor.post(path, { vers: '', 'texte:vers': text, version: 1, version_vers: 1 })
      expect(answer.status).toBe(422)
      expect(answer.page.error('texte:vers')).not.toBe('')
    }
    const kept = await t.visitor.post(path, { vers: '', 'texte:vers': 'Nulle-Part' })
    expect(kept.page.value('texte:vers')).toBe('Nulle-Part')
    expect((await t.visitor.get('/lieux/999999/fusionner')).status).toBe(404)
    expect((await t.visitor.post('/lieux/999999/fusionner', { vers: t.saintMalo.id })).status).toBe(404)
    expect(t.failures).toEqual([])
  })

  test('a place that somebody changed since it was shown is not merged', async () => {
    const t = await site()
    const fields = await t.confirm(t.double.id, t.saintMalo.id)
    const edit = typed({ nom: 'Saint-Malo', version: 1, note: 'Relue.' })
    await t.visitor.post(`/lieux/${t.saintMalo.id}`, edit)
    const before = await everything(t)
    const answer = await t.visitor.post(`/lieux/${t.double.id}/fusionner`, fields)
    expect([answer.status, answer.page.text.includes('modifié entre-temps')]).toEqual([409, true])
    expect(await everything(t)).toEqual(before)
  })
})

describe('races', () => {
  const versions = { version: 1, version_vers: 1 }

  test('of two merges that cross each other, one is made', async () => {
    const t = await site()
    const [a, b] = [t.double.id, t.saintMalo.id]
    const results = await Promise.allSettled([
      mergeLieux(t.db, { id: a, vers: b, ...versions }, t.admin.id, NOW),
      mergeLieux(t.db, { id: b, vers: a, ...versions }, t.admin.id, NOW),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = await t.db.selectFrom('lieux').select('id').where('id', 'in', [a, b]).execute()
    expect(left).toHaveLength(1)
    const fusions = await t.db.selectFrom('lieux_fusions').select(['vers_id']).execute()
    expect(fusions).toEqual([{ vers_id: left[0]?.id }])
  })

  test('pressed twice at once, it is made once, and both are told so', async () => {
    const t = await site()
    const fields = await t.confirm(t.double.id, t.saintMalo.id)
    const press = () => t.visitor.post(`/lieux/${t.double.id}/fusionner`, fields)
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [303, `/lieux/${t.saintMalo.id}`],
      [303, `/lieux/${t.saintMalo.id}`],
    ])
    // The second one waited for the first under the lock, on PostgreSQL.
    expect(await mergeLieux(t.db, { id: t.double.id, vers: t.saintMalo.id, ...versions }, t.admin.id, NOW)).toBe('deja')
    expect(await t.db.selectFrom('lieux_fusions').select('vers_id').execute()).toEqual([{ vers_id: t.saintMalo.id }])
    expect(t.failures).toEqual([])
  })

  test('into C beside into B: one is made, the other is told what really happened', async () => {
    const t = await site()
    const path = `/lieux/${t.double.id}/fusionner`
    const into = (vers: number) => mergeLieux(t.db, { id: t.double.id, vers, ...versions }, t.admin.id, NOW)
    const [b, c] = [await t.confirm(t.double.id, t.saintMalo.id), await t.confirm(t.double.id, t.pleurtuit.id)]
    const results = await Promise.allSettled([into(t.saintMalo.id), into(t.pleurtuit.id)])
    const made = await t.db.selectFrom('lieux_fusions').select(['vers_id', 'lieu_id']).execute()
    expect(made).toEqual([{ lieu_id: t.double.id, vers_id: expect.any(Number) }])
    const lost = results.find((result) => result.status === 'rejected')
    expect(lost?.reason).toMatchObject({
      code: 'conflit',
      message: expect.stringContaining('a été fusionné entre-temps'),
    })
    const isB = made[0]?.vers_id === t.saintMalo.id
    const [again, other] = isB ? [b, c] : [c, b]
    expect((await t.visitor.post(path, again)).location).toBe(`/lieux/${made[0]?.vers_id}`)
    const before = await everything(t)
    const answer = await t.visitor.post(path, other)
    const kept = isB ? 'Saint-Malo' : 'Pleurtuit'
    expect([answer.status, squeeze(answer.page.text)]).toEqual([
      409,
      expect.stringContaining(`« ${t.double.nom_long} » a été fusionné entre-temps avec « ${kept} »`),
    ])
    expect(await everything(t)).toEqual(before)
    expect(t.failures).toEqual([])
  })

  test('the place to keep was merged away itself: nothing is done, and that is told', async () => {
    const t = await site()
    const fields = await t.confirm(t.pleurtuit.id, t.double.id)
    await t.merge(t.double.id, t.saintMalo.id)
    const before = await everything(t)
    const answer = await t.visitor.post(`/lieux/${t.pleurtuit.id}/fusionner`, fields)
    expect([answer.status, squeeze(answer.page.text)]).toEqual([
      409,
      expect.stringContaining('Cette fusion n’a pas été faite : « St Malo,'),
    ])
    expect(await everything(t)).toEqual(before)
  })

  test('a child moved below the other place at the same moment makes no cycle and loses nothing', async () => {
    const t = await site()
    const move = t.visitor.post(
      `/lieux/${t.saintMalo.id}`,
      typed({
        ...{ nom: 'Saint-Malo', version: 1, lieu_parent_id: t.parame.id },
        'texte:lieu_parent_id': t.parame.nom_long,
      }),
    )
    const merge = mergeLieux(t.db, { id: t.double.id, vers: t.saintMalo.id, ...versions }, t.admin.id, NOW)
    const [moved, merged] = await Promise.allSettled([move, merge])
    const isMoved = moved.status === 'fulfilled' && moved.value.status === 303
    expect([isMoved, merged.status === 'fulfilled'].filter(Boolean)).toHaveLength(1)
    for (const { id, chemin, lieu_parent_id } of await t.db.selectFrom('lieux').selectAll().execute()) {
      const parent = lieu_parent_id === null ? { chemin: '/' } : await lieuNow(t.db, lieu_parent_id)
      expect(chemin).toBe(`${parent.chemin}${id}/`)
    }
    expect(t.failures).toEqual([])
  })

  test('sources attached while the merge runs follow it or are refused: none points to nothing', async () => {
    const t = await site()
    const attach = Array.from({ length: 6 }, () =>
      t.make.source({ lieu: t.double }).then(
        () => true,
        () => false,
      ),
    )
    const merge = mergeLieux(t.db, { id: t.double.id, vers: t.saintMalo.id, ...versions }, t.admin.id, NOW).then(
      () => true,
      (error: unknown) => {
        expect(String(error)).toContain('Une source vient d’être rattachée')
        return false
      },
    )
    const [merged] = await Promise.all([merge, ...attach])
    const held = await t.db.selectFrom('sources').select('id').where('lieu_id', '=', t.double.id).execute()
    if (merged) expect(held).toEqual([])
    const left = await t.db.selectFrom('lieux').select('id').where('id', '=', t.double.id).execute()
    expect(left).toHaveLength(merged ? 0 : 1)
  })

  test('a line of spelling that is written meanwhile for the place that stays holds', async () => {
    const t = await site()
    const line = (lieu_id: number) => ({
      ...{ genre: 'nom', signe: 'egal', nom_a: 'A', nom_b: 'B', cle_a: 'a', cle_b: 'b', lieu_id, etat: 'acceptee' },
      ...{ created_at: NOW, updated_at: NOW },
    })
    await t.db
      .insertInto('orthographes')
      .values(line(t.double.id) as never)
      .execute()
    const merge = () => mergeLieux(t.db, { id: t.double.id, vers: t.saintMalo.id, ...versions }, t.admin.id, NOW)
    const { merged } = await t.db.transaction().execute(async (trx) => {
      await dialectOf(trx).locks.lock(trx, 'orthographes')
      await trx
        .insertInto('orthographes')
        .values(line(t.saintMalo.id) as never)
        .execute()
      const begun = merge().catch(String)
      await setTimeout(300)
      return { merged: begun }
    })
    expect(await merged).toBe('faite')
    const left = await t.db.selectFrom('orthographes').select('lieu_id').execute()
    expect(left).toEqual([{ lieu_id: t.saintMalo.id }])
  })
})
