// « = », « ? » and « - » alone in a field of a new record.
import { describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { ACT, NO_TRACE, register, releves, traces } from './support.ts'

/** An act, and what is typed in the next one under the form that comes after it. */
async function second(t: TestApp, path: string, lieu: number, typed: Record<string, string>) {
  const marie = await t.as(t.marie)
  const place = { 'data[domicile]': lieu, 'texte:data[domicile]': 'Pleurtuit' }
  const first = { ...ACT, ...place, 'etats[nom]': 'douteux', 'etats[prenom]': 'illisible', 'data[prenom]': '' }
  const { page } = await marie.follow(await marie.post(path, first))
  const hidden = { _envoi: page.value('_envoi'), _avant: page.value('_avant') }
  return { marie, answer: await marie.post(path, { ...ACT, ...hidden, ...typed }), hidden }
}

describe('signs in a new record', () => {
  test('« ? » is illisible and « - » absent, in text, number, date and place, required or not', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const answer = await marie.post(path, {
      ...ACT,
      'data[nom]': ' ? ',
      'data[prenom]': '-',
      'data[date_evenement][valeur]': '?',
      'data[numero]': '-',
      'texte:data[domicile]': '?',
      'data[notes]': '-',
    })
    expect(answer.status).toBe(303)
    const [row] = await releves(t)
    expect(row?.etats).toEqual({
      nom: 'illisible',
      prenom: 'absent',
      date_evenement: 'illisible',
      numero: 'absent',
      domicile: 'illisible',
      notes: 'absent',
    })
    expect(row?.data).toEqual({ sexe: 'F', ondoye: false })
  })

  test('a list keeps its own « ? », and « 178? » or « Jean ? » are no sign', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    await marie.post(path, {
      ...ACT,
      ...{
        'data[sexe]': '?',
        'data[prenom]': 'Jean ?',
        'data[date_evenement][valeur]': '178?',
        'data[notes]': 'constructor',
      },
    })
    const [row] = await releves(t)
    expect(row?.etats).toEqual({})
    expect(row?.data).toMatchObject({
      sexe: '?',
      prenom: 'Jean ?',
      notes: 'constructor',
      date_evenement: { valeur: '178?' },
    })
  })

  test('« = » takes value and state of the record before', async () => {
    const t = await testApp()
    const { path, lieu } = await register(t)
    const { answer } = await second(t, path, lieu.id, {
      ...{ 'data[nom]': '=', 'data[prenom]': '=', 'data[date_evenement][valeur]': '=', 'data[numero]': '=' },
      ...{ 'texte:data[domicile]': '=', 'data[notes]': '=', 'data[date_evenement][calendrier]': 'julien' },
    })
    expect(answer.status).toBe(303)
    const [first, again] = await releves(t)
    expect(again?.data).toEqual(first?.data)
    expect(again?.etats).toEqual({ nom: 'douteux', prenom: 'illisible' })
  })

  test('« = » means the record that the form was shown with, whatever came since; sent twice it makes one', async () => {
    const t = await testApp()
    const { source, path, lieu } = await register(t)
    const typed = { 'data[nom]': '=', 'data[prenom]': 'Jeanne' }
    const { marie, hidden } = await second(t, path, lieu.id, typed)
    await t.make.releve(source, { nom: 'Autre' })
    expect((await marie.post(path, { ...ACT, ...hidden, ...typed })).status).toBe(303)
    const rows = await releves(t)
    expect(rows.map(({ nom }) => nom)).toEqual(['Lefèvre', 'Lefèvre', 'Autre'])
    expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
  })

  test('a form that does not say which record means the last one of the source', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    await t.make.releve(source, { nom: 'Dernier' })
    const marie = await t.as(t.marie)
    await marie.post(path, { ...ACT, 'data[nom]': '=' })
    expect((await releves(t)).map(({ nom }) => nom)).toEqual(['Dernier', 'Dernier'])
  })
})

describe('signs that are refused', () => {
  test('« = » without a record before, or one that is silent there: the field says so, the rest stays typed', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const marie = await t.as(t.marie)
    const typed = { ...ACT, 'data[date_evenement][valeur]': '=', 'data[prenom]': '?' }
    const answer = await marie.post(path, typed)
    expect(answer.status).toBe(422)
    expect(answer.page.error('data[date_evenement][valeur]')).toContain('Le relevé précédent n’a rien dans ce champ')
    expect(answer.page.value('data[date_evenement][valeur]')).toBe('=')
    expect(answer.page.value('data[nom]')).toBe('Lefèvre')
    expect(answer.page.value('etats[prenom]')).toBe('illisible')
    expect(await traces(t)).toEqual(NO_TRACE)
    const elsewhere = await t.make.source({ section: t.vannes })
    const other = await t.make.releve(elsewhere, { nom: 'Ailleurs' })
    const stranger = await marie.post(path, { ...ACT, _avant: other, 'data[nom]': '=' })
    expect(stranger.status).toBe(422)
    expect(stranger.text).not.toContain('Ailleurs')
    await t.make.releve(source, { prenom: 'Sans nom' })
    expect((await marie.post(path, { ...ACT, 'data[nom]': '=' })).status).toBe(422)
  })

  test('a state that says something else beside the sign is a contradiction', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const answer = await marie.post(path, { ...ACT, 'data[nom]': '-', 'etats[nom]': 'illisible' })
    expect(answer.status).toBe(422)
    expect(answer.page.error('data[nom]')).toContain('Ce champ contient un texte')
    expect((await marie.post(path, { ...ACT, 'data[nom]': '?', 'etats[nom]': 'illisible' })).status).toBe(303)
  })

  test('a change of a stored record keeps « - » and « ? » as they are typed', async () => {
    const t = await testApp()
    const { source } = await register(t)
    const id = await t.make.releve(source, {
      nom: '-',
      date_evenement: { valeur: '1787', calendrier: 'gregorien', iso: '1787-01-01' },
    })
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`/releves/${id}/modifier`)
    const typed = { ...ACT, 'data[nom]': '-', 'data[prenom]': '?', 'data[notes]': '=', version: page.value('version') }
    expect((await marie.post(`/releves/${id}`, typed)).status).toBe(303)
    const [row] = await releves(t)
    expect(row?.data).toMatchObject({ nom: '-', prenom: '?', notes: '=' })
    expect(row?.etats).toEqual({})
  })
})
