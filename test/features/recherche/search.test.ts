import { describe, expect, test } from 'vitest'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { type Answer, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { corpus, jour } from './corpus.ts'

const NOW = '2026-11-21T12:00:00.000Z'

const idsIn = (page: Answer['page']): number[] =>
  page.all('tbody th a').map((link) => Number(link.getAttribute('href')?.split('/').at(-1)))

const idsOf = (answer: Answer): number[] => idsIn(answer.page)

/** The box of the page's own form is meant; the header has one of the same name. */
const wordsIn = (answer: Answer) => answer.page.one('main input[name=q]').getAttribute('value')

async function searched() {
  const t = await testApp()
  const c = await corpus(t)
  return { t, c, admin: await t.as(t.admin) }
}

test('nothing asked: the form with a hint, and no search', async () => {
  const { t, admin } = await searched()
  const answer = await admin.get('/recherche')
  expect(answer.status).toBe(200)
  expect(answer.page.h1).toBe('Recherche')
  expect(answer.page.title).toContain('Recherche')
  expect(answer.page.text).toContain('Que cherchez-vous ?')
  expect(answer.page.has('table')).toBe(false)
  expect(answer.page.field('Mots').getAttribute('name')).toBe('q')
  expect((await t.anonymous().get('/recherche?q=martin')).location).toMatch(/^\/login/)
})

test('the search box of every page leads here', async () => {
  const { admin } = await searched()
  const form = (await admin.get('/recherche')).page.one('header form[role=search]')
  expect(form.getAttribute('action')).toBe('/recherche')
  expect(form.querySelector('input')?.getAttribute('name')).toBe('q')
})

test('a result tells who, when in its own calendar and in ours, what act, where, from which source', async () => {
  const { admin } = await searched()
  const row = (await admin.get('/recherche?q=oeillet')).page.one('tbody tr')
  expect(row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent))).toEqual([
    'Œillet François',
    '14 thermidor an II (01/08/1794)',
    'Baptêmes de Pleurtuit · Pleurtuit, Ille-et-Vilaine, Bretagne',
  ])
  const julian = (await admin.get('/recherche?q=argentre')).page.one('tbody tr')
  expect(squeeze(julian.textContent)).toContain('22/12/1549 (julien) (01/01/1550)')
})

test('the map is a link away, with the criteria that it knows; the others are told', async () => {
  const { admin } = await searched()
  const onMap = async (query: string) => {
    const link = (await admin.get(`/recherche?${query}`)).page.all('.recherche-tete a[href^="/carte"]')[0]
    return [link?.getAttribute('href'), squeeze(link?.textContent ?? '')]
  }
  expect(await onMap('type=1&annee_debut=17%3F%3F&annee_fin=1799&tri=nom')).toEqual([
    '/carte?type=1&annee_debut=1700&annee_fin=1799',
    'Voir sur la carte',
  ])
  expect(await onMap('q=marie&nom=martin&lieu=1&annee_fin=1799')).toEqual([
    '/carte?annee_fin=1799',
    'Voir sur la carte (sans : mots, nom, lieu)',
  ])
})

test('words found are marked in the text as it was written, which stays text', async () => {
  const { admin } = await searched()
  const marks = async (query: string) => {
    const { page } = await admin.get(`/recherche?q=${encodeURIComponent(query)}`)
    return page.all('tbody mark').map((mark) => mark.textContent)
  }
  expect(await marks('eloise mart*')).toEqual(['Éloïse', 'MARTIN'])
  expect(await marks('oeil*')).toEqual(['Œillet'])
  expect(await marks('o brien')).toEqual(['O', 'Brien'])
  const answer = await admin.get('/recherche?q=gras+near')
  expect(answer.text).toContain('&lt;b&gt;<mark>gras</mark>&lt;/b&gt; &amp; &quot;cité&quot;')
  expect(squeeze(answer.page.one('.recherche-passage').textContent)).toBe(
    'Notes : near Vannes AND Auray, NOT found <b>gras</b> & "cité"',
  )
})

