import { expect, test } from 'vitest'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { testApp } from '../../support/app.ts'
import { type Page, squeeze } from '../../support/html.ts'

const WORDS = '.cartes li'

/** « Sections … 2 sections » of each card, by where it leads. */
const cards = (page: Page) =>
  new Map(
    page
      .all(WORDS)
      .map((card) => [
        card.querySelector('a')?.getAttribute('href') ?? '',
        squeeze(card.querySelector('.etat')?.text ?? ''),
      ]),
  )

test('the entrance leads to every chapter, and says how each stands', async () => {
  const t = await testApp()
  await t.make.depot()
  t.deps.settings.write({ installed_at: '2026-11-20T00:00:00.000Z' })
  const { page } = await (await t.as(t.admin)).get('/admin')
  expect(page.h1).toBe('Administration')
  const types = (await t.db.selectFrom('types_sources').select('id').execute()).length
  expect([...cards(page)]).toEqual([
    ['/admin/utilisateurs', '5 comptes, 1 inactif'],
    ['/admin/sections', '2 sections, 1 sans gestionnaire'],
    ['/admin/types-sources', types === 0 ? '0 type' : `${types} types`],
    ['/lieux/communes', '0 lieu'],
    ['/admin/types-lieux', '7 types'],
    ['/admin/depots', '1 dépôt'],
    ['/parametres', 'Inscriptions fermées'],
    ['/parametres#courriel', 'Courriel : non réglé'],
    ['/parametres/sauvegardes', 'Dernière sauvegarde : aucune'],
    ['/parametres#mises-a-jour', 'Jamais vérifié'],
    ['/admin/taches', 'Rien en échec'],
    ['/admin/etat', 'Ce serveur'],
    ['/admin/statistiques', '0 relevé ce mois-ci'],
    ['/export', 'De tout le site'],
    ['/admin/journal', 'Gardé 12 mois'],
  ])
})

test('a card says what changed since', async () => {
  const t = await testApp()
  await t.make.membre(t.vannes, t.rene, 'gestion')
  await enqueue(t.db, { kind: 'essai', payload: {} }, t.deps.clock())
  await t.db.updateTable('taches').set({ etat: 'garee' }).execute()
  await t.db
    .updateTable('users')
    .set({ demande_at: '2026-11-20T00:00:00.000Z' })
    .where('is_active', '=', false)
    .execute()
  t.deps.settings.write({ registration_enabled: true })
  const states = cards((await (await t.as(t.admin)).get('/admin')).page)
  expect(states.get('/admin/sections')).toBe('2 sections')
  expect(states.get('/admin/utilisateurs')).toBe('5 comptes, 1 demande')
  expect(states.get('/admin/taches')).toBe('1 tâche en échec')
  expect(states.get('/parametres')).toBe('Inscriptions ouvertes')
})

test('nobody but an administrator enters', async () => {
  const t = await testApp()
  expect((await (await t.as(t.rene)).get('/admin')).status).toBe(403)
  expect((await (await t.as(t.marie)).get('/admin')).status).toBe(403)
  expect((await t.anonymous().get('/admin')).location).toBe('/login?suite=%2Fadmin')
})
