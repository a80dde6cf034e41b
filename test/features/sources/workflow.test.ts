import { expect, test } from 'vitest'
import { SOURCE_STATUSES, type SourceStatus, type UserRole } from '../../../src/db/schema.ts'
import { submitterOf } from '../../../src/features/sources/actions/transitions.ts'
import { allowedMoves } from '../../../src/features/sources/rules/moves.ts'
import { MOVES, type Move } from '../../../src/features/sources/rules/workflow.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { ACT } from '../releves/support.ts'

type Pair = `${SourceStatus}>${SourceStatus}`

/** These are asked, in the words of decisions.md, section 3. */
type Who = 'admin' | 'manager' | 'otherManager' | 'assigned' | 'member' | 'submitter' | 'stranger' | 'inactive'

const WRITERS: Who[] = ['admin', 'manager', 'assigned', 'submitter']
const MANAGERS: Who[] = ['admin', 'manager']

/** decisions.md, section 3, written out once more; any other pair is refused to everybody. */
const TABLE: Partial<Record<Pair, Who[]>> = {
  'a_relever>en_cours': WRITERS,
  'en_cours>a_valider': WRITERS,
  'rejetee>a_valider': WRITERS,
  'rejetee>en_cours': WRITERS,
  'a_valider>en_cours': [...MANAGERS, 'submitter'],
  'a_valider>validee': MANAGERS,
  'a_valider>rejetee': MANAGERS,
  'validee>en_cours': MANAGERS,
}

const put = async (t: TestApp, source: { id: number }, status: SourceStatus, submitter: { id: number }) => {
  await t.db.updateTable('sources').set({ status }).where('id', '=', source.id).execute()
  const row = { source_id: source.id, user_id: submitter.id, de: 'en_cours', vers: 'a_valider' } as const
  await t.db.deleteFrom('source_transitions').execute()
  await t.db
    .insertInto('source_transitions')
    .values({ ...row, motif: null, created_at: '2026-01-02T00:00:00.000Z' })
    .execute()
}

/** A source of Saint-Malo with one record, two assigned people of whom one submitted it, and somebody of each kind. */
async function cast() {
  const t = await testApp()
  const person = async (role: UserRole, isManager?: boolean, section = t.saintMalo) => {
    const user = await t.make.user({ role })
    if (isManager !== undefined) await t.make.membre(section, user, isManager ? 'gestion' : 'saisie')
    return user
  }
  const submitter = await person('membre', false)
  const assigned = await person('membre')
  const source = await t.make.source({
    titre: 'Baptêmes',
    section: t.saintMalo,
    members: [submitter, assigned, t.inactif],
  })
  await t.make.releve(source)
  const people: Record<Who, { id: number }> = {
    admin: t.admin,
    manager: t.rene,
    otherManager: await person('gestionnaire', true, t.vannes),
    assigned,
    member: t.marie,
    submitter,
    stranger: t.etienne,
    inactive: t.inactif,
  }
  return { t, source, people, submitter }
}

const transitions = (t: TestApp) =>
  t.db.selectFrom('source_transitions').select(['user_id', 'de', 'vers', 'motif']).orderBy('id').execute()

const status = async (t: TestApp, source: { id: number }) =>
  (await t.db.selectFrom('sources').select('status').where('id', '=', source.id).executeTakeFirstOrThrow()).status

const expected = (who: Who, from: SourceStatus, to: SourceStatus): number => {
  if (who === 'inactive') return 303
  if (who === 'stranger' || who === 'otherManager') return 404
  const allowed = TABLE[`${from}>${to}`]
  if (!allowed) return 409
  return allowed.includes(who) ? 303 : 403
}