test('a place inside a record shows under the name it has today', async () => {
  const { admin } = await searched()
  const answer = await admin.get('/recherche?q=kerambrun+ancien')
  expect(idsOf(answer)).toEqual([10])
  expect(answer.page.text).not.toContain('Ancien nom')
})

describe('filters', () => {
  test('alone or together, each narrows what is found', async () => {
    const { c, admin } = await searched()
    const found = async (query: string) => idsOf(await admin.get(`/recherche?${query}`))
    expect(await found(`type=${c.mariages.id}`)).toEqual([7, 8, 6, 9, 10])
    expect(await found(`type=${c.mariages.id}&q=martin`)).toEqual([8, 6])
    expect(await found(`lieu=${c.vannes.id}`)).toEqual([8, 9, 10])
    expect(await found(`lieu=${c.ille.id}`)).toEqual([3, 7, 2, 1, 5, 6, 4])
    expect(await found(`lieu=${c.bretagne.id}&q=marie`)).toEqual([7, 1, 8])
    expect(await found(`lieu=${c.ille.id}&type=${c.mariages.id}`)).toEqual([7, 6])
    expect(await found('annee_debut=1787&annee_fin=1788')).toEqual([1, 8, 5, 6])
    expect(await found('annee_debut=1788&annee_fin=1788')).toEqual([5, 6])
    expect(await found('annee_fin=1550')).toEqual([7])
    expect(await found('annee_debut=1900')).toEqual([9, 10])
    expect(await found('annee_debut=1900&annee_fin=1900')).toEqual([9])
    expect(await found(`annee_debut=1787&annee_fin=1787&lieu=${c.pleurtuit.id}&q=marie`)).toEqual([1])
    expect(await found('type=424242')).toEqual([])
  })

  test('what was asked stays in the form, and each filter can be taken away', async () => {
    const { c, admin } = await searched()
    const url = `/recherche?q=martin&type=${c.mariages.id}&lieu=${c.bretagne.id}&annee_debut=1780&annee_fin=1790`
    const answer = await admin.get(url)
    const { page } = answer
    expect(wordsIn(answer)).toBe('martin')
    expect(['type', 'lieu', 'texte:lieu', 'annee_debut', 'annee_fin'].map(page.value)).toEqual([
      String(c.mariages.id),
      String(c.bretagne.id),
      'Bretagne',
      '1780',
      '1790',
    ])
    expect(page.all('.jeton').map((chip) => squeeze(chip.textContent))).toEqual([
      '« martin »',
      'Mariages',
      'Bretagne',
      'à partir de 1780',
      'jusqu’en 1790',
    ])
    const withoutWords = page.one('.jeton').getAttribute('href') ?? ''
    expect(idsOf(await admin.get(withoutWords))).toEqual([8, 6])
  })

  test('a place is found by what was typed, offered where several fit, without JavaScript', async () => {
    const { c, admin } = await searched()
    const typed = (text: string, more = '') =>
      admin.get(`/recherche?texte:lieu=${encodeURIComponent(text)}&lieu=${more}`)
    expect(idsOf(await typed('Vannes, Morbihan, Bretagne'))).toEqual([8, 9, 10])
    const unclear = await typed('pleur')
    expect(unclear.status).toBe(422)
    expect(unclear.page.error('texte:lieu')).toBe('Choisissez le lieu dans la liste.')
    expect(unclear.page.has('table')).toBe(false)
    expect(unclear.page.one('select[name=lieu]').textContent).toContain('Pleurtuit, Ille-et-Vilaine, Bretagne')
    expect(idsOf(await typed('pleur', '&chercher=lieu'))).toEqual([])
    expect((await typed('pleur', '&chercher=lieu')).status).toBe(200)
    expect(
      idsOf(await admin.get(`/recherche?texte:lieu=pleur&recherche:lieu=pleur&lieu=${c.pleurtuit.id}&q=goff`)),
    ).toEqual([3])
  })

  test('what makes no sense is said beside its field, and everything typed is still there', async () => {
    const { admin } = await searched()
    const answer = await admin.get('/recherche?q=martin&annee_debut=1800&annee_fin=1700')
    expect(answer.status).toBe(422)
    expect(answer.page.error('annee_fin')).toBe('La dernière année est avant la première.')
    expect(wordsIn(answer)).toBe('martin')
    expect(answer.page.has('table')).toBe(false)
    expect((await admin.get('/recherche?type=x')).page.error('type')).toBe('Choisissez une valeur dans la liste.')
  })
})

