import { expect, test } from 'vitest'
import { touchStatusAfterEntry } from '../../../src/features/sources/actions/sources.ts'
import { lastWorkOn, yearsOf } from '../../../src/features/sources/queries/show.ts'
import { coverageOf, yearRuns } from '../../../src/features/sources/rules/progress.ts'
import { period, proposedTitle } from '../../../src/features/sources/rules/title.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'

async function world() {
  const t = await testApp()
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const lieu = await t.make.lieu({ nom: 'Pleurtuit', parent: bretagne })
  const depot = await t.make.depot({ nom: 'Archives d’Ille-et-Vilaine' })
  const fields = {
    titre: '',
    type_source_id: type.id,
    lieu_id: lieu.id,
    'texte:lieu_id': lieu.nom_long,
    annee_debut: '1793',
    annee_fin: '1802',
    section_id: t.saintMalo.id,
    depot_id: depot.id,
    cote: '10 NUM 35228 120',
    url: 'https://archives.example.fr/ark:/49933/tb1',
    note: 'Registre abîmé',
    membres: [t.marie.id],
  }
  return { t, type, lieu, depot, fields }
}

const stored = (t: TestApp) => t.db.selectFrom('sources').selectAll().orderBy('id').execute()
const membersOf = async (t: TestApp, id: number) =>
  (
    await t.db.selectFrom('source_membres').select('user_id').where('source_id', '=', id).orderBy('user_id').execute()
  ).map((row) => row.user_id)

test('a title is proposed from type, place and years', () => {
  const years = { annee_debut: 1793, annee_fin: 1802 }
  const of = (type: string, lieu: string | null) => proposedTitle({ type, lieu, ...years })
  expect(of('Baptêmes', 'Pleurtuit')).toBe('Baptêmes de Pleurtuit, 1793-1802')
  expect(of('Mariages (paroissiaux)', 'Évran')).toBe('Mariages d’Évran, 1793-1802')
  expect(of('Décès', 'Le Faou')).toBe('Décès du Faou, 1793-1802')
  expect(of('Décès', 'Les Iffs')).toBe('Décès des Iffs, 1793-1802')
  expect(of('Décès', 'La Baussaine')).toBe('Décès de La Baussaine, 1793-1802')
  expect(of('Décès', null)).toBe('Décès, 1793-1802')
  expect(period(1793, 1793)).toBe('1793')
  expect(period(1793, null)).toBe('à partir de 1793')
  expect(period(null, 1802)).toBe('jusqu’en 1802')
  expect(period(null, null)).toBe('')
})

test('a manager creates a source in the section he manages, with its members and its first transition', async () => {
  const { t, type, lieu, depot, fields } = await world()
  const rene = await t.as(t.rene)
  const form = await rene.get('/sources/nouvelle')
  expect(form.page.h1).toBe('Nouvelle source')
  expect(form.page.all('select[name=section_id] option').map((o) => o.textContent)).toEqual([
    'Choisissez une section',
    'Section de Saint-Malo',
  ])
  const offered = form.page.all('input[name=membres]').map((box) => Number(box.getAttribute('value')))
  expect(offered).toContain(t.marie.id)
  expect(offered).not.toContain(t.inactif.id)
  const res = await rene.post('/sources', { ...fields, _envoi: form.page.value('_envoi') })
  expect(res.status).toBe(303)
  const [source] = await stored(t)
  expect(source).toMatchObject({
    titre: 'Baptêmes de Pleurtuit, 1793-1802',
    titre_tri: 'baptemes de pleurtuit 1793 1802',
    type_source_id: type.id,
    lieu_id: lieu.id,
    section_id: t.saintMalo.id,
    depot_id: depot.id,
    annee_debut: 1793,
    annee_fin: 1802,
    status: 'a_relever',
    created_by: t.rene.id,
  })
  expect(await membersOf(t, source?.id ?? 0)).toEqual([t.marie.id])
  const page = (await rene.follow(res)).page
  expect(page.h1).toBe('Baptêmes de Pleurtuit, 1793-1802')
  expect(page.title).toContain('Baptêmes de Pleurtuit, 1793-1802')
  for (const text of ['À relever', 'Pleurtuit, Bretagne', '10 NUM 35228 120', 'marie', 'Création de la source'])
    expect(page.text).toContain(text)
  expect(page.one('a[href^="https://archives"]').getAttribute('rel')).toContain('noopener')
  expect(t.failures).toEqual([])
})

