import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { ACT, NO_TRACE, register, releves, traces } from './support.ts'

describe('entering a record', () => {
  test('every kind of field is stored as it was meant', async () => {
    const t = await testApp()
    const { source, path, lieu } = await register(t)
    const marie = await t.as(t.marie)
    const desk = await marie.get(`${path}/nouveau`)
    expect(desk.status).toBe(200)
    expect(desk.page.h1).toBe(`Saisie : ${source.titre}`)
    const place = { 'data[domicile]': lieu.id, 'texte:data[domicile]': 'Pleurtuit' }
    const answer = await marie.post(path, {
      ...ACT,
      ...place,
      'etats[nom]': 'douteux',
      _envoi: desk.page.value('_envoi'),
    })
    const [row] = await releves(t)
    expect(answer.status).toBe(303)
    expect(answer.location).toBe(`${path}/nouveau?enregistre=${row?.id}`)
    expect(row).toMatchObject({
      source_id: source.id,
      created_by: t.marie.id,
      created_at: '2026-11-21T10:00:00.000Z',
      nom: 'Lefèvre',
      prenom: 'Anne Marie',
      date_evenement: '1787-08-12',
      etats: { nom: 'douteux' },
      data: {
        date_evenement: { valeur: '1787-08-12', calendrier: 'gregorien', iso: '1787-08-12' },
        nom: 'Lefèvre',
        prenom: 'Anne Marie',
        sexe: 'F',
        ondoye: false,
        numero: 12.5,
        domicile: { id: lieu.id, nom_long: 'Pleurtuit' },
        notes: 'Marraine\nabsente',
      },
    })
    expect(t.failures).toEqual([])
  })

  test('after a save the form is ready again, the record marked among the last five', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    for (let n = 1; n <= 6; n += 1) await t.make.releve(source, { nom: `Nom ${n}` })
    const marie = await t.as(t.marie)
    const { page } = await marie.follow(await marie.post(path, ACT))
    expect(page.value('data[nom]')).toBe('')
    expect(page.value('data[date_evenement][valeur]')).toBe('')
    expect(page.text).toContain('Enregistré à 11 h 00')
    const rows = page.all('#saisie-recents tbody tr')
    expect(rows[0]?.querySelector('th')?.textContent.replace(/\s/g, ' ')).toBe('n° 12,5 · 12/08/1787')
    // A type without persons: its first fields.
    expect(rows.map((row) => row.querySelector('td')?.textContent.trim())).toEqual([
      'Lefèvre, Anne Marie, F',
      'Nom 6',
      'Nom 5',
      'Nom 4',
      'Nom 3',
    ])
    expect(rows.map((row) => row.getAttribute('class') ?? '')).toEqual(['neuf', '', '', '', ''])
  })

  test('fields are taken over or counted on as their policy says', async () => {
    const t = await testApp()
    const { source, path } = await register(t)
    const policy = (nom: string, politique: 'repris' | 'incremente') =>
      t.db.updateTable('champs').set({ politique }).where('nom', '=', nom).execute()
    await policy('date_evenement', 'repris')
    await policy('numero', 'incremente')
    const marie = await t.as(t.marie)
    const { page } = await marie.follow(await marie.post(path, { ...ACT, 'data[numero]': '41' }))
    expect(page.value('data[date_evenement][valeur]')).toBe('12/08/1787')
    expect(page.value('data[numero]')).toBe('42')
    expect(page.value('data[nom]')).toBe('')
    // A record of another source gives nothing away.
    const elsewhere = await t.make.source({ section: t.vannes })
    const other = await t.make.releve(elsewhere, { nom: 'Ailleurs', numero: 7 })
    const fresh = await marie.get(`/sources/${source.id}/releves/nouveau?enregistre=${other}`)
    expect(fresh.page.value('data[numero]')).toBe('')
    expect(fresh.text).not.toContain('Enregistré à')
  })

  test('capitals where the field asks for them', async () => {
    const t = await testApp()
    const { path } = await register(t)
    await t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
    await (await t.as(t.marie)).post(path, ACT)
    expect((await releves(t))[0]?.nom).toBe('LEFÈVRE')
  })

  test('a date out of the years of the source warns and is stored', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const far = await marie.follow(await marie.post(path, { ...ACT, 'data[date_evenement][valeur]': '12/08/1687' }))
    expect(far.page.text).toContain(
      'La date de l’acte, 12 août 1687, est en dehors des années de la source (1780-1802)',
    )
    const near = await marie.follow(await marie.post(path, ACT))
    expect(near.page.text).not.toContain('en dehors des années')
    expect(await releves(t)).toHaveLength(2)
  })

  test('the first record puts a waiting source in progress', async () => {
    const t = await testApp()
    const { source, path } = await register(t, { status: 'a_relever' })
    await (await t.as(t.marie)).post(path, ACT)
    const row = await t.db.selectFrom('sources').selectAll().where('id', '=', source.id).executeTakeFirstOrThrow()
    expect([row.status, row.nb_releves]).toEqual(['en_cours', 1])
  })
})