test('nothing found: says what to loosen', async () => {
  const { c, admin } = await searched()
  const url = `/recherche?q=Ker%C3%A2mbrun+zoe&type=${c.mariages.id}&lieu=${c.vannes.id}&annee_debut=1700`
  const { page } = await admin.get(url)
  const { text } = page
  expect(text).toContain('Aucun relevé ne répond à tous ces critères.')
  for (const advice of [
    'moins de mots',
    '« kera* »',
    'se prononce comme « kerambrun »',
    'élargissez les années',
    'plus vaste',
    'type de source',
  ]) {
    expect(text).toContain(advice)
  }
  const links = page.all('.recherche-conseils a').map((link) => link.getAttribute('href') ?? '')
  expect(links.map((href) => new URL(href, 'http://x').searchParams.get('q')).slice(0, 2)).toEqual([
    '~kerambrun zoe',
    'kera* zoe',
  ])
})

test('more words than are searched: says so, and searches the first ones', async () => {
  const { t, c, admin } = await searched()
  const notes = Array.from({ length: 30 }, (_, i) => `mot${i}`)
  const id = await t.make.releve(c.vannesM, { nom: 'Long', notes: notes.slice(0, 20).join(' ') })
  const twenty = await admin.get(`/recherche?q=${notes.slice(0, 20).join('+')}`)
  expect(idsOf(twenty)).toEqual([id])
  expect(twenty.page.text).not.toContain('premiers mots')
  const thirty = await admin.get(`/recherche?q=${notes.join('+')}`)
  expect(idsOf(thirty)).toEqual([id])
  expect(thirty.page.text).toContain('Seuls les 20 premiers mots ont été cherchés.')
})

test('a very long word is found by itself, cut as the index cuts it', async () => {
  const { t, c, admin } = await searched()
  const word = `${'é'.repeat(80)}z`
  const id = await t.make.releve(c.vannesM, { nom: word })
  const answer = await admin.get(`/recherche?q=${encodeURIComponent(word)}`)
  expect(idsOf(answer)).toEqual([id])
  expect(answer.page.one('tbody mark').textContent).toBe(word)
})

test('a word far in a long text is shown with the words around it', async () => {
  const { t, c, admin } = await searched()
  const notes = `${'avant '.repeat(200)}aiguille ${'après '.repeat(200)}`
  await t.make.releve(c.vannesM, { nom: 'Foin', notes })
  const shown = squeeze((await admin.get('/recherche?q=aiguille')).page.one('.recherche-passage').textContent)
  expect(shown).toMatch(/^Notes : … (avant )+aiguille (après )+…$/)
  expect(shown.length).toBeLessThan(300)
})

test('the number of queries does not grow with the number of results', async () => {
  const { t, c, admin } = await searched()
  const asked = () => countQueries(t.deps, () => admin.get('/recherche?q=nombreux'))
  const add = async (n: number) => {
    for (let i = 0; i < n; i += 1) await t.make.releve(i % 2 ? c.pleurtuitB : c.vannesM, { nom: 'Nombreux' })
  }
  await add(4)
  const few = await asked()
  await add(30)
  expect(await asked()).toBe(few)
})