test('a double click creates one source', async () => {
  const { t, fields } = await world()
  const admin = await t.as(t.admin)
  const answers = await Promise.all([1, 2, 3].map(() => admin.post('/sources', { ...fields, _envoi: 'jeton' })))
  expect(new Set(answers.map((res) => res.location)).size).toBe(1)
  expect(await stored(t)).toHaveLength(1)
})

test('an administrator may leave out the section and everything but the type', async () => {
  const { t, type } = await world()
  const res = await (await t.as(t.admin)).post('/sources', { type_source_id: type.id })
  expect(res.status).toBe(303)
  expect((await stored(t))[0]).toMatchObject({ titre: 'Baptêmes', section_id: null, lieu_id: null, cote: null })
})

test.each<[string, Record<string, string | number>, string, string]>([
  ['no type', { type_source_id: '' }, 'type_source_id', 'Choisissez le type de la source.'],
  ['unknown type', { type_source_id: 999 }, 'type_source_id', 'Choisissez le type dans la liste.'],
  ['type that is no id', { type_source_id: '1; drop' }, 'type_source_id', 'Choisissez une valeur dans la liste.'],
  ['title too long', { titre: 'x'.repeat(256) }, 'titre', '255 caractères au plus'],
  ['control character', { titre: 'a\u0000b' }, 'titre', 'caractère interdit'],
  ['years reversed', { annee_debut: 1802, annee_fin: 1793 }, 'annee_fin', 'La dernière année précède la première.'],
  ['year 0', { annee_debut: 0 }, 'annee_debut', 'Indiquez une année en chiffres'],
  ['year 3000', { annee_fin: 3000 }, 'annee_fin', 'Indiquez une année en chiffres'],
  ['year in words', { annee_debut: 'an III' }, 'annee_debut', 'Indiquez une année en chiffres'],
  ['script address', { url: 'javascript:alert(1)' }, 'url', 'https://'],
  ['address without scheme', { url: 'archives.fr' }, 'url', 'https://'],
  ['foreign section', { section_id: 2 }, 'section_id', 'n’est pas une de celles que vous gérez'],
  ['no section', { section_id: '' }, 'section_id', 'Choisissez une des sections que vous gérez.'],
  ['unknown depot', { depot_id: 999 }, 'depot_id', 'Ce dépôt n’existe pas.'],
  ['unknown place', { lieu_id: 999, 'texte:lieu_id': 'Nulle part' }, 'texte:lieu_id', 'Aucun lieu ne correspond'],
])('a new source is refused: %s', async (_why, change, name, message) => {
  const { t, fields } = await world()
  const sent = {
    ...fields,
    titre: 'Gardé',
    ...change,
    section_id: change.section_id === 2 ? t.vannes.id : fields.section_id,
  }
  if (change.section_id === '') sent.section_id = '' as unknown as number
  const res = await (await t.as(t.rene)).post('/sources', sent)
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  expect(res.page.value('note') || res.page.one('textarea[name=note]').textContent.trim()).toBe('Registre abîmé')
  if (change.titre === undefined) expect(res.page.value('titre')).toBe('Gardé')
  expect(res.page.one(`input[name=membres][value="${t.marie.id}"]`).hasAttribute('checked')).toBe(true)
  expect(await stored(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test('the same token serves again after a refusal', async () => {
  const { t, fields } = await world()
  const admin = await t.as(t.admin)
  const first = await admin.post('/sources', { ...fields, depot_id: 999, _envoi: 'jeton' })
  expect([first.status, first.page.value('_envoi')]).toEqual([422, 'jeton'])
  expect((await admin.post('/sources', { ...fields, _envoi: 'jeton' })).status).toBe(303)
  expect(await stored(t)).toHaveLength(1)
})

test('members must be known and active', async () => {
  const { t, fields } = await world()
  const rene = await t.as(t.rene)
  const inactive = await rene.post('/sources', { ...fields, membres: [t.marie.id, t.inactif.id] })
  expect(inactive.status).toBe(422)
  expect(inactive.page.text).toContain('Un des membres choisis a un compte inactif.')
  const unknown = await rene.post('/sources', { ...fields, membres: [9999] })
  expect([unknown.status, unknown.page.text.includes('Un des membres choisis n’existe pas.')]).toEqual([422, true])
  const forged = await rene.post('/sources', { ...fields, membres: 'x' })
  expect(forged.status).toBe(422)
  expect(await stored(t)).toEqual([])
})

test('a member who became inactive stays, is shown as such, and once taken away does not come back', async () => {
  const { t, fields } = await world()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie, t.inactif], status: 'a_relever' })
  const rene = await t.as(t.rene)
  const form = await rene.get(`/sources/${source.id}/modifier`)
  expect(form.page.field('inactif').hasAttribute('checked')).toBe(true)
  expect(form.page.text).toContain('inactif (compte inactif)')
  expect((await rene.get(`/sources/${source.id}`)).page.text).toContain('compte inactif')
  const edit = (membres: number[], version: number) =>
    rene.post(`/sources/${source.id}`, { ...fields, titre: source.titre, membres, version })
  expect((await edit([t.inactif.id], 1)).status).toBe(303)
  expect(await membersOf(t, source.id)).toEqual([t.inactif.id])
  expect((await edit([], 2)).status).toBe(303)
  expect((await edit([t.inactif.id], 3)).status).toBe(422)
  expect(await membersOf(t, source.id)).toEqual([])
})

test('without JavaScript a place is searched, then chosen', async () => {
  const { t, lieu, fields } = await world()
  const admin = await t.as(t.admin)
  const { lieu_id: _, ...rest } = fields
  const searched = await admin.post('/sources', {
    ...rest,
    titre: 'Gardé',
    'texte:lieu_id': 'pleur',
    chercher: 'lieu_id',
  })
  expect(searched.status).toBe(200)
  expect(searched.page.has(`select[name=lieu_id] option[value="${lieu.id}"]`)).toBe(true)
  expect(searched.page.value('titre')).toBe('Gardé')
  expect(await stored(t)).toEqual([])
  const res = await admin.post('/sources', {
    ...rest,
    'texte:lieu_id': 'pleur',
    'recherche:lieu_id': searched.page.value('recherche:lieu_id'),
    lieu_id: lieu.id,
  })
  expect(res.status).toBe(303)
  expect((await stored(t))[0]?.lieu_id).toBe(lieu.id)
  // By a program: the id, the text left empty. In the list as well.
  await admin.post('/sources', { ...rest, titre: 'Par un programme', 'texte:lieu_id': '', lieu_id: lieu.id })
  expect((await stored(t)).at(-1)).toMatchObject({ titre: 'Par un programme', lieu_id: lieu.id })
  const filtered = (await admin.get(`/sources?lieu=${lieu.id}&texte:lieu=`)).page
  expect(filtered.value('texte:lieu')).not.toBe('')
  const cleared = (await admin.get(`/sources?lieu=${lieu.id}&texte:lieu=&montre:lieu=${lieu.id}`)).page
  expect(cleared.value('texte:lieu')).toBe('')
})

test('a source is edited; the form shows what is stored', async () => {
  const { t, fields } = await world()
  const admin = await t.as(t.admin)
  const created = await admin.post('/sources', fields)
  const form = (await admin.get(`${created.location}/modifier`)).page
  expect(form.value('titre')).toBe('Baptêmes de Pleurtuit, 1793-1802')
  expect(form.value('texte:lieu_id')).toBe('Pleurtuit, Bretagne')
  expect([form.value('annee_debut'), form.value('section_id')]).toEqual(['1793', String(t.saintMalo.id)])
  const path = created.location ?? ''
  const res = await admin.post(path, {
    ...fields,
    titre: 'Baptêmes, Pleurtuit',
    cote: '',
    version: form.value('version'),
  })
  expect(res.location).toBe(path)
  expect((await stored(t))[0]).toMatchObject({ titre: 'Baptêmes, Pleurtuit', cote: null, version: 2 })
  const late = await admin.post(path, { ...fields, titre: 'Trop tard', version: 1 })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('a été modifiée entre-temps')
  expect([late.page.value('titre'), late.page.value('version')]).toEqual(['Trop tard', '2'])
  expect((await stored(t))[0]?.titre).toBe('Baptêmes, Pleurtuit')
  const wrong = await admin.post(path, { ...fields, annee_debut: 'x', version: 1 })
  expect([wrong.status, wrong.page.value('version')]).toEqual([422, '1'])
})

test('the type stays once the source holds records', async () => {
  const { t, type, fields } = await world()
  const other = await t.make.typeSource({ nom: 'Décès' })
  const source = await t.make.source({ type, section: t.saintMalo })
  const rene = await t.as(t.rene)
  const change = (version: number) =>
    rene.post(`/sources/${source.id}`, { ...fields, type_source_id: other.id, version })
  expect((await change(1)).status).toBe(303)
  await t.make.releve(source)
  const res = await rene.post(`/sources/${source.id}`, { ...fields, type_source_id: type.id, version: 2 })
  expect(res.status).toBe(422)
  expect(res.page.error('type_source_id')).toContain('la source contient 1 relevé')
  expect((await stored(t))[0]?.type_source_id).toBe(other.id)
  const form = await rene.get(`/sources/${source.id}/modifier`)
  expect(form.page.all('select[name=type_source_id] option')).toHaveLength(1)
})

test('a manager cannot move a source to a section he does not manage', async () => {
  const { t, fields } = await world()
  await t.make.membre(t.vannes, t.rene)
  const source = await t.make.source({ section: t.saintMalo })
  const res = await (await t.as(t.rene)).post(`/sources/${source.id}`, {
    ...fields,
    section_id: t.vannes.id,
    version: 1,
  })
  expect([res.status, res.page.error('section_id')]).toEqual([
    422,
    'Cette section n’est pas une de celles que vous gérez.',
  ])
})

test('the page of a source tells progress, authors and latest records', async () => {
  const { t } = await world()
  const source = await t.make.source({ section: t.saintMalo, status: 'en_cours' })
  const date = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })
  await t.make.releve(source, { nom: 'Martin', prenom: 'Jeanne', date_evenement: date('1793-02-01') })
  await t.make.releve(source, { nom: 'Le Goff', date_evenement: date('1802-12-31') })
  const { page } = await (await t.as(t.marie)).get(`/sources/${source.id}`)
  expect(page.text).toContain('2 relevés')
  expect(page.text).toContain('Du 01/02/1793 au 31/12/1802')
  expect(page.text).toContain('Compte supprimé')
  expect(page.text).toContain('Martin Jeanne')
  expect(page.has(`a[href="/sources/${source.id}/releves/nouveau"]`)).toBe(true)
  expect(page.has(`a[href="/sources/${source.id}/releves"]`)).toBe(true)
  expect(page.has(`a[href="/export/source/${source.id}/csv"]`)).toBe(true)
  expect(page.has(`a[href="/sources/${source.id}/modifier"]`)).toBe(false)
  expect(t.failures).toEqual([])
})

