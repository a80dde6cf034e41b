// The provider of identities of the site: typed, tried before it is saved, its secret never shown, taken away.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { CLIENT, oidcProvider } from '../../support/oidc.ts'

useFastPasswords()

const PATH = '/parametres/fournisseur'
const HOUR = 3_600_000

async function site() {
  const t = await testApp()
  const provider = await oidcProvider()
  const fields = { ...CLIENT, emetteur: provider.issuer }
  return {
    ...t,
    provider,
    fields,
    adminId: t.admin.id,
    admin: await t.as(t.admin),
    read: () => t.deps.settings.read().fournisseur,
  }
}

test('a provider is saved once it has answered, and its secret is on no page', async () => {
  const t = await site()
  const empty = await t.admin.get(PATH)
  expect(empty.page.text).toContain('http://localhost/connexion/fournisseur/retour')
  const document = `${t.provider.issuer}/.well-known/openid-configuration`
  const saved = await t.admin.post(PATH, { ...t.fields, emetteur: ` ${document} ` })
  expect(saved.location).toBe(PATH)
  const form = await t.admin.follow(saved)
  expect(form.page.flash).toContain('Fournisseur enregistré')
  expect(t.read()).toEqual(t.provider.settings)
  expect([form.page.value('emetteur'), form.page.value('secret')]).toEqual([t.provider.issuer, ''])
  for (const path of [PATH, '/parametres', `${PATH}/retrait`])
    expect((await t.admin.get(path)).text).not.toContain(CLIENT.secret)
  expect((await t.admin.get('/parametres')).page.text).toContain('La page de connexion propose aussi Nextcloud')
  const lines = await t.db.selectFrom('journal').select(['action', 'detail']).where('action', '=', 'reglages').execute()
  expect(lines.map(({ detail }) => detail)).toContainEqual({ cles: ['fournisseur'] })
  expect(t.failures).toEqual([])
})

test('each mistake stands beside its field, and nothing is saved', async () => {
  const t = await site()
  for (const [fields, field, said] of [
    [{ emetteur: '' }, 'emetteur', 'Indiquez l’adresse'],
    [{ emetteur: 'nuage' }, 'emetteur', 'une adresse entière'],
    [{ emetteur: 'ftp://nuage.exemple.fr' }, 'emetteur', 'une adresse entière'],
    [{ emetteur: 'https://moi:secret@nuage.exemple.fr' }, 'emetteur', 'une adresse entière'],
    [{ emetteur: 'http://nuage.exemple.fr' }, 'emetteur', 'il faut une adresse en « https »'],
    [{ emetteur: 'http://8.8.8.8' }, 'emetteur', 'il faut une adresse en « https »'],
    [{ emetteur: 'http://169.254.169.254' }, 'emetteur', 'est réservée'],
    [{ client_id: ' ' }, 'client_id', 'Indiquez l’identifiant'],
    [{ secret: '' }, 'secret', 'Indiquez le secret'],
    [{ libelle: '' }, 'libelle', 'Donnez le nom'],
    [{ libelle: 'x'.repeat(41) }, 'libelle', '40'],
    [{ emetteur: 'http://127.0.0.1:1' }, 'emetteur', 'ne répond pas'],
    [{ emetteur: `${t.provider.issuer}/ailleurs` }, 'emetteur', 'Aucun fournisseur'],
  ] as const) {
    const answer = await t.admin.post(PATH, { ...t.fields, ...fields })
    expect([fields, answer.status, answer.page.error(field)]).toEqual([fields, 422, expect.stringContaining(said)])
  }
  expect(t.read()).toBeNull()
})

test('a provider that calls itself otherwise is not saved', async () => {
  const t = await site()
  t.provider.lies = { issuer: 'https://ailleurs.exemple' }
  const answer = await t.admin.post(PATH, t.fields)
  expect([answer.status, answer.page.error('emetteur')]).toEqual([422, expect.stringContaining('une autre adresse')])
})

test('an empty secret stays, but goes to no other provider or client', async () => {
  const t = await site()
  await t.admin.post(PATH, t.fields)
  expect((await t.admin.post(PATH, { ...t.fields, secret: '', libelle: 'Le nuage' })).location).toBe(PATH)
  expect(t.read()).toEqual({ ...t.provider.settings, libelle: 'Le nuage' })
  const other = await oidcProvider()
  for (const fields of [{ emetteur: other.issuer }, { client_id: 'autre' }]) {
    const refused = await t.admin.post(PATH, { ...t.fields, ...fields, secret: '' })
    expect([refused.status, refused.page.error('secret')]).toEqual([
      422,
      expect.stringContaining('tapez de nouveau le secret'),
    ])
  }
  expect(t.read()?.emetteur).toBe(t.provider.issuer)
})

test('the own password is shown first; who comes too late is told; it is taken away in the same way', async () => {
  const t = await site()
  const etat = (await t.admin.get(PATH)).page.value('etat') ?? ''
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  t.admin.cookies.set('session', await createSession(t.db, t.adminId, 'test', { since, isFresh: false }))
  const unproved = await t.admin.post(PATH, t.fields)
  expect([unproved.status, unproved.page.error('preuve')]).toEqual([
    422,
    expect.stringContaining('votre propre mot de passe'),
  ])
  expect((await t.admin.post(PATH, { ...t.fields, preuve: PASSWORD })).location).toBe(PATH)
  const late = await t.admin.post(PATH, { ...t.fields, etat, libelle: 'Autre' })
  expect([late.status, late.page.text]).toEqual([409, expect.stringContaining('Un autre administrateur a changé')])
  expect((await t.admin.get(`${PATH}/retrait`)).page.text).toContain('ne proposera plus Nextcloud')
  expect((await t.admin.post(`${PATH}/retrait`)).location).toBe('/parametres')
  expect(t.read()).toBeNull()
  expect((await t.admin.post(`${PATH}/retrait`)).location).toBe(PATH)
})

test('the settings file holds the secret sealed, and another key of the site opens nothing', () => {
  const storage = temporaryFolder()
  const errors: string[] = []
  const log = { info() {}, warn() {}, error: (message: string) => void errors.push(message) }
  const fournisseur = { ...CLIENT, emetteur: 'https://nuage.exemple.fr' }
  settingsStore(storage, log, 'une clé').write({ fournisseur })
  expect(readFileSync(join(storage, 'app', 'settings.json'), 'utf8')).not.toContain(CLIENT.secret)
  expect(settingsStore(storage, log, 'une clé').read().fournisseur).toEqual(fournisseur)
  expect(settingsStore(storage, log, 'une autre').read().fournisseur).toBeNull()
  expect(errors).toEqual(['sealed settings cannot be read'])
})

test('an account is unlinked in the profile, and links anew at the next log-in', async () => {
  const t = await site()
  await t.admin.post(PATH, t.fields)
  const marie = await t.as(t.marie)
  expect((await marie.get('/profil')).page.text).toContain('Pas encore relié')
  const visitor = t.anonymous()
  const there = (await visitor.get('/connexion/fournisseur')).location ?? ''
  await visitor.get(t.provider.consent(there))
  expect((await marie.get('/profil')).page.text).toContain(`Relié à ${t.provider.issuer}`)
  const done = await marie.follow(await marie.post('/profil/fournisseur/retrait'))
  expect(done.page.flash).toContain('Votre compte est délié')
  expect(await t.db.selectFrom('identites').select('sujet').execute()).toEqual([])
  expect((await marie.follow(await marie.post('/profil/fournisseur/retrait'))).page.flash).toContain(
    'relié à aucun autre',
  )
})