describe('visibility', () => {
  test('each sees the records of the sources he or she may see, and only those', async () => {
    const { t } = await searched()
    const found = async (user: { id: number }, query: string) =>
      idsOf(await (await t.as(user)).get(`/recherche?${query}`))
    expect(await found(t.marie, 'q=martin')).toEqual([3, 2, 1, 6])
    expect(await found(t.rene, 'q=martin')).toEqual([3, 2, 1, 6])
    expect(await found(t.etienne, 'q=martin')).toEqual([8])
    expect(await found(t.etienne, 'annee_debut=1500')).toEqual([8, 9, 10])
    expect(await found(t.admin, 'q=martin')).toEqual([3, 2, 1, 8, 6])
  })

  test('a word of a hidden source occurs in nothing that others receive', async () => {
    const { t, c } = await searched()
    await t.make.releve(c.vannesM, {
      nom: 'Zyxcanari',
      notes: 'Zyxsecret',
      date_evenement: jour.gregorien('1787-08-12'),
    })
    const marie = await t.as(t.marie)
    const etienne = await t.as(t.etienne)
    const asked = [
      'q=martin',
      'q=zy*',
      'annee_debut=1787&annee_fin=1787',
      `lieu=${c.bretagne.id}`,
      `type=${c.mariages.id}`,
    ]
    for (const query of asked) {
      expect((await marie.get(`/recherche?${query}`)).text).not.toMatch(/zyxcanari|zyxsecret|de Vannes/i)
    }
    const hidden = await marie.get('/recherche?q=zyxcanari')
    expect(hidden.page.text).toContain('Aucun relevé')
    expect(hidden.text).not.toMatch(/Zyxcanari|Zyxsecret/)
    expect((await etienne.get('/recherche?q=zyxcanari')).text).toContain('<mark>Zyxcanari</mark>')
  })

  test('nobody is told how many records others have', async () => {
    const { t } = await searched()
    const counts = await Promise.all(
      [t.admin, t.marie, t.etienne].map(async (user) => {
        const { page } = await (await t.as(user)).get('/recherche?q=martin')
        return squeeze(page.one('.recherche-compte strong').textContent)
      }),
    )
    expect(counts).toEqual(['5 relevés', '4 relevés', '1 relevé'])
  })
})

describe('pages', () => {
  test('fifty at a time, each once, in the order of dates, with the total on each', async () => {
    const { t, c, admin } = await searched()
    const made: number[] = []
    for (let n = 0; n < 121; n += 1) {
      // Sixty on one day: the pages part inside it.
      const day = n < 60 ? '1660-01-01' : `16${60 + (n % 30)}-02-03`
      const data = { nom: 'Page', prenom: `P${100 + n}`, date_evenement: jour.gregorien(day) }
      made.push(await t.make.releve(n % 2 ? c.pleurtuitB : c.vannesM, data))
    }
    const seen: number[] = []
    const sizes: number[] = []
    let last: Answer['page'] | undefined
    for (let url: string | undefined = '/recherche?q=page'; url; ) {
      const { page } = await admin.get(url)
      const ids = idsIn(page)
      expect(squeeze(page.one('.recherche-compte').textContent)).toContain('121 relevés')
      expect(page.text.includes('revenir au début')).toBe(seen.length > 0)
      seen.push(...ids)
      sizes.push(ids.length)
      url = page.all('a[rel=next]')[0]?.getAttribute('href')?.replaceAll('&amp;', '&')
      if (url === undefined) last = page
    }
    const back: number[][] = []
    for (let page = last; page; ) {
      const ids = idsIn(page)
      back.push(ids)
      const previous = page.all('a[rel=prev]')[0]?.getAttribute('href')?.replaceAll('&amp;', '&')
      page = previous === undefined ? undefined : (await admin.get(previous)).page
    }
    expect(back.toReversed().flat()).toEqual(seen)
    expect(sizes).toEqual([50, 50, 21])
    expect(new Set(seen).size).toBe(121)
    expect(seen.slice(0, 60)).toEqual(seen.slice(0, 60).sort((a, b) => a - b))
    // By name: the date of the last row is corrected before the page is turned.
    const { page } = await admin.get('/recherche?q=page&tri=nom')
    expect(idsIn(page)).toEqual(made.slice(0, 50))
    const data = { nom: 'Page', prenom: 'P149', date_evenement: jour.gregorien('1661-01-01') }
    await updateReleve(t.db, { id: made[49] ?? 0, version: 1, data, etats: {}, user_id: t.admin.id, now: NOW })
    const turned = await admin.get(page.one('a[rel=next]').getAttribute('href') ?? '')
    expect(idsIn(turned.page)).toEqual(made.slice(50, 100))
    expect(t.failures).toEqual([])
  })

  test('a cursor beyond the last row shows the end, not an error', async () => {
    const { admin } = await searched()
    const answer = await admin.get('/recherche?q=martin&apres=999999-1')
    expect(answer.status).toBe(200)
    expect(answer.page.text).toContain('La liste s’arrête ici.')
  })
})