test('the latest records have their dates as the register has them', async () => {
  const { t } = await world()
  const source = await t.make.source({ section: t.saintMalo })
  const dates = {
    Jour: { valeur: '1787-08-12', calendrier: 'gregorien', iso: '1787-08-12' },
    Mois: { valeur: '1790-03', calendrier: 'gregorien', iso: '1790-03-01' },
    Julien: { valeur: '1572-07-21', calendrier: 'julien', iso: '1572-07-31' },
    Republicain: { valeur: '14 thermidor an II', calendrier: 'republicain', iso: '1794-08-01' },
    Autre: { valeur: 'jour de la Révolution', calendrier: 'republicain', iso: null },
    Rien: null,
  }
  for (const [nom, date_evenement] of Object.entries(dates)) await t.make.releve(source, { nom, date_evenement })
  const { page } = await (await t.as(t.marie)).get(`/sources/${source.id}`)
  for (const line of [
    'Jour 12/08/1787',
    'Mois 03/1790',
    'Julien 21/07/1572 (calendrier julien)',
    'Republicain 14 thermidor an II (calendrier républicain)',
    'Autre jour de la Révolution (calendrier républicain)',
  ])
    expect(page.text.replaceAll(' ', '')).toContain(line.replaceAll(' ', ''))
})