describe('one form, one record', () => {
  test('sent twice, one after the other', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const jeton = (await marie.get(`${path}/nouveau`)).page.value('_envoi')
    const first = await marie.post(path, { ...ACT, _envoi: jeton })
    const second = await marie.post(path, { ...ACT, _envoi: jeton })
    expect(second.location).toBe(first.location)
    expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
    const next = (await marie.follow(second)).page.value('_envoi')
    expect(next).not.toBe(jeton)
    await marie.post(path, { ...ACT, _envoi: next })
    expect(await traces(t)).toMatchObject({ rows: 2, counted: 2 })
  })

  test('ten times at once', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => marie.post(path, { ...ACT, _envoi: 'un-jeton' })),
    )
    expect(new Set(answers.map((answer) => answer.location)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 303)).toBe(true)
    expect(await traces(t)).toMatchObject({ rows: 1, versions: 1, counted: 1 })
    expect(t.failures).toEqual([])
  })

  test('the token lives on when the form comes back with errors', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const refused = await marie.post(path, { ...ACT, 'data[nom]': '', _envoi: 'un-jeton' })
    expect(refused.page.value('_envoi')).toBe('un-jeton')
    await marie.post(path, { ...ACT, _envoi: 'un-jeton' })
    expect(await traces(t)).toMatchObject({ rows: 1 })
  })
})