test('the states of a record are found by their words', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo })
  await t.make.releve(source, { nom: 'Clair' })
  const id = await t.make.releve(source, { prenom: 'Jean' }, { nom: 'illisible' })
  const marie = await t.as(t.marie)
  const answer = await marie.get('/recherche?q=illisible')
  expect(answer.page.all(`a[href="/releves/${id}"]`).length).toBe(1)
  expect(answer.page.text).not.toContain('Clair')
})

describe('names', () => {
  async function named() {
    const t = await testApp()
    const type = await t.make.typeSource({
      nom: 'Mariages',
      champs: [
        { nom: 'date_evenement', type: 'date' },
        { nom: 'nom', label: 'Nom' },
        { nom: 'prenom' },
        { nom: 'nom_epouse' },
        { nom: 'prenom_epouse' },
        { nom: 'nom_pere_epoux' },
        { nom: 'prenom_pere_epoux' },
        { nom: 'temoins', type: 'textarea' },
        { nom: 'profession_epoux' },
        { nom: 'domicile_epoux', type: 'place' },
        { nom: 'notes', type: 'textarea' },
      ],
    })
    const lieu = await t.make.lieu({ nom: 'Dol' })
    const source = await t.make.source({ type })
    const act = (data: Record<string, unknown>) => t.make.releve(source, data)
    const ids = {
      normand: await act({ nom: 'Le Normand', prenom: 'Pierre', nom_epouse: 'Martin', prenom_epouse: 'Jeanne' }),
      lenormand: await act({ nom: 'LENORMAND', prenom: 'Jean-Baptiste', profession_epoux: 'maître tonnelier' }),
      pierre: await act({ nom: 'Pierre', prenom: 'Normand', nom_pere_epoux: 'Pierre', prenom_pere_epoux: 'Martin' }),
      temoin: await act({ nom: 'Dubois', prenom: 'Anne', temoins: 'Jean Martin, oncle', notes: 'un normand' }),
      dol: await act({ nom: 'Dubois', prenom: 'Louis', domicile_epoux: { id: lieu.id, nom_long: 'Dol, Bretagne' } }),
    }
    const admin = await t.as(t.admin)
    const names = Object.entries(ids)
    const found = async (query: string) => {
      const answer = await admin.get(`/recherche?${query}`)
      expect(answer.status).toBe(200)
      return idsOf(answer).map((id) => names.find(([, one]) => one === id)?.[0])
    }
    return { found, admin, t }
  }

  test('a surname in two words is found in one, and the other way round', async () => {
    const { found } = await named()
    const both = ['normand', 'lenormand']
    for (const query of ['nom=Le+Normand', 'nom=lenormand', 'q=nom:lenormand', 'q=nom:le+normand', 'q=lenormand'])
      expect([query, await found(query)]).toEqual([query, query === 'q=lenormand' ? both : both])
    expect(await found('nom=normand')).toEqual(['normand'])
    expect(await found('q=normand')).toEqual(['normand', 'pierre', 'temoin'])
  })

  test('surname and first name are those of one person, whoever it is', async () => {
    const { found } = await named()
    expect(await found('nom=martin')).toEqual(['normand', 'temoin'])
    expect(await found('nom=martin&prenom=jeanne')).toEqual(['normand'])
    expect(await found('nom=martin&prenom=pierre')).toEqual([])
    expect(await found('nom=pierre&prenom=martin')).toEqual(['pierre'])
    expect(await found('q=nom:martin+prenom:jean')).toEqual(['temoin'])
    expect(await found('q=martin+pierre')).toEqual(['normand', 'pierre'])
    expect(await found('prenom=jean+baptiste')).toEqual(['lenormand'])
  })

  test('the role of who bears a name may be chosen', async () => {
    const { found } = await named()
    expect(await found('nom=martin&role=conjoint')).toEqual(['normand'])
    expect(await found('nom=martin&role=temoin')).toEqual(['temoin'])
    expect(await found('nom=martin&role=principal')).toEqual([])
    expect(await found('prenom=martin&role=pere')).toEqual(['pierre'])
    expect(await found('q=pere:martin')).toEqual(['pierre'])
    expect(await found('q=père%20:%20pierre')).toEqual(['pierre'])
    expect(await found('q=epouse:jeanne')).toEqual(['normand'])
    expect(await found('q=temoin:jean')).toEqual(['temoin'])
    expect(await found('q=mere:martin')).toEqual([])
  })

  test('begins with, contains, star and question mark', async () => {
    const { found } = await named()
    expect(await found('nom=leno&mode=debut')).toEqual(['normand', 'lenormand'])
    expect(await found('nom=le+nor&mode=debut&role=principal')).toEqual(['normand', 'lenormand'])
    expect(await found('nom=ubo&mode=contient')).toEqual(['temoin', 'dol'])
    expect(await found('nom=mart&mode=debut&prenom=jea')).toEqual(['normand', 'temoin'])
    expect(await found('nom=d?bois')).toEqual(['temoin', 'dol'])
    expect(await found('nom=*ormand&role=principal')).toEqual(['normand', 'lenormand'])
    expect(await found('q=nom:d*s+prenom:lo*')).toEqual(['dol'])
    expect(await found('q=tonn*lier')).toEqual(['lenormand'])
    expect(await found('nom=zz*')).toEqual([])
  })

  test('other fields by their names', async () => {
    const { found } = await named()
    expect(await found('q=profession:tonnelier')).toEqual(['lenormand'])
    expect(await found('q=metier:tonn*')).toEqual(['lenormand'])
    expect(await found('q=lieu:dol')).toEqual(['dol'])
    expect(await found('q=lieu:bretagne')).toEqual([])
    expect(await found('q=bretagne')).toEqual(['dol'])
  })

  test('words between quotes stand side by side, or are the full name of one person', async () => {
    const { found } = await named()
    expect(await found('q="maître+tonnelier"')).toEqual(['lenormand'])
    expect(await found('q="tonnelier+maître"')).toEqual([])
    expect(await found('q="jeanne+martin"')).toEqual(['normand'])
    expect(await found('q="martin+jeanne"')).toEqual(['normand'])
    expect(await found('q=«+pierre+le+normand+»')).toEqual(['normand'])
    expect(await found('q="pierre+martin"')).toEqual(['pierre'])
    expect(await found('q="anne+martin"')).toEqual([])
  })

  test('what makes no sense is said beside its field', async () => {
    const { admin } = await named()
    const error = async (query: string, name: string) => {
      const answer = await admin.get(`/recherche?${query}`)
      return [answer.status, answer.page.error(name)]
    }
    const short = (word: string) =>
      `« ${word} » est trop court : écrivez au moins deux lettres avec l’étoile ou le point d’interrogation.`
    expect(await error('nom=m&mode=debut', 'nom')).toEqual([422, short('m*')])
    expect(await error('prenom=*', 'prenom')).toEqual([422, 'Écrivez au moins une lettre.'])
    expect(await error('nom=martin&role=roi', 'role')).toEqual([422, 'Choisissez une valeur dans la liste.'])
    expect(await error('nom=martin&mode=x', 'mode')).toEqual([422, 'Choisissez une valeur dans la liste.'])
  })
})