test('the page of a source tells who worked last, and which years of the register are still empty', async () => {
  const { t } = await world()
  const source = await t.make.source({ section: t.saintMalo, annee_debut: 1793, annee_fin: 1799 })
  const date = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })
  for (const iso of ['1793-02-01', '1793-12-31', '1796-01-01', '1797-05-02', '1850-01-01']) {
    await t.make.releve(source, { nom: 'Martin', date_evenement: date(iso) })
  }
  const last = await t.make.releve(source, { nom: 'Sans date' })
  const marie = await t.as(t.marie)
  const form = (await marie.get(`/releves/${last}/modifier`)).page
  const fields = { version: form.value('version'), 'data[nom]': 'Le Goff', 'data[date_evenement][valeur]': '1799' }
  expect((await marie.post(`/releves/${last}`, fields)).status).toBe(303)
  const { page } = await marie.get(`/sources/${source.id}`)
  expect(page.text).toContain('Dernière modification : marie, le 21 novembre 2026')
  expect(page.text).toContain('4 années sur 7 ont au moins un relevé')
  expect(page.text).toContain('Sans relevé : 1794-1795, 1798')
  const strip = (path: string) =>
    marie
      .get(path)
      .then(({ page: { one, text } }) => [
        one('svg[role=img]').getAttribute('aria-label'),
        /(?:V|C|F) \S+ (?:\S+ )?: \d+ années?(?: · M manque : \d+ années| · F à faire : \d+ années)?/.exec(text)?.[0],
      ])
  expect(await strip(`/sources/${source.id}`)).toEqual([
    'Années de la source\u00a0: 1793 en cours, 1794-1795 à faire, 1796-1797 en cours, 1798 à faire, 1799 en cours',
    'C en cours : 4 années · F à faire : 3 années',
  ])
  expect(await yearsOf(t.db, source.id)).toEqual([1793, 1796, 1797, 1799, 1850])
  const empty = await t.make.source({ section: t.saintMalo, annee_debut: 1793, annee_fin: 1799 })
  expect([await yearsOf(t.db, empty.id), await lastWorkOn(t.db, empty.id)]).toEqual([[], undefined])
  expect(await strip(`/sources/${empty.id}`)).toEqual([
    'Années de la source\u00a0: 1793-1799 à faire',
    'F à faire : 7 années',
  ])
  const lacunes = JSON.stringify([{ debut: 1794, fin: 1795, motif: 'perdu' }])
  await t.db.updateTable('sources').set({ lacunes, status: 'validee' }).where('id', '=', source.id).execute()
  expect(await strip(`/sources/${source.id}`)).toEqual([
    'Années de la source\u00a0: 1793 validé, 1794-1795 manque, 1796-1799 validé',
    'V validé : 5 années · M manque : 2 années',
  ])
  expect(t.failures).toEqual([])
})