test.each(SOURCE_STATUSES)('from « %s », every status, for everybody', { timeout: 60_000 }, async (from) => {
  const { t, source, people, submitter } = await cast()
  for (const [who, person] of Object.entries(people) as [Who, { id: number }][]) {
    for (const to of SOURCE_STATUSES) {
      await put(t, source, from, submitter)
      const visitor = await t.as(person)
      const answer = await visitor.post(`/sources/${source.id}/statut`, { statut: to, motif: 'À reprendre' })
      const label = `${who}: ${from} → ${to}`
      expect([label, answer.status]).toEqual([label, expected(who, from, to)])
      const moved = answer.status === 303 && who !== 'inactive'
      expect([label, await status(t, source)]).toEqual([label, moved ? to : from])
      const kept = (await transitions(t)).slice(1)
      const motif = to === 'rejetee' ? 'À reprendre' : null
      expect([label, kept]).toEqual([label, moved ? [{ user_id: person.id, de: from, vers: to, motif }] : []])
      if (moved) expect(answer.location).toBe(`/sources/${source.id}`)
      if (who === 'inactive') expect(answer.location).toBe('/login')
    }
  }
  expect(t.failures).toEqual([])
})

test('the page offers exactly what the table allows, to each', async () => {
  const { t, source, people, submitter } = await cast()
  for (const from of SOURCE_STATUSES) {
    await put(t, source, from, submitter)
    for (const who of ['admin', 'manager', 'assigned', 'member', 'submitter'] as const) {
      const visitor = await t.as(people[who])
      const { page } = await visitor.get(`/sources/${source.id}`)
      const buttons = page.all('form[action$="/statut"] input[name=statut]').map((input) => input.getAttribute('value'))
      const links = page.all('main a[href$="/statut"]').map(() => 'rejetee')
      const allowed = SOURCE_STATUSES.filter((to) => TABLE[`${from}>${to}`]?.includes(who))
      expect([who, from, [...buttons, ...links].sort()]).toEqual([who, from, [...allowed].sort()])
    }
  }
  expect(t.failures).toEqual([])
})

test('the rule itself: no record, no submission; no submitter known, no withdrawal by members', async () => {
  const user = { id: 1, name: 'x', email: 'x@y.fr', role: 'membre', must_change_password: false } as const
  const access = { section_id: 1, isAssigned: true, inSection: true, managesSection: false, hasMembers: true }
  const source = (state: SourceStatus, nb_releves = 1) => ({ ...access, status: state, nb_releves })
  const ends = (...asked: Parameters<typeof allowedMoves>) => allowedMoves(...asked).map(({ to }) => to)
  expect(ends(user, source('en_cours', 0))).toEqual([])
  expect(ends(user, source('rejetee', 0))).toEqual(['en_cours'])
  expect(ends(user, source('en_cours'))).toEqual(['a_valider'])
  expect(ends(user, source('a_valider'))).toEqual([])
  expect(ends(user, source('a_valider'), 1)).toEqual(['en_cours'])
  expect(ends(user, source('a_valider'), 2)).toEqual([])
  // The mark alone gives a member nothing.
  expect(ends(user, { ...source('a_valider'), managesSection: true })).toEqual([])
})

test('a source without records is not submitted', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const answer = await (await t.as(t.marie)).post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  expect(answer.status).toBe(409)
  expect(answer.page.text).toContain('ne contient aucun relevé')
  expect([await status(t, source), await transitions(t)]).toEqual(['en_cours', []])
})

test('twenty clicks at once: one move, one notification for each recipient, a message for the others', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  const marie = await t.as(t.marie)
  const click = () => marie.post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  const answers = await Promise.all(Array.from({ length: 20 }, click))
  expect(answers.map((answer) => answer.status).sort()).toEqual([303, ...Array.from({ length: 19 }, () => 409)])
  const refused = answers.find((answer) => answer.status === 409)
  expect(refused?.page.text).toMatch(/déjà au statut|vient de changer le statut/)
  expect(await transitions(t)).toEqual([{ user_id: t.marie.id, de: 'en_cours', vers: 'a_valider', motif: null }])
  const told = await t.db.selectFrom('notifications').select('user_id').orderBy('user_id').execute()
  expect(told.map((row) => row.user_id)).toEqual([t.admin.id, t.rene.id])
  expect(t.failures).toEqual([])
})

