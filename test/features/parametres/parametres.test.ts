import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app.tsx'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { type TestApp, testApp, Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { etatOf, isChecked, journalOf } from './support.ts'

const PATH = '/parametres'
const GENERAL = { site_name: 'Cercle d’Aleth', journal_mois: 12 }

test('the page is the administrator’s alone, and every one of its forms', async () => {
  const t = await testApp()
  for (const who of [t.marie, t.rene]) {
    const visitor = await t.as(who)
    expect((await visitor.get(PATH)).status).toBe(403)
    for (const path of [
      'general',
      'logo',
      'logo/supprimer',
      'smtp',
      'smtp/supprimer',
      'smtp/test',
      'updates',
      'carte',
      'fichier',
    ])
      expect([path, (await visitor.post(`${PATH}/${path}`, GENERAL)).status]).toEqual([path, 403])
  }
  expect(t.deps.settings.read().site_name).toBe('Relevés d’essai')
})

test('the page shows what is in force, the version and the day of the installation', async () => {
  const t = await testApp()
  const answer = await (await t.as(t.admin)).get(PATH)
  expect([answer.status, answer.page.h1, answer.page.title]).toEqual([
    200,
    'Paramètres',
    'Paramètres – Relevés d’essai',
  ])
  expect(answer.page.value('site_name')).toBe('Relevés d’essai')
  expect(answer.page.value('journal_mois')).toBe('12')
  expect(
    ['registration_enabled', 'update_check_enabled', 'pin_obligatoire'].map((name) => isChecked(answer, name)),
  ).toEqual([false, true, false])
  expect(answer.page.text).toMatch(/Version\s*0\.0\.0-test/)
  expect(answer.page.text).toMatch(/Installé le\s*1er janvier 2026/)
  expect(answer.page.text).toContain('Non configuré')
  const index = answer.page.all('.reglages-sommaire li').map((line) => squeeze(line.textContent))
  expect(index).toEqual([
    'Le site Inscriptions fermées',
    'La page d’accueil Éteinte',
    'Le logo Sceau du site',
    'Le courriel À régler',
    'La connexion Second facteur libre',
    'Le fond de carte Celui du site',
    'Les photos Aucune',
    'Les données personnelles À compléter',
    'Les mises à jour Jamais vérifié',
    'Les sauvegardes Aucune',
  ])
  for (const link of answer.page.all('.reglages-sommaire a'))
    expect(answer.page.has(`section${link.getAttribute('href')}`)).toBe(true)
  expect((await (await t.as(t.admin)).get('/admin')).page.has(`a[href="${PATH}"]`)).toBe(true)
})

describe('the title and the registration', () => {
  test('are saved, used at once by every page, and told to the journal by name', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const answer = await admin.post(`${PATH}/general`, { ...GENERAL, registration_enabled: '1', journal_mois: 24 })
    expect(answer).toMatchObject({ status: 303, location: PATH })
    const page = await admin.follow(answer)
    expect(page.page.flash).toBe('Réglages du site enregistrés.')
    expect(page.page.title).toBe('Paramètres – Cercle d’Aleth')
    expect(page.page.text).toContain('Inscriptions ouvertes')
    expect(t.deps.settings.read()).toMatchObject({ ...GENERAL, registration_enabled: true, journal_mois: 24 })
    expect((await t.anonymous().get('/login')).text).toContain('Cercle d’Aleth')
    expect(await journalOf(t)).toContainEqual([t.admin.id, ['site_name', 'registration_enabled', 'journal_mois']])
    await admin.post(`${PATH}/general`, GENERAL)
    expect(t.deps.settings.read()).toMatchObject({ registration_enabled: false, journal_mois: 12 })
  })

  test.each([
    [{ site_name: '  ' }, 'site_name', /Donnez un nom/],
    [{ site_name: 'a'.repeat(101) }, 'site_name', /trop long/],
    [{ site_name: 'Cercle\nBcc: x@y.fr' }, 'site_name', /une ligne/],
    [{ site_name: 'a\u0007b' }, 'site_name', /interdit/],
    [{ journal_mois: 5 }, 'journal_mois', /6 à 120/],
    [{ journal_mois: 'douze' }, 'journal_mois', /6 à 120/],
    [{ journal_mois: '' }, 'journal_mois', /obligatoire/],
  ])('are refused beside their field, what was typed kept: %j', async (change, field, message) => {
    const t = await testApp()
    const typed = { ...GENERAL, registration_enabled: '1', ...change }
    const answer = await (await t.as(t.admin)).post(`${PATH}/general`, typed)
    expect(answer.status).toBe(422)
    expect(answer.page.error(field)).toMatch(message)
    expect(isChecked(answer, 'registration_enabled')).toBe(true)
    expect(t.deps.settings.read()).toMatchObject({ site_name: 'Relevés d’essai', registration_enabled: false })
    expect(answer.page.value('tuiles_url')).toBe('')
  })
})