test('years are counted within the period of the register, where it has one that can be counted', () => {
  const of = (annee_debut: number | null, annee_fin: number | null, years: number[]) =>
    coverageOf({ annee_debut, annee_fin }, years)
  expect(of(1793, 1795, [1700, 1794])).toEqual({
    ...{ done: 1, span: 3, missing: [1793, 1795] },
    runs: [{ at: 1, length: 1 }],
  })
  expect(of(1793, 1794, [1793, 1794])).toEqual({
    ...{ done: 2, span: 2, missing: [] },
    runs: [{ at: 0, length: 2 }],
  })
  expect([of(1793, null, [1793]), of(1793, 1793, [1793]), of(1, 2000, [])]).toEqual([undefined, undefined, undefined])
  expect(yearRuns([1793, 1794, 1795, 1799])).toBe('1793-1795, 1799')
  expect(yearRuns([])).toBe('')
})

test('the page of a source asks as many questions for 20 records as for 2', async () => {
  const { t } = await world()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const rene = await t.as(t.rene)
  const add = async (n: number) => {
    for (let i = 0; i < n; i += 1) await t.make.releve(source, { nom: `Martin ${i}` })
  }
  await add(2)
  const few = await countQueries(t.deps, () => rene.get(`/sources/${source.id}`))
  await add(18)
  await t.db.insertInto('source_membres').values({ source_id: source.id, user_id: t.rene.id }).execute()
  expect(await countQueries(t.deps, () => rene.get(`/sources/${source.id}`))).toBe(few)
})

test('a closed source offers no entry', async () => {
  const { t } = await world()
  const source = await t.make.source({ section: t.saintMalo, status: 'validee' })
  const { page } = await (await t.as(t.rene)).get(`/sources/${source.id}`)
  expect(page.has(`a[href="/sources/${source.id}/releves/nouveau"]`)).toBe(false)
  expect(page.text).toContain('n’est pas ouverte à la saisie')
  expect(page.has(`a[href="/sources/${source.id}/modifier"]`)).toBe(true)
})

test.each([
  ['a_relever', 'en_cours', 1],
  ['rejetee', 'en_cours', 1],
  ['en_cours', 'en_cours', 0],
] as const)('the first record moves a source from %s to %s', async (de, vers, moves) => {
  const t = await testApp()
  const source = await t.make.source({ status: de })
  const now = '2026-11-21T10:00:00.000Z'
  // Twice from the same reading: of two records at once, one makes the move.
  for (let i = 0; i < 2; i += 1) {
    await t.db
      .transaction()
      .execute((trx) => touchStatusAfterEntry(trx, { id: source.id, status: de }, t.marie.id, now))
  }
  const { status } = await t.db
    .selectFrom('sources')
    .select('status')
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe(vers)
  const kept = await t.db.selectFrom('source_transitions').select(['de', 'vers', 'user_id']).execute()
  expect(kept).toEqual(Array.from({ length: moves }, () => ({ de, vers, user_id: t.marie.id })))
})