test('of opposite decisions at once exactly one counts', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie], status: 'a_valider' })
  const [admin, rene] = [await t.as(t.admin), await t.as(t.rene)]
  const decide = (visitor: Visitor, statut: string) =>
    visitor.post(`/sources/${source.id}/statut`, { statut, motif: 'Non', version: 1 })
  const answers = await Promise.all([decide(admin, 'validee'), decide(rene, 'rejetee'), decide(rene, 'en_cours')])
  expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2)
  const [kept, ...more] = await transitions(t)
  expect(more).toEqual([])
  expect(await status(t, source)).toBe(kept?.vers)
  expect(t.failures).toEqual([])
})

test('a decision about what is no longer there as it was seen changes nothing', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const path = `/sources/${source.id}/statut`
  await marie.post(path, { statut: 'a_valider' })
  const seen = (await rene.get(path)).page.value('version')
  // Taken back and submitted again meanwhile: the status is the same, the source is not.
  await marie.post(path, { statut: 'en_cours' })
  await marie.post(path, { statut: 'a_valider' })
  const late = await rene.post(path, { statut: 'validee', version: seen })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('a été modifiée depuis que vous l’avez ouverte')
  expect(await status(t, source)).toBe('a_valider')
  expect((await rene.post(path, { statut: 'validee', version: Number(seen) + 2 })).status).toBe(303)
})

test('a button shown before somebody took the source up again by an entry no longer works', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  await t.db.updateTable('sources').set({ status: 'rejetee' }).where('id', '=', source.id).execute()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const path = `/sources/${source.id}/statut`
  const seen = (await rene.get(path)).page.value('version')
  expect(Number(seen)).toBeGreaterThan(0)
  expect((await marie.post(`/sources/${source.id}/releves`, ACT)).status).toBe(303)
  expect(await status(t, source)).toBe('en_cours')
  // « Soumettre de nouveau » of what was rejected would submit what marie has just begun to mend.
  const late = await rene.post(path, { statut: 'a_valider', version: seen })
  expect([late.status, await status(t, source)]).toEqual([409, 'en_cours'])
  // Entries that move nothing leave the buttons as they are.
  const again = (await rene.get(path)).page.value('version')
  expect((await marie.post(`/sources/${source.id}/releves`, { ...ACT, 'data[nom]': 'Briand' })).status).toBe(303)
  expect((await rene.post(path, { statut: 'a_valider', version: again })).status).toBe(303)
})

test('without a version the move is made from the status of the moment, as decisions.md, section 5 names the fields', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  await t.db.updateTable('sources').set({ version: 7 }).where('id', '=', source.id).execute()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const path = `/sources/${source.id}/statut`
  expect((await marie.post(path, { statut: 'a_valider' })).status).toBe(303)
  expect((await rene.post(path, { statut: 'validee', version: '' })).status).toBe(303)
  expect((await rene.post(path, { statut: 'validee' })).status).toBe(409)
  for (const version of ['x', '-1', '1.5'])
    expect((await rene.post(path, { statut: 'en_cours', version })).status).toBe(422)
  expect(await status(t, source)).toBe('validee')
})

test('the page of a source has one main action: entry while it is open, the decision once it is submitted', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  const main = async (user: { id: number }) =>
    (await (await t.as(user)).get(`/sources/${source.id}`)).page.all('main .principal').map((one) => one.textContent)
  expect([await main(t.marie), await main(t.rene)]).toEqual([['Saisir un relevé'], ['Saisir un relevé']])
  await (await t.as(t.marie)).post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  expect([await main(t.marie), await main(t.rene)]).toEqual([[], ['Relire et décider']])
})