describe('two administrators at once', () => {
  test('the second is shown what the first saved, with what was typed, and may save over it knowingly', async () => {
    const t = await testApp()
    const other = await t.make.user({ name: 'autre', role: 'admin' })
    const [one, two] = [await t.as(t.admin), await t.as(other)]
    const etat = etatOf(await one.get(PATH), `${PATH}/general`)
    expect((await two.post(`${PATH}/general`, { ...GENERAL, site_name: 'Le premier', etat })).status).toBe(303)
    const late = await one.post(`${PATH}/general`, { ...GENERAL, site_name: 'Le second', etat })
    expect(late.status).toBe(409)
    expect(late.page.value('site_name')).toBe('Le second')
    expect(late.page.text).toContain('Un autre administrateur a changé ces réglages')
    expect(late.page.text).toMatch(/Titre du site\s*Le premier/)
    expect(t.deps.settings.read().site_name).toBe('Le premier')
    const again = { ...GENERAL, site_name: 'Le second', etat: etatOf(late, `${PATH}/general`) }
    expect((await one.post(`${PATH}/general`, again)).status).toBe(303)
    expect(t.deps.settings.read().site_name).toBe('Le second')
  })

  test('different parts of the page are not in each other’s way', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const page = await admin.get(PATH)
    const carte = { tuiles_url: 'https://t.exemple.fr/{z}/{x}/{y}.png', tuiles_mention: '© Exemple' }
    const [general, map] = await Promise.all([
      admin.post(`${PATH}/general`, { ...GENERAL, etat: etatOf(page, `${PATH}/general`) }),
      admin.post(`${PATH}/carte`, { ...carte, etat: etatOf(page, `${PATH}/carte`) }),
    ])
    expect([general.status, map.status]).toEqual([303, 303])
    expect(t.deps.settings.read()).toMatchObject({ site_name: GENERAL.site_name, ...carte })
  })
})

describe('the update check', () => {
  test('is switched by its box alone, and the part of the page comes back with the message', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const off = await admin.post(`${PATH}/updates`, {}, { 'HX-Request': 'true' })
    expect(off).toMatchObject({ status: 303, location: PATH })
    const part = await admin.fragment(PATH)
    expect(part.text).not.toContain('<html')
    expect(isChecked(part, 'update_check_enabled')).toBe(false)
    expect(part.page.one('#flash').getAttribute('hx-swap-oob')).toBe('true')
    expect(part.page.one('#flash').textContent).toBe('Le site ne cherchera plus de nouvelle version.')
    expect((await admin.get(PATH)).page.one('#flash').textContent).toBe('')
    expect(t.deps.settings.read().update_check_enabled).toBe(false)
    await admin.post(`${PATH}/updates`, { update_check_enabled: '1' })
    expect(t.deps.settings.read().update_check_enabled).toBe(true)
    expect((await journalOf(t)).filter(([, cles]) => String(cles) === 'update_check_enabled')).toHaveLength(2)
  })

  const answered = (t: TestApp, answer: string) => {
    mkdirSync(join(t.deps.storage, 'app'), { recursive: true })
    writeFileSync(join(t.deps.storage, 'app', 'mise-a-jour.json'), answer)
  }

  test('whoever cannot know whether it is up to date is told why', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const block = async () => squeeze((await admin.get(PATH)).page.one('#mises-a-jour').textContent)
    expect(await block()).toContain(
      'Aucun serveur de versions n’est indiqué : ce site ne peut pas savoir s’il est à jour',
    )
    t.deps.updateServer = 'https://versions.exemple.fr/'
    expect(await block()).toContain('Le serveur des versions n’a pas encore répondu')
    t.deps.settings.write({ update_check_enabled: false })
    expect(await block()).toContain('cochez la case pour savoir s’il est à jour')
    answered(t, JSON.stringify({ version: t.deps.version, verifiee_at: '2026-11-20T03:30:00.000Z' }))
    expect(await block()).toMatch(/À jour.*vérifié le 20 novembre 2026/)
    expect(await block()).not.toMatch(/Aucun serveur|cochez la case/)
  })

  test('a newer version is told with the command, an equal one by a badge, nonsense not at all', async () => {
    const t = await testApp()
    t.deps.version = '1.0.1'
    const admin = await t.as(t.admin)
    const page = async () => (await admin.get(PATH)).page
    const at = '2026-11-20T03:30:00.000Z'
    for (const version of ['1.0.2', '1.1.0', '2.0', '10.0.0']) {
      answered(t, JSON.stringify({ version, verifiee_at: at }))
      const { text } = await page()
      expect([version, text.includes(`La version ${version} de Relevés est disponible.`)]).toEqual([version, true])
      expect(text).toContain('Ce site utilise la version 1.0.1.')
      expect(text).toContain('bin/releve app:update')
    }
    t.deps.isImage = true
    for (const path of [PATH, '/']) {
      const { text } = (await admin.get(path)).page
      expect(squeeze(text)).toContain('Ce site fonctionne dans un conteneur : prenez l’image de la nouvelle version')
      expect(text).not.toContain('app:update')
    }
    t.deps.isImage = false
    const of = (version: string) => ({ version, points: [`Ce que fait <b>${version}</b>.`] })
    answered(
      t,
      JSON.stringify({ version: '1.1.0', verifiee_at: at, nouveautes: ['1.2.0', '1.1.0', '1.0.2', '1.0.1'].map(of) }),
    )
    const told = (await page()).all('#mises-a-jour .annonce li').map((point) => point.text)
    expect(told).toEqual(['Ce que fait <b>1.1.0</b>.', 'Ce que fait <b>1.0.2</b>.'])
    answered(
      t,
      JSON.stringify({ version: '1.1.0', verifiee_at: at, nouveautes: [{ version: '1.1.0', points: 'rien' }] }),
    )
    expect((await page()).all('#mises-a-jour .annonce li')).toEqual([])
    for (const version of ['1.0.1', '1.0.0', '0.9.9', '1.0']) {
      answered(t, JSON.stringify({ version, verifiee_at: at }))
      const { text } = await page()
      expect([
        version,
        text.includes('est disponible'),
        text.includes('À jour vérifié le 20 novembre 2026 à 4:30'),
      ]).toEqual([version, false, true])
    }
    for (const nonsense of ['', '{', 'null', '[]', '{"version":7}', '{"version":"<b>9</b>","verifiee_at":"hier"}']) {
      answered(t, nonsense)
      expect([nonsense, (await page()).text.match(/est disponible|À jour/)]).toEqual([nonsense, null])
    }
    expect(t.failures).toEqual([])
  })
})

