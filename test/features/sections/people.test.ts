// The people of a section, for who manages it.
import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { mailSite } from '../acces/support.ts'
import { sectionsOf } from '../users/support.ts'
import { members } from './support.ts'

const pathOf = (section: { id: number }) => `/sections/${section.id}/personnes`

async function asManager() {
  const t = await mailSite()
  return { t, rene: await t.as(t.rene), path: pathOf(t.saintMalo) }
}

const PAUL = { name: 'paul', email: 'paul@exemple.fr', droit: 'saisie' }

describe('a manager', () => {
  test('sees names and what people do here, and nothing else of their accounts', async () => {
    const { t, rene, path } = await asManager()
    const { page, text } = await rene.get(path)
    expect(page.h1).toBe('Personnes : Section de Saint-Malo')
    expect(page.all('tbody th').map((cell) => cell.textContent?.trim())).toEqual(['rene', 'inactif inactif', 'marie'])
    expect([text.includes('@exemple.fr'), text.includes('etienne')]).toEqual([false, false])
    expect((await rene.get('/')).page.has(`a[href="${path}"]`)).toBe(true)
    expect((await (await t.as(t.marie)).get('/')).page.has(`a[href="${path}"]`)).toBe(false)
  })

  test.each(['etienne', 'ETIENNE@exemple.fr'])(
    'adds %s, who has an account, and changes what it does',
    async (personne) => {
      const { t, rene, path } = await asManager()
      const added = await rene.post(path, { personne, droit: 'lecture' })
      expect((await rene.follow(added)).page.flash).toBe('etienne est dans la section, en lecture.')
      expect(await members(t, t.saintMalo)).toContain('etienne lecture')
      expect(await members(t, t.vannes)).toEqual(['etienne saisie'])
      await rene.post(path, { personne, droit: 'saisie' })
      expect(await members(t, t.saintMalo)).toContain('etienne saisie')
      await rene.post(`${path}/retirer`, { membre: t.etienne.id })
      expect(await sectionsOf(t, t.etienne)).toEqual([{ section_id: t.vannes.id, kind: 'saisie' }])
      expect(t.failures).toEqual([])
    },
  )

  test.each([
    [{ personne: 'eti', droit: 'saisie' }, 'personne', 'Aucun compte'],
    [{ personne: '', droit: 'saisie' }, 'personne', 'Indiquez'],
    [{ personne: 'inactif', droit: 'saisie' }, 'personne', 'désactivé'],
    [{ personne: 'rene', droit: 'lecture' }, 'personne', 'gère la section'],
    [{ personne: 'etienne', droit: 'gestion' }, 'droit', 'Choisissez'],
  ])('is refused %j beside its field, nothing changed', async (fields, name, message) => {
    const { t, rene, path } = await asManager()
    const before = await members(t, t.saintMalo)
    const answer = await rene.post(path, fields)
    expect([answer.status, answer.page.one(`[id$="${name === 'droit' ? 'droit-ajout' : name}-erreur"]`).text]).toEqual([
      422,
      expect.stringContaining(message),
    ])
    expect(answer.page.one('#personne').getAttribute('value')).toBe(fields.personne)
    expect(await members(t, t.saintMalo)).toEqual(before)
  })

  test('invites a new person, who is a member and reads a mail; the form sent twice makes one account', async () => {
    const { t, rene, path } = await asManager()
    const _envoi = (await rene.get(path)).page.value('_envoi')
    const send = () => rene.post(`/sections/${t.saintMalo.id}/invitations`, { ...PAUL, _envoi, role: 'admin' })
    const [answer] = [await send(), await send()]
    expect((await rene.follow(answer)).page.flash).toContain('une invitation part')
    expect(await t.account('paul')).toMatchObject({ role: 'membre', is_active: true, must_change_password: true })
    expect(await members(t, t.saintMalo)).toContain('paul saisie')
    await t.mails()
    expect(t.sent()).toEqual(['paul@exemple.fr [Relevés d’essai] Votre compte vous attend'])
  })

  test('gets a temporary password once, where the site sends no mail', async () => {
    const { t, rene, path } = await asManager()
    t.deps.settings.write({ smtp: null })
    const shown = await rene.post(`/sections/${t.saintMalo.id}/invitations`, PAUL)
    expect([shown.status, shown.page.has('code'), shown.headers.get('cache-control')]).toEqual([200, true, 'no-store'])
    expect(shown.page.has(`main a[href="${path}"]`)).toBe(true)
  })

  test('is told beside the field where name or address are taken', async () => {
    const { t, rene } = await asManager()
    const path = `/sections/${t.saintMalo.id}/invitations`
    const taken = await rene.post(path, { ...PAUL, name: 'etienne' })
    expect([taken.status, taken.page.error('name')]).toEqual([422, 'Un compte de ce nom existe déjà.'])
    expect(taken.page.value('email')).toBe(PAUL.email)
    expect((await rene.post(path, { ...PAUL, email: 'x' })).page.error('email')).toContain('Indiquez une seule adresse')
    expect(await t.account('paul')).toBeUndefined()
  })

  test('never takes out another manager', async () => {
    const { t, rene, path } = await asManager()
    const answer = await rene.post(`${path}/retirer`, { membre: t.rene.id })
    expect((await rene.follow(answer)).page.text).toContain('gère la section')
    expect(await members(t, t.saintMalo)).toContain('rene gestion')
  })
})

test('managers of other sections, members, readers and managers without the role may not', async () => {
  const t = await testApp()
  const [reader, lone] = [await t.make.user(), await t.make.user({ role: 'gestionnaire' })]
  await t.make.membre(t.saintMalo, reader, 'lecture')
  await t.make.membre(t.saintMalo, lone, 'saisie')
  await t.make.membre(t.vannes, t.marie, 'gestion')
  for (const [who, section, status] of [
    [t.rene, t.vannes, 404],
    [t.marie, t.vannes, 403],
    [reader, t.saintMalo, 403],
    [lone, t.saintMalo, 403],
    [t.admin, t.saintMalo, 200],
  ] as const) {
    const visitor = await t.as(who)
    expect((await visitor.get(pathOf(section))).status).toBe(status)
    if (status === 200) continue
    expect((await visitor.post(pathOf(section), { personne: 'etienne', droit: 'saisie' })).status).toBe(status)
    expect((await visitor.post(`/sections/${section.id}/invitations`, PAUL)).status).toBe(status)
  }
  expect(await members(t, t.vannes)).toEqual(['etienne saisie', 'marie gestion'])
})