describe('order', () => {
  test('by date, latest first, by name, by place; every one an address', async () => {
    const { c, admin } = await searched()
    const url = async (tri: string) => idsOf(await admin.get(`/recherche?annee_debut=1500&tri=${tri}`))
    expect(await url('date')).toEqual([7, 2, 1, 8, 5, 6, 4, 9, 10])
    expect(await url('date-desc')).toEqual([10, 9, 4, 6, 5, 8, 1, 2, 7])
    expect(await url('nom')).toEqual([7, 10, 9, 6, 2, 1, 8, 5, 4])
    expect(await url('lieu')).toEqual([7, 2, 1, 5, 6, 4, 8, 9, 10])
    const answer = await admin.get(`/recherche?type=${c.baptemes.id}`)
    const links = answer.page.all('.recherche-ordre a').map((link) => squeeze(link.textContent))
    expect(links).toEqual(['date décroissante', 'nom', 'lieu'])
    expect(answer.page.one('.recherche-ordre [aria-current]').textContent).toBe('date')
  })

  test('latest first, page after page and back; by name too', async () => {
    const { t, c, admin } = await searched()
    for (let n = 0; n < 70; n += 1)
      await t.make.releve(c.vannesM, { nom: `Tri ${n % 7}`, date_evenement: jour.gregorien(`17${10 + n}-02-03`) })
    for (const tri of ['date-desc', 'nom', 'lieu']) {
      const first = await admin.get(`/recherche?q=tri&tri=${tri}`)
      const next = first.page.one('a[rel=next]').getAttribute('href') ?? ''
      const second = await admin.get(next)
      expect([idsOf(first).length, idsOf(second).length]).toEqual([50, 20])
      expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(70)
      const back = await admin.get(second.page.one('a[rel=prev]').getAttribute('href') ?? '')
      expect(idsOf(back)).toEqual(idsOf(first))
      expect(second.page.has('a[rel=next]')).toBe(false)
    }
  })
})

