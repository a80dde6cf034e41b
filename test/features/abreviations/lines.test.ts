// Abbreviations of a person and of its sections: adding, changing, deleting, and who may.
import { describe, expect, test } from 'vitest'
import { MAX_LINES } from '../../../src/features/abreviations/rules/line.ts'
import { testApp } from '../../support/app.ts'
import { line, lines } from './support.ts'

const PATH = '/abreviations'

describe('a line', () => {
  test('is added once for each form shown, in lower case, and is its author’s alone', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const form = await marie.get(`${PATH}/nouvelle`)
    const typed = { _envoi: form.page.value('_envoi'), abreviation: ' LAB ', texte: 'laboureur', pour: 'moi' }
    expect((await marie.post(PATH, typed)).status).toBe(303)
    expect((await marie.post(PATH, typed)).status).toBe(303)
    expect(await lines(t)).toEqual([{ abreviation: 'lab', texte: 'laboureur', user_id: t.marie.id, section_id: null }])
    expect((await marie.get(PATH)).page.text).toContain('laboureur')
    expect((await (await t.as(t.rene)).get(PATH)).page.text).not.toContain('1 abréviation')
  })

  test.each([
    [{ abreviation: '' }, 'abreviation', 'Écrivez une abréviation.'],
    [{ abreviation: 'la b' }, 'abreviation', 'lettres et de chiffres'],
    [{ abreviation: '12' }, 'abreviation', 'au moins une lettre'],
    [{ abreviation: 'x'.repeat(21) }, 'abreviation', '20'],
    [{ texte: '' }, 'texte', 'Écrivez le texte.'],
    [{ texte: 'Lab' }, 'texte', 'l’abréviation elle-même'],
    [{ pour: '999' }, 'pour', 'Choisissez une valeur'],
    [{ pour: 'constructor' }, 'pour', 'Choisissez une valeur'],
  ])('%o is refused beside its field', async (wrong, field, message) => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const answer = await marie.post(PATH, { abreviation: 'lab', texte: 'laboureur', pour: 'moi', ...wrong })
    expect(answer.status).toBe(422)
    expect(answer.page.error(field)).toContain(message)
    expect(await lines(t)).toEqual([])
  })

  test('one that is also a word of the language is kept, and said to be one; no other is', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    const said = async (path: string, abreviation: string) => {
      const answer = await marie.post(path, { abreviation, texte: 'enfant', pour: 'moi', version: '1' })
      return (await marie.follow(answer)).page.flash
    }
    expect(await said(PATH, 'EN')).toContain('« en » est aussi un mot')
    expect(await said(PATH, 'enf')).toMatch(/^Abréviation ajoutée\s: enf → enfant\.$/)
    const id = await line(t, { user_id: t.marie.id }, 'nouv', 'nouveau-né')
    expect(await said(`${PATH}/${id}`, 'du')).toContain('« du » est aussi un mot')
  })

  test('an abbreviation has one text in a list, and each list has its own', async () => {
    const t = await testApp()
    await line(t, { user_id: t.marie.id }, 'lab', 'laboureur')
    const marie = await t.as(t.marie)
    const twice = await marie.post(PATH, { abreviation: 'Lab', texte: 'labourage', pour: 'moi' })
    expect(twice.status).toBe(422)
    expect(twice.page.error('abreviation')).toContain('a déjà un texte dans cette liste')
    const rene = await t.as(t.rene)
    expect((await rene.post(PATH, { abreviation: 'lab', texte: 'labourage', pour: 'moi' })).status).toBe(303)
    const pour = String(t.saintMalo.id)
    expect((await rene.post(PATH, { abreviation: 'lab', texte: 'laboureur', pour })).status).toBe(303)
  })

  test('a list that is full takes no more', async () => {
    const t = await testApp()
    for (let n = 0; n < MAX_LINES; n += 1) await line(t, { user_id: t.marie.id }, `a${n}`, 'texte')
    const marie = await t.as(t.marie)
    const answer = await marie.post(PATH, { abreviation: 'lab', texte: 'laboureur', pour: 'moi' })
    expect(answer.status).toBe(422)
    expect(answer.page.error('pour')).toContain(`${MAX_LINES} abréviations`)
  })

  test('is changed and deleted, and who comes too late is told', async () => {
    const t = await testApp()
    const id = await line(t, { user_id: t.marie.id }, 'lab', 'laboureur')
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${PATH}/${id}/modifier`)
    const typed = { abreviation: 'lab', texte: 'laboureuse', pour: 'moi', version: page.value('version') }
    expect((await marie.post(`${PATH}/${id}`, typed)).status).toBe(303)
    const late = await marie.post(`${PATH}/${id}`, { ...typed, texte: 'labourage' })
    expect(late.status).toBe(409)
    expect((await lines(t))[0]?.texte).toBe('laboureuse')
    expect((await marie.post(`${PATH}/${id}/supprimer`, { version: 1 })).status).toBe(409)
    expect((await marie.post(`${PATH}/${id}/supprimer`, { version: 2 })).status).toBe(303)
    expect(await lines(t)).toEqual([])
  })
})

describe('lines of a section', () => {
  test('are read by its members, kept by its managers, and hidden from others', async () => {
    const t = await testApp()
    const id = await line(t, { section_id: t.saintMalo.id }, 'tis', 'tisserand')
    const [marie, rene, etienne] = [await t.as(t.marie), await t.as(t.rene), await t.as(t.etienne)]
    expect((await marie.get(PATH)).page.text).toContain('tisserand')
    expect((await marie.get(`${PATH}/${id}/modifier`)).status).toBe(403)
    expect((await marie.post(`${PATH}/${id}/supprimer`)).status).toBe(403)
    expect((await etienne.get(PATH)).page.text).not.toContain('tisserand')
    expect((await etienne.get(`${PATH}/${id}/modifier`)).status).toBe(404)
    const pour = String(t.saintMalo.id)
    expect((await marie.post(PATH, { abreviation: 'x1', texte: 'texte', pour })).status).toBe(422)
    expect(
      (await rene.post(`${PATH}/${id}`, { abreviation: 'tis', texte: 'tisserande', pour, version: 1 })).status,
    ).toBe(303)
    expect((await lines(t))[0]).toMatchObject({ texte: 'tisserande', section_id: t.saintMalo.id })
  })
})

describe('the list', () => {
  test('is filtered by words and by whose it is, and leaves as a file', async () => {
    const t = await testApp()
    await line(t, { user_id: t.marie.id }, 'lab', 'laboureur')
    await line(t, { section_id: t.saintMalo.id }, 'tis', 'tisserand')
    const marie = await t.as(t.marie)
    expect((await marie.get(`${PATH}?q=LABOUR`)).page.text).not.toContain('tisserand')
    expect((await marie.get(`${PATH}?pour=moi`)).page.text).not.toContain('tisserand')
    expect((await marie.get(`${PATH}?pour=${t.saintMalo.id}`)).page.text).not.toContain('laboureur')
    expect((await marie.get(`${PATH}?q=100%25`)).page.text).toContain('Aucune abréviation ne correspond')
    const { text } = await marie.get(`${PATH}/export/csv`)
    expect(text).toBe(`abreviation;texte;section\r\nlab;laboureur;\r\ntis;tisserand;${t.saintMalo.nom}\r\n`)
  })
})

describe('the desk', () => {
  test('has the own text before that of the section, that of the section of the source before others', async () => {
    const t = await testApp()
    const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
    const source = await t.make.source({ section: t.saintMalo, lieu })
    await t.make.membre(t.vannes, t.marie)
    await line(t, { section_id: t.vannes.id }, 'a', 'Vannes')
    await line(t, { section_id: t.saintMalo.id }, 'a', 'Saint-Malo')
    await line(t, { section_id: t.saintMalo.id }, 'b', 'Saint-Malo')
    await line(t, { user_id: t.marie.id }, 'b', 'Marie')
    await line(t, { user_id: t.rene.id }, 'c', 'René')
    const marie = await t.as(t.marie)
    const expected = { a: 'Saint-Malo', b: 'Marie' }
    const { page } = await marie.get(`/sources/${source.id}/releves/nouveau`)
    const held = page.all('form[data-saisie]')[0]?.getAttribute('data-abreviations')
    expect(JSON.parse(held ?? 'null')).toEqual(expected)
    expect(JSON.parse((await marie.get(`${PATH}/poste?source=${source.id}`)).text)).toEqual(expected)
    expect(page.all('[data-champ=nom]')[0]?.getAttribute('data-sans-abreviation')).toBe('')
  })

  test('asks for a list that is too long for its page', async () => {
    const t = await testApp()
    const source = await t.make.source({ section: t.saintMalo })
    for (let n = 0; n < 60; n += 1) await line(t, { user_id: t.marie.id }, `a${n}`, 'x'.repeat(180))
    const { page } = await (await t.as(t.marie)).get(`/sources/${source.id}/releves/nouveau`)
    const form = page.all('form[data-saisie]')[0]
    expect(form?.getAttribute('data-abreviations')).toBeUndefined()
    expect(form?.getAttribute('data-abreviations-de')).toBe(`/abreviations/poste?source=${source.id}`)
  })
})