describe('bad input: 422, a sentence beside the field, what was typed kept, nothing stored', () => {
  const long = 'x'.repeat(501)
  test.each([
    ['required text empty', 'data[nom]', { 'data[nom]': '  ' }, 'Ce champ est obligatoire'],
    ['text too long', 'data[nom]', { 'data[nom]': long }, 'trop long : 500 caractères'],
    ['long text too long', 'data[notes]', { 'data[notes]': 'y'.repeat(10_001) }, '10000 caractères'],
    ['U+0000', 'data[prenom]', { 'data[prenom]': 'An\u0000ne' }, 'caractère interdit'],
    ['not a number', 'data[numero]', { 'data[numero]': 'douze' }, 'Indiquez un nombre'],
    ['not an option', 'data[sexe]', { 'data[sexe]': 'Z' }, 'Choisissez une valeur dans la liste'],
    ['not a yes or no', 'data[ondoye]', { 'data[ondoye]': 'peut-être' }, 'Oui ou Non'],
    ['31 February', 'data[date_evenement][valeur]', { 'data[date_evenement][valeur]': '31/02/1787' }, 'n’existe pas'],
    [
      '29/02/1700',
      'data[date_evenement][valeur]',
      { 'data[date_evenement][valeur]': '29/02/1700' },
      'calendrier grégorien',
    ],
    ['short year', 'data[date_evenement][valeur]', { 'data[date_evenement][valeur]': '12/8/87' }, 'ambiguë'],
    ['no date', 'data[date_evenement][valeur]', { 'data[date_evenement][valeur]': '' }, 'Ce champ est obligatoire'],
    [
      'U+0000 in a date',
      'data[date_evenement][valeur]',
      { 'data[date_evenement][valeur]': '1787\u0000' },
      'caractère interdit',
    ],
    [
      'unknown place',
      'texte:data[domicile]',
      { 'texte:data[domicile]': 'Atlantide', 'data[domicile]': '999' },
      'Aucun lieu',
    ],
  ] as [string, string, Record<string, string>, string][])('%s', async (_name, field, change, message) => {
    const t = await testApp()
    const { path } = await register(t)
    const typed = { ...ACT, ...change }
    const { status, page } = await (await t.as(t.marie)).post(path, typed)
    expect(status).toBe(422)
    expect(page.error(field)).toContain(message)
    expect(page.all('.erreurs li')).toHaveLength(1)
    const link = page.one('.erreurs li a').getAttribute('href') ?? ''
    expect(page.has(`[id="${link.slice(1)}"]`)).toBe(true)
    const lost = Object.entries(typed).filter(([name, text]) => page.value(name) !== text && !name.includes('ondoye'))
    // The id of a place that is none is not sent back; its text is.
    expect(lost.map(([name]) => name).filter((name) => name !== 'data[domicile]')).toEqual([])
    expect(await traces(t)).toEqual(NO_TRACE)
    expect(t.failures).toEqual([])
  })

  test.each(['abc', '999999', '1.5', '99999999999999999999'])(
    'a place id that is none, without its text: %s',
    async (id) => {
      const t = await testApp()
      const { path } = await register(t)
      const { 'texte:data[domicile]': _, ...act } = ACT
      const { status, page } = await (await t.as(t.marie)).post(path, { ...act, 'data[domicile]': id })
      expect(status).toBe(422)
      expect(page.error('texte:data[domicile]')).toContain('n’existe pas')
      expect(await traces(t)).toEqual(NO_TRACE)
    },
  )

  test('everything wrong at once: one sentence each', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const wrong = { 'data[numero]': 'x', 'data[sexe]': 'Z', 'texte:data[domicile]': 'Atlantide' }
    const { status, page } = await (await t.as(t.marie)).post(path, wrong)
    expect(status).toBe(422)
    expect(page.all('.erreurs li')).toHaveLength(5)
    expect(await traces(t)).toEqual(NO_TRACE)
  })

  test('29/02/1700 is a day of the Julian calendar', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const julian = { 'data[date_evenement][valeur]': '29/02/1700', 'data[date_evenement][calendrier]': 'julien' }
    expect((await (await t.as(t.marie)).post(path, { ...ACT, ...julian })).status).toBe(303)
    expect((await releves(t))[0]?.date_evenement).toBe('1700-03-11')
  })

  test('a Republican date is free text, and what was understood is shown when the form comes back', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const republican = (valeur: string) => ({
      'data[date_evenement][valeur]': valeur,
      'data[date_evenement][calendrier]': 'republicain',
    })
    const back = await marie.post(path, { ...ACT, ...republican('14 thermidor an II'), 'data[nom]': '' })
    expect(back.page.one('#data-date_evenement-compris').textContent).toBe('= vendredi 1er août 1794')
    expect(back.page.value('data[date_evenement][calendrier]')).toBe('republicain')
    expect((await marie.post(path, { ...ACT, ...republican('un beau matin') })).status).toBe(303)
    const [row] = await releves(t)
    expect(row?.data.date_evenement).toEqual({ valeur: 'un beau matin', calendrier: 'republicain', iso: null })
    expect(row?.date_evenement).toBeNull()
  })

  test('unknown fields are dropped', async () => {
    const t = await testApp()
    const { path } = await register(t)
    await (await t.as(t.marie)).post(path, { ...ACT, 'data[__proto__]': 'x', 'data[inconnu]': 'y', source_id: 99 })
    const [row] = await releves(t)
    expect(Object.keys(row?.data ?? {})).not.toContain('inconnu')
    expect(Object.keys(row?.data ?? {})).not.toContain('__proto__')
  })
})

describe('states', () => {
  test('illisible and absent satisfy « obligatoire » and are shown in words', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const marie = await t.as(t.marie)
    const act = {
      'etats[nom]': 'illisible',
      'etats[date_evenement]': 'absent',
      'data[prenom]': 'Jean',
      'etats[prenom]': 'douteux',
    }
    expect((await marie.post(path, act)).status).toBe(303)
    const [row] = await releves(t)
    expect(row?.etats).toEqual({ nom: 'illisible', date_evenement: 'absent', prenom: 'douteux' })
    const list = await marie.get(path)
    expect(
      list.page
        .all('tbody tr td, tbody tr th')
        .slice(0, 3)
        .map((cell) => cell.textContent.trim()),
    ).toEqual([expect.stringContaining('illisible'), 'Jean douteux', 'absent'])
  })

  test('a text and « illisible » contradict each other', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { status, page } = await (await t.as(t.marie)).post(path, { ...ACT, 'etats[nom]': 'illisible' })
    expect(status).toBe(422)
    expect(page.error('data[nom]')).toContain('videz-le')
    expect(page.value('etats[nom]')).toBe('illisible')
    expect(await traces(t)).toEqual(NO_TRACE)
  })
})