test('records of before 1500 come in their order, and are found by their years', async () => {
  const t = await testApp()
  const source = await t.make.source()
  const ids = []
  for (const valeur of ['0001-01-01', '1481-05-02', '1499', '1500', '1500-01-01', '1500-06-30'])
    ids.push(await t.make.releve(source, { nom: 'Ancien', date_evenement: jour.gregorien(valeur) }))
  const undated = await t.make.releve(source, { nom: 'Ancien' })
  const admin = await t.as(t.admin)
  expect(idsOf(await admin.get('/recherche?annee_debut=1500&annee_fin=1500'))).toEqual(ids.slice(3))
  expect(idsOf(await admin.get('/recherche?annee_debut=1400&annee_fin=1499'))).toEqual(ids.slice(1, 3))
  expect(idsOf(await admin.get('/recherche?q=ancien&annee_fin=1500'))).toEqual(ids)
  expect(idsOf(await admin.get('/recherche?annee_fin=1999'))).toEqual(ids)
  expect(idsOf(await admin.get('/recherche?q=ancien&tri=date-desc'))).toEqual([...ids.toReversed(), undated])
})

test('dates known in part are found in their years, and a year may be asked for in part', async () => {
  const t = await testApp()
  const source = await t.make.source()
  const { gregorien, julien, republicain } = jour
  const dates = [
    ...['1699-12-31', '17??', '1700', '1700-01', '178?', '1787-08', '1799', '1799-12-31', '1800', '1800-01'].map(
      gregorien,
    ),
    julien('1699', '1699-01-11'),
    julien('1710', '1710-01-12'),
    republicain('an III', '1794-09-22'),
    republicain('sans date', null),
  ]
  const ids: number[] = []
  for (const date_evenement of dates) ids.push(await t.make.releve(source, { nom: 'Partiel', date_evenement }))
  const admin = await t.as(t.admin)
  const found = async (debut: string, fin: string) => {
    const answer = await admin.get(`/recherche?${new URLSearchParams({ annee_debut: debut, annee_fin: fin })}`)
    return idsOf(answer).map((id) => dates[ids.indexOf(id)]?.valeur)
  }
  const century = ['17??', '1700', '1700-01', '1710', '178?', '1787-08', 'an III', '1799', '1799-12-31']
  expect(await found('1700', '1799')).toEqual(century)
  expect(await found('17??', '17??')).toEqual(century)
  expect(await found('17xx', ' 17.. ')).toEqual(century)
  expect(await found('178?', '178?')).toEqual(['17??', '178?', '1787-08'])
  expect(await found('17??', '178?')).toEqual(['17??', '1700', '1700-01', '1710', '178?', '1787-08'])
  expect(await found('1700', '1700')).toEqual(['17??', '1700', '1700-01'])
  expect(await found('1787', '1787')).toEqual(['17??', '178?', '1787-08'])
  expect(await found('1795', '1795')).toEqual(['17??', 'an III'])
  expect(await found('1790', '1793')).toEqual(['17??'])
  const kept = (await admin.get('/recherche?annee_debut=17%3F%3F')).page
  expect(kept.value('annee_debut')).toBe('17??')
  for (const wrong of ['1???', '?7??', '17?7', '17???'])
    expect((await admin.get(`/recherche?annee_debut=${encodeURIComponent(wrong)}`)).status).toBe(422)
})

