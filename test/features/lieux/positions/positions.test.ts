import { describe, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { importOf, messagesOf, work } from '../../imports/support.ts'
import { lieuNow, plant, typeId } from '../plant.ts'

const PATH = '/lieux/positions'

/** Ille-et-Vilaine with places that have no position, for one reason or another. */
async function site() {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const commune = { type_id: await typeId(t.db, 'Commune') }
  const departement = { type_id: await typeId(t.db, 'Département') }
  const here = await plant(t.db, 'Ille-et-Vilaine', undefined, departement)
  const lieux = {
    pleurtuit: await plant(t.db, 'Pleurtuit', here, commune),
    code: await plant(t.db, 'PLESLIN TRIGAVOU', undefined, { code: '22190' }),
    typed: await plant(t.db, 'Dinard', here, { ...commune, latitude: 1.5, longitude: 2.5 }),
    several: await plant(t.db, 'Saint-Aubin', undefined, commune),
    unsure: await plant(t.db, 'Cancale', await plant(t.db, 'Pays malouin'), commune),
    hamlet: await plant(t.db, 'Rennes', await plant(t.db, 'Bruz', here, { ...commune, latitude: 48, longitude: -1.7 })),
  }
  const search = async () => {
    const answer = await visitor.post(PATH, {})
    await work(t)
    return { answer, planned: await importOf(t) }
  }
  const at = async (lieu: { id: number }) => {
    const { latitude, longitude } = await lieuNow(t.db, lieu.id)
    return [latitude, longitude]
  }
  return { ...t, visitor, lieux, search, at }
}

const EMPTY = [null, null]

describe('missing positions', () => {
  test('are counted before anything is written, then given, never over one that is there', async () => {
    const t = await site()
    expect((await t.visitor.get(PATH)).page.text).toContain('lieux n’ont pas de position')
    const { answer, planned } = await t.search()
    expect(answer.location).toBe(`/imports/${planned.id}`)
    expect(planned).toMatchObject({ etat: 'pret', a_creer: 0, a_modifier: 2, refusees: 2, inchangees: 3 })
    expect(await t.at(t.lieux.pleurtuit)).toEqual(EMPTY)
    const { page } = await t.visitor.get(`/imports/${planned.id}`)
    expect(page.text).toMatch(/Lieux qui recevront une position ?2.*À préciser à la main ?2/)
    expect(page.text).toContain('Enregistrer 2 positions')
    const messages = (await messagesOf(t, planned.id)).map(({ message }) => message).join(' ')
    expect(messages).toMatch(/Plusieurs communes de France portent ce nom/)
    expect(messages).toMatch(/Une commune de France porte ce nom \(Ille-et-Vilaine\), mais rien ne dit que c’est elle/)

    await t.visitor.post(`/imports/${planned.id}/confirmer`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', modifiees: 2 })
    const [latitude, longitude] = await t.at(t.lieux.pleurtuit)
    expect([Math.round((latitude ?? 0) * 10), Math.round((longitude ?? 0) * 10)]).toEqual([486, -21])
    expect(await t.at(t.lieux.code)).not.toEqual(EMPTY)
    expect(await t.at(t.lieux.typed)).toEqual([1.5, 2.5])
    for (const one of ['several', 'unsure', 'hamlet'] as const) expect(await t.at(t.lieux[one])).toEqual(EMPTY)
    expect(t.failures).toEqual([])
  })

  test('what was typed or moved meanwhile counts: at the writing, and at the undoing', async () => {
    const t = await site()
    const { planned } = await t.search()
    const move = (lieu: { id: number }) =>
      t.db.updateTable('lieux').set({ latitude: 48.5, longitude: -2 }).where('id', '=', lieu.id).execute()
    await move(t.lieux.code)
    await t.visitor.post(`/imports/${planned.id}/confirmer`)
    await work(t)
    expect(await t.at(t.lieux.code)).toEqual([48.5, -2])
    expect(await importOf(t)).toMatchObject({ etat: 'termine', modifiees: 1 })

    await t.visitor.post(`/imports/${planned.id}/annuler`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', restaurees: 1 })
    expect(await t.at(t.lieux.pleurtuit)).toEqual(EMPTY)
    expect(await t.at(t.lieux.code)).toEqual([48.5, -2])
    expect((await t.visitor.get(`/imports/${planned.id}`)).page.text).toMatch(/De nouveau sans position ?1/)

    const again = await t.search()
    await t.visitor.post(`/imports/${again.planned.id}/confirmer`)
    await work(t)
    await move(t.lieux.pleurtuit)
    await t.visitor.post(`/imports/${again.planned.id}/annuler`)
    await work(t)
    expect(await t.at(t.lieux.pleurtuit)).toEqual([48.5, -2])
    expect(t.failures).toEqual([])
  })

  test('are the administrators’ to give; the page says when none is missing', async () => {
    const t = await testApp()
    expect((await (await t.as(t.rene)).post(PATH, {})).status).toBe(403)
    const admin = await t.as(t.admin)
    await t.db.updateTable('lieux').set({ latitude: 48, longitude: -2 }).execute()
    expect((await admin.get(PATH)).page.text).toContain('Tous les lieux ont une position')
    expect((await admin.post(PATH, {})).location).toBe(PATH)
    const lieu = await plant(t.db, 'Pleurtuit')
    expect((await admin.get(PATH)).page.text).toContain('1 lieu n’a pas de position et ne peut paraître sur la carte')
    await t.make.releve(await t.make.source({ titre: 'Registre', lieu }))
    const link = `a[href="${PATH}"]`
    expect((await admin.get('/carte')).page.has(link)).toBe(true)
    expect((await (await t.as(t.rene)).get('/carte')).page.has(link)).toBe(false)
  })
})