describe('a place without JavaScript', () => {
  test('is searched, chosen, stored', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const saint = await t.make.lieu({ nom: 'Saint-Briac' })
    await t.make.lieu({ nom: 'Saint-Lunaire' })
    const marie = await t.as(t.marie)
    const typed = { ...ACT, 'data[nom]': '', 'texte:data[domicile]': 'Saint', _envoi: 'un-jeton' }
    const search = await marie.post(path, { ...typed, chercher: 'data[domicile]' })
    expect(search.status).toBe(200)
    expect(search.page.all('.erreurs li')).toHaveLength(1)
    expect(search.page.value('data[prenom]')).toBe('Anne Marie')
    const options = search.page.all('select[name="data[domicile]"] option').map((option) => option.textContent.trim())
    expect(options.slice(1)).toEqual(['Saint-Briac', 'Saint-Lunaire'])
    expect(await traces(t)).toMatchObject({ rows: 0 })
    const offered = { 'recherche:data[domicile]': search.page.value('recherche:data[domicile]') }
    const chosen = { ...typed, ...offered, 'data[nom]': 'Martin', 'data[domicile]': saint.id }
    expect((await marie.post(path, chosen)).status).toBe(303)
    expect((await releves(t))[0]?.data.domicile).toEqual({ id: saint.id, nom_long: 'Saint-Briac' })
  })

  test('Enter saves: the first button of the form is not the search', async () => {
    const t = await testApp()
    const { path } = await register(t)
    const { page } = await (await t.as(t.marie)).get(`${path}/nouveau`)
    expect(page.one('form[data-saisie] button').getAttribute('name')).toBeUndefined()
  })
})

describe('rights', () => {
  test('nobody, somebody from elsewhere, a closed source', async () => {
    const t = await testApp()
    const { path } = await register(t)
    expect((await t.anonymous().post(path, ACT)).location).toContain('/login')
    const etienne = await t.as(t.etienne)
    expect((await etienne.get(`${path}/nouveau`)).status).toBe(404)
    expect((await etienne.get(path)).status).toBe(404)
    expect((await etienne.post(path, ACT)).status).toBe(404)
    await t.db.updateTable('sources').set({ status: 'validee' }).execute()
    for (const user of [t.marie, t.rene, t.admin]) {
      const visitor = await t.as(user)
      const refused = await visitor.post(path, ACT)
      expect([refused.status, (await visitor.get(`${path}/nouveau`)).status]).toEqual([403, 403])
      expect(refused.page.text).toContain('Cette source est au statut « Validée » : la saisie y est fermée.')
      expect(refused.text).toContain(`<a href="${path.replace('/releves', '')}">Voir la source</a>`)
    }
    expect(await traces(t)).toEqual(NO_TRACE)
  })

  test('a source entrusted to somebody else is read only', async () => {
    const t = await testApp()
    const other = await t.make.user({})
    const { path } = await register(t, { members: [other] })
    const marie = await t.as(t.marie)
    expect((await marie.get(path)).status).toBe(200)
    const refused = await marie.post(path, ACT)
    expect(refused.status).toBe(403)
    expect(refused.page.text).toContain('confiée à d’autres personnes')
    expect((await marie.get(path)).text).not.toContain('Saisir un relevé')
  })

  test('addresses that are none', async () => {
    const t = await testApp()
    const marie = await t.as(t.marie)
    for (const path of [
      '/sources/0/releves',
      '/sources/abc/releves',
      '/releves/99999999999',
      '/releves/4',
      '/sources/9/releves/nouveau',
    ]) {
      expect([path, (await marie.get(path)).status]).toEqual([path, 404])
    }
    expect(t.failures).toEqual([])
  })
})
