// A page tells everybody what the site knows of people, a register tells it to an authority; both read the settings.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const PAGE = '/donnees-personnelles'
const REGISTER = '/admin/registre-traitements'
const TYPED = {
  responsable_donnees: 'Cercle généalogique d’essai\n1, rue des Archives, 35400 Saint-Malo',
  contact_donnees: 'rgpd@exemple.fr',
  sous_traitants: 'Hébergeur d’essai (France)\nCourriel d’essai (Allemagne)',
  inutilise_avis_mois: '12',
  inutilise_fermeture_mois: '18',
}

test('everybody reads who is responsible, what is kept and for how long, as the settings have it', async () => {
  const t = await testApp()
  const stranger = t.anonymous()
  const before = squeeze((await stranger.get(PAGE)).page.text)
  expect(before).toContain('L’association qui tient ce site.')
  expect(before).toContain('pendant 12 mois')
  expect(before).toContain('pas venu depuis 24 mois')
  const admin = await t.as(t.admin)
  const done = await admin.follow(await admin.post('/parametres/donnees', TYPED))
  expect(done.page.one('#donnees [role=status]').text).toBe('Données personnelles enregistrées.')
  t.deps.settings.write({ journal_mois: 6 })
  const { page } = await stranger.get(PAGE)
  const text = squeeze(page.text)
  for (const told of ['1, rue des Archives', 'rgpd@exemple.fr', 'Hébergeur d’essai (France)', 'Courriel d’essai'])
    expect(text).toContain(told)
  expect(text).toContain('pendant 6 mois')
  expect(text).toContain(
    'pas venu depuis 12 mois en est prévenu par courriel ; son compte est fermé au bout de 18 mois',
  )
  expect(page.all('main a[href^="/profil"]')).toEqual([])
  const own = (await (await t.as(t.marie)).get(PAGE)).page.all('main a').map((link) => link.getAttribute('href'))
  expect(own).toEqual(['/profil/donnees', '/profil', '/profil/suppression'])
  for (const path of own) expect((await (await t.as(t.marie)).get(path ?? '')).status).toBe(200)
  expect(t.failures).toEqual([])
})

test('each page leads there, the log-in too', async () => {
  const t = await testApp()
  for (const [who, path] of [
    [t.anonymous(), '/login'],
    [await t.as(t.marie), '/'],
  ] as const)
    expect((await who.get(path)).page.all(`footer a[href="${PAGE}"]`).length).toBe(1)
})

test('the register of treatments is for administrators, and names what the settings name', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await admin.post('/parametres/donnees', TYPED)
  const { page } = await admin.get(REGISTER)
  expect(page.all('h2').map((title) => title.text)).toEqual([
    'Comptes et accès',
    'Relevés et leur historique',
    'Journal de sécurité',
    'Courriels',
    'Statistiques de saisie',
  ])
  const text = squeeze(page.text)
  for (const told of [
    'rgpd@exemple.fr',
    'Aucun courriel ne part de ce site.',
    '12 mois, puis effacement',
    '21 novembre 2026',
  ])
    expect(text).toContain(told)
  for (const who of [t.rene, t.marie]) expect((await (await t.as(who)).get(REGISTER)).status).toBe(403)
  expect((await t.anonymous().get(REGISTER)).location).toMatch(/^\/login/)
})

test('an account cannot be closed before its person is told, and what was typed stays', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const [change, field] of [
    [{ inutilise_fermeture_mois: '12' }, 'inutilise_fermeture_mois'],
    [{ inutilise_avis_mois: '0' }, 'inutilise_fermeture_mois'],
    [{ inutilise_avis_mois: '-1' }, 'inutilise_avis_mois'],
    [{ inutilise_avis_mois: 'deux ans' }, 'inutilise_avis_mois'],
    [{ contact_donnees: 'a\nb' }, 'contact_donnees'],
    [{ responsable_donnees: 'x'.repeat(501) }, 'responsable_donnees'],
  ] as const) {
    const answer = await admin.post('/parametres/donnees', { ...TYPED, ...change })
    expect([change, answer.status]).toEqual([change, 422])
    expect(answer.page.all(`#donnees [name=${field}][aria-invalid=true]`).length).toBe(1)
    expect(answer.page.value('sous_traitants')).toBe(TYPED.sous_traitants)
  }
  expect(t.deps.settings.read().responsable_donnees).toBe('')
  expect((await (await t.as(t.marie)).post('/parametres/donnees', TYPED)).status).toBe(403)
})

test('what is typed there is shown as text', async () => {
  const t = await testApp()
  t.deps.settings.write({ responsable_donnees: '<script>alert(1)</script>', sous_traitants: '<b>x</b>' })
  const { text } = await t.anonymous().get(PAGE)
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('&lt;b&gt;x&lt;/b&gt;')
})
