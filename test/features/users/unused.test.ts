// Accounts that nobody uses: told by mail after two years, closed after three, unless their person comes.
import { expect, test } from 'vitest'
import { lookAtUnused, monthsBefore } from '../../../src/features/users/unused-actions.ts'
import { DAY_MS } from '../../../src/lib/durations.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { squeeze } from '../../support/html.ts'
import { mailSite } from '../acces/support.ts'

useFastPasswords()

const HOUR = 3_600_000

test('months are counted back by the calendar, to the last day of a shorter one', () => {
  expect(monthsBefore(new Date('2026-11-28T03:00:00Z'), 24)).toBe('2024-11-28')
  expect(monthsBefore(new Date('2026-03-31T03:00:00Z'), 1)).toBe('2026-02-28')
  expect(monthsBefore(new Date('2026-01-15T03:00:00Z'), 13)).toBe('2024-12-15')
})

/** Marie has not come for so many months before the first night; the others were there. */
async function site(months: number) {
  const t = await mailSite()
  const first = t.deps.clock()
  await lookAtUnused(t.deps, new Date(first.getTime() - 2 * DAY_MS))
  const today = first.toISOString().slice(0, 10)
  await t.db.updateTable('users').set({ vu_le: today }).execute()
  const away = (id: number, since: string | null) =>
    t.db.updateTable('users').set({ vu_le: since }).where('id', '=', id).execute()
  await away(t.marie.id, monthsBefore(first, months))
  const night = async (at: Date) => {
    t.deps.clock = () => at
    await lookAtUnused(t.deps, at)
    await t.mails()
  }
  const after = (days: number) => new Date(first.getTime() + days * DAY_MS)
  return { ...t, first, away, night, after }
}

test('who has not come for two years is told once, and closed a year later with all records left', async () => {
  const t = await site(25)
  const source = await t.make.source({ section: t.saintMalo })
  await t.make.releve(source, { nom: 'Martin' })
  await t.night(t.first)
  await t.night(t.after(1))
  expect(t.sent()).toEqual(['marie@exemple.fr [Relevés d’essai] Votre compte ne sert plus'])
  const text = squeeze(t.sink.received[0]?.email.text ?? '')
  expect(text).toContain('depuis plus de 24 mois')
  expect(text).toContain('Sinon il sera fermé dans 12 mois environ')
  expect(t.lastLink()).toBe('/login')
  await t.night(t.after(200))
  expect((await t.account('marie'))?.is_active).toBe(true)
  // The others were there, as a visit a year says.
  const others = t.db.updateTable('users').set({ vu_le: t.after(360).toISOString().slice(0, 10) })
  await others.where('id', '!=', t.marie.id).execute()
  const session = await t.as(t.marie)
  await t.db
    .updateTable('sessions')
    .set({ vue_at: new Date(Date.now()).toISOString() })
    .execute()
  await t.night(t.after(366))
  expect(await t.account('marie')).toMatchObject({ is_active: false, name: 'marie' })
  expect((await session.get('/')).location).toMatch(/^\/(login|accueil)/)
  expect((await t.db.selectFrom('releves').select('id').execute()).length).toBe(1)
  const journal = await t.db.selectFrom('journal').select(['action', 'objet_id', 'detail']).execute()
  expect(journal).toContainEqual({
    ...{ action: 'compte.desactivation', objet_id: t.marie.id, detail: { cause: 'inutilise' } },
  })
  const closed = t.db.selectFrom('users').select('name').where('is_active', '=', false).where('vu_le', 'is not', null)
  expect((await closed.execute()).map(({ name }) => name)).toContain('marie')
  expect(t.failures).toEqual([])
})

test('a visit after the mail keeps the account, and the years begin anew', async () => {
  const t = await site(35)
  await t.night(t.first)
  expect((await t.account('marie'))?.inutilise_avis_at).not.toBeNull()
  const marie = await t.as(t.marie)
  await t.db
    .updateTable('sessions')
    .set({ vue_at: new Date(Date.now() - 2 * HOUR).toISOString() })
    .execute()
  expect((await marie.get('/profil')).status).toBe(200)
  const vu_le = new Date(Date.now()).toISOString().slice(0, 10)
  expect(await t.account('marie')).toMatchObject({ vu_le, inutilise_avis_at: null })
  await t.away(t.marie.id, t.first.toISOString().slice(0, 10))
  await t.night(t.after(60))
  expect((await t.account('marie'))?.is_active).toBe(true)
  expect(t.sent().length).toBe(1)
})

test('a log-in after the mail keeps the account, however short the visit', async () => {
  const t = await site(35)
  await t.night(t.first)
  expect((await t.account('marie'))?.inutilise_avis_at).not.toBeNull()
  t.deps.settings.write({ smtp: null })
  t.deps.clock = () => t.after(5)
  const visitor = t.anonymous()
  expect((await visitor.post('/login', { login: 'marie', password: PASSWORD })).location).toBe('/')
  expect((await visitor.post('/logout', {})).status).toBe(303)
  expect(await t.account('marie')).toMatchObject({
    ...{ vu_le: t.after(5).toISOString().slice(0, 10), inutilise_avis_at: null },
  })
  await t.night(t.after(60))
  expect((await t.account('marie'))?.is_active).toBe(true)
})

test('nobody is closed within thirty days of the mail, nor in a pause, nor without mail; administrators never', async () => {
  const t = await site(50)
  await t.away(t.admin.id, '2010-01-01')
  await t.away(t.rene.id, '2010-01-01')
  await t.db.updateTable('users').set({ pause_jusque: '2027-12-31' }).where('id', '=', t.rene.id).execute()
  const { smtp } = t.deps.settings.read()
  t.deps.settings.write({ smtp: null })
  await t.night(t.first)
  await t.night(t.after(40))
  expect((await t.account('marie'))?.is_active).toBe(true)
  t.deps.settings.write({ smtp })
  await t.night(t.after(41))
  await t.night(t.after(70))
  expect(t.sent()).toEqual(['marie@exemple.fr [Relevés d’essai] Votre compte ne sert plus'])
  expect((await t.account('marie'))?.is_active).toBe(true)
  await t.night(t.after(72))
  expect((await t.account('marie'))?.is_active).toBe(false)
  const open = await t.db.selectFrom('users').select('name').where('is_active', '=', true).execute()
  expect(open.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin', 'rene']))
})

test('an account that an administrator opens again is not closed the next night', async () => {
  const t = await site(50)
  await t.night(t.first)
  await t.night(t.after(31))
  expect((await t.account('marie'))?.is_active).toBe(false)
  const admin = await t.as(t.admin)
  expect((await admin.post(`/admin/utilisateurs/${t.marie.id}/presence`, { etat: 'present' })).status).toBe(303)
  await t.night(t.after(32))
  expect(await t.account('marie')).toMatchObject({ is_active: true, inutilise_avis_at: null })
})

test('0 in the settings: nobody is told, or those who were told are never closed', async () => {
  const t = await site(50)
  t.deps.settings.write({ inutilise_avis_mois: 0, inutilise_fermeture_mois: 0 })
  await t.night(t.first)
  expect(t.sent()).toEqual([])
  t.deps.settings.write({ inutilise_avis_mois: 24, inutilise_fermeture_mois: 0 })
  await t.night(t.after(1))
  expect(squeeze(t.sink.received[0]?.email.text ?? '')).toContain('vous pouvez supprimer votre compte')
  await t.night(t.after(400))
  expect((await t.account('marie'))?.is_active).toBe(true)
})