describe('the map', () => {
  const refusals = [
    'http://t.exemple.fr/{z}/{x}/{y}.png',
    'https://t.exemple.fr/{z}/{x}.png',
    'https://t.exemple.fr/{z}/{x}/{y}/{r}.png',
    'https://{x}.exemple.fr/{z}/{y}.png',
    "https://t.exemple.fr/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
    'https://a:b@t.exemple.fr/{z}/{x}/{y}.png',
    'javascript:{z}{x}{y}',
    'data:image/png,{z}{x}{y}',
    '//t.exemple.fr/{z}/{x}/{y}.png',
    'https:///{z}/{x}/{y}',
  ]
  test.each(refusals)('an address that is none, or could loosen the policy, is refused (%s)', async (tuiles_url) => {
    const t = await testApp()
    const answer = await (await t.as(t.admin)).post(`${PATH}/carte`, { tuiles_url })
    expect(answer.status).toBe(422)
    expect(answer.page.error('tuiles_url')).toMatch(/https/)
    expect(answer.page.value('tuiles_url')).not.toBe('')
    expect(t.deps.settings.read().tuiles_url).toBe('')
  })
})

test('a settings file that was broken is told until an administrator says it is seen', async () => {
  const t = await testApp()
  t.deps.settings.write({ fichier_abime: 'settings.abime-1.json', fichier_repris: 'copie' })
  const admin = await t.as(t.admin)
  const page = await admin.get(PATH)
  expect(page.page.text).toContain('Le fichier des réglages était illisible.')
  expect(page.page.text).toContain('settings.abime-1.json')
  expect((await admin.follow(await admin.post(`${PATH}/fichier`))).page.text).not.toContain('illisible. Il est gardé')
  expect(t.deps.settings.read()).toMatchObject({ fichier_abime: '', fichier_repris: '' })
})

test('a title saved in one process is used by another at its next page', async () => {
  const t = await testApp()
  const store = () => settingsStore(t.deps.storage, silentLog, 'le secret')
  const [one, two] = [createApp({ ...t.deps, settings: store() }), createApp({ ...t.deps, settings: store() })]
  const admin = new Visitor(one)
  const elsewhere = new Visitor(two)
  for (const [name, value] of (await t.as(t.admin)).cookies) admin.cookies.set(name, value)
  for (const title of ['Un', 'Deux', 'Trois']) {
    expect((await admin.post(`${PATH}/general`, { ...GENERAL, site_name: title })).status).toBe(303)
    expect((await elsewhere.get('/login')).page.title).toBe(`Connexion – ${title}`)
  }
})