test('a rejection asks its reason, keeps what was typed, shows it on the page of the source', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie], status: 'a_valider' })
  const rene = await t.as(t.rene)
  const path = `/sources/${source.id}/statut`
  const refusals: [string, RegExp][] = [
    ['', /Indiquez le motif du rejet/],
    ['   \n ', /Indiquez le motif du rejet/],
    ['x'.repeat(2001), /trop long/],
    ['a\u0000b', /caractère interdit/],
  ]
  for (const [motif, message] of refusals) {
    const answer = await rene.post(path, { statut: 'rejetee', motif })
    expect([answer.status, answer.page.h1]).toEqual([422, 'Changer le statut'])
    expect(answer.page.error('motif')).toMatch(message)
    if (motif.startsWith('x')) expect(answer.page.value('motif')).toBe(motif)
    expect([await status(t, source), await transitions(t)]).toEqual(['a_valider', []])
  }
  const done = await rene.post(path, { statut: 'rejetee', motif: 'Les <b>parrains</b>\nmanquent.' })
  expect((await rene.follow(done)).page.flash).toBe('Source rejetée.')
  const page = (await (await t.as(t.marie)).get(`/sources/${source.id}`)).page
  expect(page.text).toContain('Les <b>parrains</b> manquent.')
  expect(page.one('.rejet').textContent).toContain('Rejetée par rene, le 21 novembre 2026 à 11:00, pour ce motif')
  expect(page.one('.rejet blockquote').textContent).toBe('Les <b>parrains</b>\nmanquent.')
  expect(page.one('td.texte').textContent).toBe('Les <b>parrains</b>\nmanquent.')
  const told = (await (await t.as(t.marie)).get('/notifications')).page
  expect(told.one('td.texte').textContent).toBe('Les <b>parrains</b>\nmanquent.')
  expect(page.text).toContain('De « À valider » à « Rejetée »')
  expect(t.failures).toEqual([])
})

test('what makes no sense is refused', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  const [marie, path] = [await t.as(t.marie), `/sources/${source.id}/statut`]
  for (const statut of ['', 'perdue', 'constructor', 'EN_COURS']) {
    const answer = await marie.post(path, { statut })
    expect([answer.status, answer.page.one('.erreurs').textContent]).toEqual([
      422,
      expect.stringContaining('Ce statut n’existe pas.'),
    ])
  }
  for (const id of ['0', '-1', 'x', '99999999999', '123456'])
    expect((await marie.post(`/sources/${id}/statut`, { statut: 'a_valider' })).status).toBe(404)
  expect((await t.anonymous().post(path, { statut: 'a_valider' })).location).toMatch(/^\/login/)
  expect((await marie.post(path, { _csrf: 'faux', statut: 'a_valider' })).status).toBe(403)
  expect([await status(t, source), await transitions(t)]).toEqual(['en_cours', []])
  expect(t.failures).toEqual([])
})

test('a move of the entry itself is no submission; the last submitter is the one who counts', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  expect(await submitterOf(t.db, source.id)).toBeUndefined()
  const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
  const path = `/sources/${source.id}/statut`
  await marie.post(path, { statut: 'a_valider' })
  expect(await submitterOf(t.db, source.id)).toBe(t.marie.id)
  await rene.post(path, { statut: 'en_cours' })
  await rene.post(path, { statut: 'a_valider' })
  expect(await submitterOf(t.db, source.id)).toBe(t.rene.id)
  const page = (await marie.get(path)).page
  expect(squeeze(page.text)).toContain('Aucun changement de statut ne vous est ouvert')
})

test('a pair of statuses is one line of the table, and half a line does not compile', () => {
  // Two moves lead from « À valider » to « En cours »: that which gives acts back is told by them.
  const pairs = MOVES.filter(({ givesBack }) => !givesBack).map(({ from, to }) => `${from}>${to}`)
  expect([...new Set(pairs)]).toEqual(pairs)
  expect(MOVES.filter(({ givesBack }) => givesBack).map(({ from, to }) => `${from}>${to}`)).toEqual([
    'a_valider>en_cours',
  ])
  expect([...pairs].sort()).toEqual(Object.keys(TABLE).sort())
  const line = { from: 'validee', to: 'rejetee', button: 'Rejeter', done: 'Rejetée.', who: 'managers' } as const
  // @ts-expect-error: it does not say whether a reason is asked, nor whom it tells.
  const half: Move = line
  expect(half).toBe(line)
})
