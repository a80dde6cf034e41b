import { describe, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { lieuNow, plant, plantBretagne, typed, typeId } from './plant.ts'

const PARENT = 'texte:lieu_parent_id'
const countLieux = async (t: TestApp) => (await t.db.selectFrom('lieux').select('id').execute()).length
const linksOf = (answer: Answer, selector: string) =>
  answer.page.all(`${selector} a`).map((a) => a.getAttribute('href'))

/** Field, what is typed in it, what is said beside it. */
const BAD: [string, string, string][] = [
  ['nom', '', 'Indiquez le nom du lieu.'],
  ['nom', '   ', 'Indiquez le nom du lieu.'],
  ['nom', '…', 'Ce nom doit contenir au moins une lettre ou un chiffre.'],
  ['nom', 'x'.repeat(256), 'Ce texte est trop long : 255 caractères au plus.'],
  ['nom', 'Di\u0000nard', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['code', 'x'.repeat(21), 'Ce texte est trop long : 20 caractères au plus.'],
  ['note', 'x'.repeat(5001), 'Ce texte est trop long : 5000 caractères au plus.'],
  ['type_id', '99999', 'Ce type de lieu n’existe plus.'],
  ['type_id', 'abc', 'Choisissez une valeur dans la liste.'],
  ['latitude', '91', 'Une latitude est comprise entre -90 et 90 degrés.'],
  ['latitude', 'nord', 'Cette latitude ne peut pas être lue. Exemples : 48,6493 ou 48°38′57″N.'],
  ['longitude', '180,5', 'Une longitude est comprise entre -180 et 180 degrés.'],
  [PARENT, 'Atlantide', 'Aucun lieu ne correspond à « Atlantide ».'],
  [PARENT, 'pleur', 'Choisissez le lieu dans la liste.'],
  [PARENT, 'Pleur\u0000tuit', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
]

async function archive() {
  const t = await testApp()
  return { t, ...(await plantBretagne(t.db)) }
}

describe('the page of a place', () => {
  test('shows where it lies, what lies below, its type, code, position and note', async () => {
    const { t, france, bretagne, departement, pleurtuit } = await archive()
    const fields = { code: '35094', latitude: 48.6491667, longitude: -2.0083333, note: 'Sur la <Rance>' }
    const lieu = await plant(t.db, 'Dinard', departement, { ...fields, type_id: await typeId(t.db, 'Commune') })
    const quartier = await plant(t.db, 'Saint-Énogat', lieu)
    const marie = await t.as(t.marie)
    const answer = await marie.get(`/lieux/${lieu.id}`)
    expect([answer.status, answer.page.h1]).toEqual([200, 'Dinard'])
    expect(linksOf(answer, '.fil')).toEqual([
      '/lieux',
      ...[france, bretagne, departement].map(({ id }) => `/lieux/${id}`),
    ])
    expect(answer.page.all('dd').map((dd) => squeeze(dd.textContent))).toEqual([
      'Commune',
      '35094',
      '48° 38′ 57″ N, 2° 00′ 30″ O (48,6491667 ; -2,0083333)',
      'Sur la <Rance>',
    ])
    expect(linksOf(answer, '#enfants tbody')).toEqual([`/lieux/${quartier.id}`])
    // A member reads; nothing to change is offered.
    expect(answer.page.text).not.toContain('Modifier')
    const own = await (await t.as(t.rene)).get(`/lieux/${pleurtuit.id}`)
    expect([own.page.text.includes('Modifier le lieu'), own.page.text.includes('Supprimer')]).toEqual([true, false])
    expect((await (await t.as(t.admin)).get(`/lieux/${pleurtuit.id}`)).page.text).toContain('Supprimer')
    expect(t.failures).toEqual([])
  })

  test('counts the sources the reader sees, those of places below included, and no others', async () => {
    const { t, bretagne, pleurtuit } = await archive()
    const here = await t.make.source({ titre: 'Ici', lieu: bretagne, section: t.saintMalo })
    const below = await t.make.source({ titre: 'Dessous', lieu: pleurtuit, section: t.saintMalo })
    const hidden = await t.make.source({ titre: 'Ailleurs', lieu: pleurtuit, section: t.vannes })
    for (const source of [here, below, below, hidden]) await t.make.releve(source, { nom: 'Martin' })
    const seen = async (user: { id: number }) => (await (await t.as(user)).get(`/lieux/${bretagne.id}`)).page
    const marie = await seen(t.marie)
    expect(marie.text).toContain('2 sources et 3 relevés, lieux en dessous compris.')
    expect(marie.all('section[aria-labelledby="sources"] tbody th').map((th) => squeeze(th.textContent))).toEqual([
      'Ici',
    ])
    expect(marie.has(`a[href="/sources?lieu=${bretagne.id}"]`)).toBe(true)
    expect((await seen(t.etienne)).text).toContain('1 source et 1 relevé, lieux en dessous compris.')
    expect((await seen(t.admin)).text).toContain('3 sources et 4 relevés')
    expect(t.failures).toEqual([])
  })

  test('pages the places below', async () => {
    const { t, departement } = await archive()
    for (let n = 0; n < 26; n += 1) await plant(t.db, `Bourg ${String(n).padStart(2, '0')}`, departement)
    const marie = await t.as(t.marie)
    const answer = await marie.get(`/lieux/${departement.id}?par_page=25&page=2`)
    expect(answer.page.all('#enfants tbody th').map((th) => squeeze(th.textContent))).toEqual([
      'Bourg 25',
      'Pleurtuit',
      'Saint-Malo',
    ])
  })

  test('an id of no place is a page that does not exist', async () => {
    const t = await testApp()
    const rene = await t.as(t.rene)
    for (const id of ['99999', '0', 'abc', '-1', '2147483648'])
      for (const path of [`/lieux/${id}`, `/lieux/${id}/modifier`])
        expect([path, (await rene.get(path)).status]).toEqual([path, 404])
  })
})

describe('creating', () => {
  test('a section manager creates a place under another', async () => {
    const { t, departement } = await archive()
    const rene = await t.as(t.rene)
    const shownForm = await rene.get(`/lieux/nouveau?lieu_parent_id=${departement.id}`)
    expect([shownForm.page.h1, shownForm.page.value(PARENT)]).toEqual(['Nouveau lieu', departement.nom_long])
    const answer = await rene.post(
      '/lieux',
      typed({
        ...{ nom: '  Dinard ', code: '35093', type_id: await typeId(t.db, 'Commune'), note: 'Station' },
        ...{ lieu_parent_id: departement.id, [PARENT]: departement.nom_long },
        ...{ latitude: '48°38′57″N', longitude: '2,0083 O' },
      }),
    )
    const page = await rene.follow(answer)
    expect([page.page.h1, page.page.flash]).toEqual(['Dinard', 'Lieu créé.'])
    const row = await t.db.selectFrom('lieux').selectAll().where('nom', '=', 'Dinard').executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      ...{ code: '35093', latitude: 48.6491667, longitude: -2.0083, note: 'Station', version: 1 },
      ...{ nom_long: 'Dinard, Ille-et-Vilaine, Bretagne, France', chemin: `${departement.chemin}${row.id}/` },
      ...{ lieu_parent_id: departement.id, created_at: '2026-11-21T10:00:00.000Z' },
    })
    expect(t.failures).toEqual([])
  })

  test('one form shown makes one place, however often it is sent', async () => {
    const { t } = await archive()
    const rene = await t.as(t.rene)
    const jeton = (await rene.get('/lieux/nouveau')).page.value('_envoi')
    expect(jeton).not.toBe('')
    const send = () => rene.post('/lieux', typed({ nom: 'Corse', _envoi: jeton }))
    const answers = await Promise.all([send(), send()])
    expect(new Set([...answers, await send()].map((answer) => answer.location)).size).toBe(1)
    expect(await countLieux(t)).toBe(6)
  })

  test('the key Enter saves: « Chercher » of the place box is not the first button', async () => {
    const { t, pleurtuit } = await archive()
    const rene = await t.as(t.rene)
    for (const path of ['/lieux/nouveau', `/lieux/${pleurtuit.id}/modifier`]) {
      const [first, second] = (await rene.get(path)).page.all('main form button[type="submit"]')
      expect([first?.getAttribute('name'), second?.getAttribute('name')]).toEqual([undefined, 'chercher'])
    }
  })

  test('a posted id beside an empty text is the parent; emptied in the form, the box clears it', async () => {
    const { t, departement } = await archive()
    const rene = await t.as(t.rene)
    const created = await rene.post('/lieux', typed({ nom: 'Dinard', lieu_parent_id: departement.id }))
    expect(created.status).toBe(303)
    const parent = async () =>
      (await t.db.selectFrom('lieux').select('lieu_parent_id').where('nom', '=', 'Dinard').executeTakeFirst())
        ?.lieu_parent_id
    expect(await parent()).toBe(departement.id)
    const path = created.location ?? ''
    const form = (await rene.get(`${path}/modifier`)).page
    const own = {
      lieu_parent_id: form.value('lieu_parent_id'),
      'montre:lieu_parent_id': form.value('montre:lieu_parent_id'),
    }
    // An error elsewhere shows the box as it was left: empty, and without a place.
    const wrong = await rene.post(path, typed({ ...own, version: 1 }))
    expect([wrong.status, wrong.page.value(PARENT), wrong.page.value('lieu_parent_id')]).toEqual([422, '', ''])
    expect((await rene.post(path, typed({ ...own, nom: 'Dinard', version: 1 }))).status).toBe(303)
    expect(await parent()).toBeNull()
  })

  test('siblings may share a name', async () => {
    const { t, departement } = await archive()
    await (await t.as(t.rene)).post(
      '/lieux',
      typed({ nom: 'Pleurtuit', lieu_parent_id: departement.id, [PARENT]: departement.nom_long }),
    )
    expect(await countLieux(t)).toBe(6)
  })

  test('refuses what is empty, too long, forbidden or unknown, beside its field, and keeps what was typed', async () => {
    const { t } = await archive()
    const rene = await t.as(t.rene)
    const good = { nom: 'Dinard', code: 'CODE', latitude: '48', longitude: '2', note: 'gardée', _envoi: 'jeton' }
    for (const [name, value, message] of BAD) {
      const answer = await rene.post('/lieux', typed({ ...good, [name]: value }))
      expect([name, answer.status, squeeze(answer.page.error(name))]).toEqual([name, 422, message])
      expect([answer.page.h1, answer.page.has('[role="alert"]')]).toEqual(['Nouveau lieu', true])
      for (const [field, text] of Object.entries({ ...good, [name]: value })) {
        if (field === 'type_id' || text.includes('\u0000')) continue
        expect([field, answer.page.value(field).trim()]).toEqual([field, text.trim()])
      }
    }
    expect(await countLieux(t)).toBe(5)
    expect(t.failures).toEqual([])
  })

  test('one coordinate alone is an error beside the missing one, told with the others', async () => {
    const { t } = await archive()
    const rene = await t.as(t.rene)
    const answer = await rene.post('/lieux', typed({ latitude: '48,6' }))
    expect([
      answer.status,
      answer.page.error('longitude'),
      answer.page.error('nom'),
      answer.page.error('latitude'),
    ]).toEqual([422, 'Indiquez aussi la longitude, ou effacez la latitude.', 'Indiquez le nom du lieu.', ''])
    const other = await rene.post('/lieux', typed({ nom: 'Dinard', longitude: '2' }))
    expect(other.page.error('latitude')).toBe('Indiquez aussi la latitude, ou effacez la longitude.')
    expect(await countLieux(t)).toBe(5)
  })

  test('an unknown place by id is refused where no text is sent', async () => {
    const { t } = await archive()
    const { [PARENT]: _, ...fields } = typed({ nom: 'Dinard', lieu_parent_id: 99_999 })
    const answer = await (await t.as(t.rene)).post('/lieux', fields)
    expect([answer.status, answer.page.error(PARENT)]).toEqual([422, 'Ce lieu n’existe pas.'])
  })

  test('without JavaScript: search, choose in the list, create; everything typed is kept', async () => {
    const { t, departement } = await archive()
    const rene = await t.as(t.rene)
    const search = await rene.post(
      '/lieux',
      typed({ nom: 'Dinard', code: 'x'.repeat(30), [PARENT]: 'ille vil', chercher: 'lieu_parent_id' }),
    )
    expect([search.status, search.page.has('[role="alert"]'), search.page.value('nom')]).toEqual([200, false, 'Dinard'])
    expect(search.page.value('code')).toBe('x'.repeat(30))
    expect(search.page.value(PARENT)).toBe('ille vil')
    const options = search.page
      .all('select[name="lieu_parent_id"] option')
      .map((option) => option.getAttribute('value'))
    expect(options[1]).toBe(String(departement.id))
    expect(await countLieux(t)).toBe(5)
    const created = await rene.post(
      '/lieux',
      typed({
        nom: 'Dinard',
        [PARENT]: 'ille vil',
        'recherche:lieu_parent_id': search.page.value('recherche:lieu_parent_id'),
        lieu_parent_id: departement.id,
      }),
    )
    expect((await rene.follow(created)).page.text).toContain('Dinard, Ille-et-Vilaine, Bretagne, France')
    const none = await rene.post('/lieux', typed({ nom: 'Dinard', [PARENT]: 'Atlantide', chercher: 'lieu_parent_id' }))
    expect([none.status, none.page.text.includes('Aucun lieu ne correspond à « Atlantide »')]).toEqual([200, true])
  })
})

describe('changing', () => {
  test('the form holds the place, and saving it unchanged changes nothing but its version', async () => {
    const { t, departement } = await archive()
    const fields = { code: '35094', latitude: 48.6491667, longitude: -2, note: 'Note\nsur deux lignes' }
    const { id } = await plant(t.db, 'Dinard', departement, { ...fields, type_id: await typeId(t.db, 'Commune') })
    const before = await lieuNow(t.db, id)
    const rene = await t.as(t.rene)
    const { page } = await rene.get(`/lieux/${id}/modifier`)
    expect(page.h1).toBe('Modifier le lieu')
    const names = [...Object.keys(typed()), 'version']
    const answer = await rene.post(`/lieux/${id}`, Object.fromEntries(names.map((name) => [name, page.value(name)])))
    expect(answer.location).toBe(`/lieux/${id}`)
    expect(await lieuNow(t.db, id)).toEqual({ ...before, version: 2, updated_at: '2026-11-21T10:00:00.000Z' })
  })

  test('who comes second sees that, keeps what was typed, and may save over it', async () => {
    const { t, saintMalo } = await archive()
    const rene = await t.as(t.rene)
    const fields = (nom: string, version: number) => typed({ nom, version })
    expect((await rene.post(`/lieux/${saintMalo.id}`, fields('Premier', 1))).status).toBe(303)
    const late = await rene.post(`/lieux/${saintMalo.id}`, fields('Second', 1))
    expect([late.status, late.page.value('nom'), late.page.value('version')]).toEqual([409, 'Second', '2'])
    expect(late.page.one('[role="alert"]').textContent).toContain('modifié entre-temps')
    expect((await lieuNow(t.db, saintMalo.id)).nom).toBe('Premier')
    expect((await rene.post(`/lieux/${saintMalo.id}`, fields('Second', 2))).status).toBe(303)
    expect(await lieuNow(t.db, saintMalo.id)).toMatchObject({ nom: 'Second', version: 3 })
    expect(t.failures).toEqual([])
  })

  test('bad input comes back with what was typed, nothing stored', async () => {
    const { t, saintMalo } = await archive()
    const answer = await (await t.as(t.rene)).post(
      `/lieux/${saintMalo.id}`,
      typed({ nom: '', note: 'gardée', version: 1 }),
    )
    expect([answer.status, answer.page.error('nom'), answer.page.value('note')]).toEqual([
      422,
      'Indiquez le nom du lieu.',
      'gardée',
    ])
    expect(await lieuNow(t.db, saintMalo.id)).toMatchObject({ nom: 'Saint-Malo', version: 1 })
  })
})

describe('deleting', () => {
  test('an administrator deletes a place that nothing hangs on', async () => {
    const { t, pleurtuit } = await archive()
    const admin = await t.as(t.admin)
    const asked = await admin.get(`/lieux/${pleurtuit.id}/supprimer`)
    expect([asked.page.h1, asked.page.text.includes(pleurtuit.nom_long)]).toEqual(['Supprimer le lieu', true])
    expect(await countLieux(t)).toBe(5)
    const answer = await admin.post(`/lieux/${pleurtuit.id}/supprimer`, { version: asked.page.value('version') })
    expect((await admin.follow(answer)).page.flash).toBe('Lieu supprimé.')
    expect(await countLieux(t)).toBe(4)
    expect((await admin.post(`/lieux/${pleurtuit.id}/supprimer`)).status).toBe(404)
  })

  test('a place in use stays, and says what holds it', async () => {
    const { t, departement, pleurtuit } = await archive()
    await plant(t.db, 'Dinard', departement)
    for (let n = 0; n < 12; n += 1) await t.make.source({ lieu: departement })
    await t.make.source({ lieu: pleurtuit })
    const admin = await t.as(t.admin)
    const both = 'Ce lieu a 3 lieux en dessous de lui et 12 sources : rattachez-les d’abord à un autre lieu.'
    const one = 'Ce lieu a 1 source : rattachez d’abord cet élément à un autre lieu.'
    for (const [id, sentence] of [
      [departement.id, both],
      [pleurtuit.id, one],
    ] as const) {
      const asked = await admin.get(`/lieux/${id}/supprimer`)
      expect([asked.page.text.includes(sentence), asked.page.has('main form')]).toEqual([true, false])
      const refused = await admin.post(`/lieux/${id}/supprimer`, { version: 1 })
      expect([refused.status, refused.page.text.includes(sentence)]).toEqual([409, true])
    }
    expect(await countLieux(t)).toBe(6)
    expect(t.failures).toEqual([])
  })

  test('a place that was changed since the question stays', async () => {
    const { t, pleurtuit } = await archive()
    await t.db.updateTable('lieux').set({ version: 2 }).where('id', '=', pleurtuit.id).execute()
    const answer = await (await t.as(t.admin)).post(`/lieux/${pleurtuit.id}/supprimer`, { version: 1 })
    expect([answer.status, answer.page.text.includes('modifié entre-temps')]).toEqual([409, true])
    expect(await countLieux(t)).toBe(5)
  })
})

describe('rights', () => {
  const writes = (id: number) => [
    ['/lieux', typed({ nom: 'Intrus' })] as const,
    [`/lieux/${id}`, typed({ nom: 'Intrus', version: 1 })] as const,
    [`/lieux/${id}/supprimer`, { version: 1 }] as const,
  ]

  test('members read and change nothing', async () => {
    const { t, pleurtuit } = await archive()
    const marie = await t.as(t.marie)
    for (const [path, fields] of writes(pleurtuit.id))
      expect([path, (await marie.post(path, fields)).status]).toEqual([path, 403])
    for (const path of ['nouveau', `${pleurtuit.id}/modifier`, `${pleurtuit.id}/supprimer`])
      expect([path, (await marie.get(`/lieux/${path}`)).status]).toEqual([path, 403])
    expect([await countLieux(t), await lieuNow(t.db, pleurtuit.id)]).toMatchObject([5, { nom: 'Pleurtuit' }])
  })

  test('section managers delete nothing', async () => {
    const { t, pleurtuit } = await archive()
    const rene = await t.as(t.rene)
    expect((await rene.get(`/lieux/${pleurtuit.id}/supprimer`)).status).toBe(403)
    expect((await rene.post(`/lieux/${pleurtuit.id}/supprimer`, { version: 1 })).status).toBe(403)
    expect(await countLieux(t)).toBe(5)
  })

  test('nobody reads or writes without a session', async () => {
    const { t, pleurtuit } = await archive()
    const visitor = t.anonymous()
    for (const [path, fields] of writes(pleurtuit.id))
      expect([path, (await visitor.post(path, fields)).location?.split('?')[0]]).toEqual([path, '/login'])
    for (const path of ['/lieux', `/lieux/${pleurtuit.id}`, '/lieux/suggestions?q=pleur'])
      expect([path, (await visitor.get(path)).location?.split('?')[0]]).toEqual([path, '/login'])
    expect([await countLieux(t), await lieuNow(t.db, pleurtuit.id)]).toMatchObject([5, { nom: 'Pleurtuit' }])
  })
})