test('a phrase does not run from one field into the next', async () => {
  const t = await testApp()
  const type = await t.make.typeSource({
    champs: ['nom', 'nom_pere', 'profession', 'notes', 'remarques'].map((nom) => ({ nom, label: nom })),
  })
  const source = await t.make.source({ type })
  const data = {
    nom: 'Martin',
    nom_pere: 'Dupont',
    profession: 'laboureur',
    notes: 'du bourg',
    remarques: 'bas de page',
  }
  const id = await t.make.releve(source, data, { notes: 'illisible' })
  const admin = await t.as(t.admin)
  const found = async (q: string) => idsOf(await admin.get(`/recherche?${new URLSearchParams({ q })}`))
  for (const inside of ['"du bourg"', '"bas de page"', 'martin dupont', 'laboureur bourg page illisible'])
    expect(await found(inside)).toEqual([id])
  for (const across of ['"martin dupont"', '"laboureur du"', '"bourg bas"', '"page illisible"'])
    expect(await found(across)).toEqual([])
})

test('section, status and source narrow what is found', async () => {
  const { t, c, admin } = await searched()
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', c.vannesM.id).execute()
  const found = async (query: string) => idsOf(await admin.get(`/recherche?${query}`))
  expect(await found('statut=validee')).toEqual([8, 9, 10])
  expect(await found('statut=validee&q=martin')).toEqual([8])
  expect(await found(`section=${t.saintMalo.id}&q=martin`)).toEqual([3, 2, 1, 6])
  expect(await found(`source=${c.pleurtuitM.id}`)).toEqual([7, 6])
  expect(await found('statut=validee&annee_debut=1900')).toEqual([9, 10])
  const page = (await admin.get(`/recherche?source=${c.pleurtuitM.id}&section=${t.saintMalo.id}&statut=en_cours`)).page
  expect(page.all('.jeton').map((chip) => squeeze(chip.textContent))).toEqual([
    'Section de Saint-Malo',
    'En cours',
    'Mariages de Pleurtuit',
  ])
  const etienne = await t.as(t.etienne)
  const hidden = await etienne.get(`/recherche?source=${c.pleurtuitM.id}`)
  expect(idsOf(hidden)).toEqual([])
  expect(hidden.text).not.toContain('Mariages de Pleurtuit')
  expect(squeeze(hidden.page.one('.jeton').textContent)).toBe('Source inconnue')
})
