// Acts that a second person types blind, and the two readings arbitrated.
import { expect, test } from 'vitest'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { testApp, type Visitor } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

const NAMES = ['LE GOFF', 'HAMON', 'ROUXEL', 'BRIAND', 'TANGUY']

/** A register of baptisms by marie, which asks for a second keying of so many of its acts, submitted. */
async function submitted(acts: number, double_saisie: number) {
  const t = await testApp()
  const type = await t.make.readyType('baptemes')
  const source = await t.make.source({ titre: 'Baptêmes', type, section: t.saintMalo })
  const paul = await t.make.user({ name: 'paul' })
  await t.make.membre(t.saintMalo, paul)
  const ids: number[] = []
  for (let n = 1; n <= acts; n += 1) {
    const nom = NAMES[n % NAMES.length]
    const data = { nom, prenom: `Marie${n}`, vue: '12', numero_acte: n, profession_pere: `métier ${n}` }
    ids.push(await t.make.releve(source, { ...data, date_evenement: day('1794-10-03') }))
  }
  await t.db.updateTable('releves').set({ created_by: t.marie.id, updated_by: t.marie.id }).execute()
  await t.db.updateTable('sources').set({ double_saisie, quatre_yeux: false }).where('id', '=', source.id).execute()
  const second = await t.as(paul)
  return { ...t, type, source, ids, paul, second, list: `/sources/${source.id}/seconde-saisie` }
}
type Submitted = Awaited<ReturnType<typeof submitted>>

const submit = async (t: Submitted, statut = 'a_valider', more = {}) =>
  (await t.as(t.marie)).post(`/sources/${t.source.id}/statut`, { statut, ...more })

const drawnIn = async ({ db, source }: Submitted) =>
  (
    await db
      .selectFrom('secondes_saisies')
      .select('releve_id')
      .where('source_id', '=', source.id)
      .orderBy('releve_id')
      .execute()
  ).map(({ releve_id }) => Number(releve_id))

const act = (n: number, more: Record<string, string> = {}) => ({
  'data[nom]': NAMES[n % NAMES.length] ?? '',
  'data[prenom]': `Marie${n}`,
  'data[profession_pere]': `métier ${n}`,
  'data[date_evenement][valeur]': '03/10/1794',
  'data[date_evenement][calendrier]': 'gregorien',
  ...more,
})

const key = (t: Submitted, who: Visitor, n: number, more: Record<string, string> = {}) =>
  who.post(`${t.list}/${t.ids[n - 1]}`, act(n, more))

const row = ({ db, ids }: Submitted, n: number) =>
  db
    .selectFrom('secondes_saisies')
    .selectAll()
    .where('releve_id', '=', ids[n - 1] ?? 0)
    .executeTakeFirstOrThrow()

const stored = ({ db, ids }: Submitted, n: number) =>
  db
    .selectFrom('releves')
    .select(['nom', 'version', 'data'])
    .where('id', '=', ids[n - 1] ?? 0)
    .executeTakeFirstOrThrow()

const arbitrate = async (t: Submitted, who: Visitor, n: number, fields: Record<string, string | number>) => {
  const { version } = await stored(t, n)
  return who.post(`/revue/${t.source.id}/arbitrage/${t.ids[n - 1]}`, { version, ...fields })
}

const validate = async ({ db, source }: Submitted, who: Visitor) => {
  const { version } = await db
    .selectFrom('sources')
    .select('version')
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  return who.post(`/revue/${source.id}`, { statut: 'validee', version })
}

const status = async ({ db, source }: Submitted) =>
  (await db.selectFrom('sources').select('status').where('id', '=', source.id).executeTakeFirstOrThrow()).status

const home = async (who: Visitor) => (await who.get('/')).text

test('whoever may type drawn acts finds them on the dashboard, whoever typed them does not', async () => {
  const t = await submitted(10, 100)
  const line = `href="${t.list}"`
  expect(await home(t.second)).not.toContain(line)
  await submit(t)
  const offered = await home(t.second)
  expect(offered).toContain('À saisir une seconde fois')
  expect(offered).toMatch(new RegExp(`${line}[^]*?10\\sactes`))
  expect(await home(await t.as(t.marie))).not.toContain(line)

  await t.db.updateTable('sections').set({ ouverte: true }).execute()
  const elsewhere = await t.as(await t.make.user({ name: 'jeanne' }))
  expect(await home(elsewhere)).not.toContain(line)

  await key(t, t.second, 1)
  await t.db
    .updateTable('releves')
    .set({ updated_by: t.paul.id })
    .where('id', '=', t.ids[1] ?? 0)
    .execute()
  expect(await home(t.second)).toMatch(new RegExp(`${line}[^]*?8\\sactes`))
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', t.source.id).execute()
  expect(await home(t.second)).not.toContain(line)
})

test('a share is drawn by a stored seed when the source is submitted, and what comes later has its part', async () => {
  const t = await submitted(40, 10)
  await submit(t)
  const drawn = await drawnIn(t)
  expect(drawn).toHaveLength(4)
  // One seed draws the same acts on either engine.
  const again = async (graine: string) => {
    await t.db.deleteFrom('secondes_saisies').execute()
    await t.db.updateTable('sources').set({ status: 'en_cours', double_graine: graine }).execute()
    await submit(t)
    return (await drawnIn(t)).map((id) => t.ids.indexOf(id) + 1)
  }
  expect(await again('graine')).toEqual(await again('graine'))
  expect(await again('graine')).toMatchInlineSnapshot(`
    [
      2,
      20,
      21,
      22,
    ]
  `)
  // Withdrawn, ten more acts, submitted again: those drawn stay, one more is drawn.
  const before = await drawnIn(t)
  await submit(t, 'en_cours')
  for (let n = 41; n <= 50; n += 1) await t.make.releve(t.source, { nom: 'X', date_evenement: day('1794-10-03') })
  await submit(t)
  const after = await drawnIn(t)
  expect(after).toHaveLength(5)
  expect(after).toEqual(expect.arrayContaining(before))
  const form = await (await t.as(t.rene)).get(`/sources/${t.source.id}/modifier`)
  expect(form.page.one('[name=double_saisie] option[selected]').getAttribute('value')).toBe('10')
})

test('the second person sees where the act stands and nothing of what was read', async () => {
  const t = await submitted(5, 100)
  await submit(t)
  const list = await t.second.get(t.list)
  expect(list.page.text).toContain('vue 12, n° 3')
  const form = await t.second.get(`${t.list}/${t.ids[2]}`)
  expect(form.status).toBe(200)
  for (const html of [list.text, form.text])
    for (const value of [...NAMES, 'Marie3', 'métier', '1794']) expect(html).not.toContain(value)
  expect(form.page.has('[name="data[nom]"]')).toBe(true)
  expect(form.page.has('[name="data[numero_acte]"]')).toBe(false)
  // Words proposed come from other sources only.
  const offered = async (query: string) =>
    (await t.second.get(`/completions?source=${t.source.id}&champ=nom&q=ha${query}`)).text
  expect(await offered('&seconde=1')).not.toContain('HAMON')
  const other = await t.make.source({ section: t.saintMalo, type: t.type })
  await t.make.releve(other, { nom: 'HARDY' })
  expect(await offered('&seconde=1')).toContain('HARDY')
  expect(await offered('&seconde=1')).not.toContain('HAMON')
  // A refused form keeps what was typed.
  const wrong = await key(t, t.second, 3, { 'data[date_evenement][valeur]': '31/02/1794', 'data[prenom]': 'Anne' })
  expect(wrong.status).toBe(422)
  expect(wrong.page.one('[name="data[prenom]"]').getAttribute('value')).toBe('Anne')
  expect(wrong.text).not.toContain('métier 4')
})

test('its author, an outsider and somebody who comes too late do not type an act; sent twice it counts once', async () => {
  const t = await submitted(2, 100)
  const marie = await t.as(t.marie)
  expect((await key(t, t.second, 1)).status).toBe(404)
  await submit(t)
  expect((await key(t, marie, 1)).status).toBe(403)
  expect((await marie.get(`${t.list}/${t.ids[0]}`)).status).toBe(403)
  expect((await (await t.as(t.etienne)).get(t.list)).status).toBe(404)
  // The last person to correct an act does not type it either.
  const change = { id: t.ids[1] ?? 0, version: 1, data: { nom: 'AUTRE' }, etats: {}, now: '2026-11-20T10:00:00.000Z' }
  await updateReleve(t.db, { ...change, user_id: t.rene.id })
  const rene = await t.as(t.rene)
  expect((await key(t, rene, 2)).status).toBe(403)
  const answers = await Promise.all([key(t, t.second, 1), key(t, t.second, 1)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const late = await key(t, rene, 1, { 'data[nom]': 'TARDIF' })
  expect(late.status).toBe(409)
  expect(late.page.one('[name="data[nom]"]').getAttribute('value')).toBe('TARDIF')
  expect((await row(t, 1)).user_id).toBe(t.paul.id)
  // The act is deleted while it is typed: nothing is kept, and what was typed is still in sight.
  await deleteReleve(t.db, { id: t.ids[1] ?? 0, user_id: t.rene.id, now: '2026-11-20T11:00:00.000Z' })
  expect((await key(t, t.second, 2)).status).toBe(409)
  expect((await t.second.get(`${t.list}/999999`)).status).toBe(404)
  expect(t.failures).toEqual([])
})

test('capitals, accents, blanks and calendars make no difference; another letter, place or day does', async () => {
  const t = await submitted(5, 100)
  await submit(t)
  const open = async (n: number, more: Record<string, string>) => {
    await key(t, t.second, n, more)
    const { accords, arbitre_at } = await row(t, n)
    const differing = Object.entries(accords ?? {}).flatMap(([nom, isSame]) => (isSame ? [] : [nom]))
    expect(arbitre_at === null).toBe(differing.length > 0)
    return differing.sort()
  }
  const republican = {
    'data[date_evenement][valeur]': '12 vendémiaire an III',
    'data[date_evenement][calendrier]': 'republicain',
  }
  expect(await open(5, { 'data[nom]': 'Legoff', 'data[prenom]': 'MARIE 5', ...republican })).toEqual([])
  expect(await open(1, { 'data[nom]': 'HAMMON', 'data[date_evenement][valeur]': '1794' })).toEqual([
    'date_evenement',
    'nom',
  ])
  expect(await open(2, { 'data[prenom]': '', 'etats[prenom]': 'illisible', 'data[nom_mere]': 'X' })).toEqual([
    'nom_mere',
    'prenom',
  ])
  expect(await open(3, { 'etats[nom]': 'douteux', 'etats[nom_mere]': 'absent' })).toEqual([])
})

test('the arbiter keeps the first reading, the second or another; whoever typed the act learns of it', async () => {
  const t = await submitted(4, 100)
  await submit(t)
  for (const n of [1, 2, 3, 4]) await key(t, t.second, n, { 'data[nom]': 'SECOND', 'data[prenom]': 'Jeanne' })
  const rene = await t.as(t.rene)
  const page = await rene.get(`/revue/${t.source.id}/arbitrage`)
  expect(page.page.text).toContain('4 actes à arbitrer')
  expect(page.page.text).toContain('SECOND')
  // Nothing chosen, half chosen: nothing is written.
  const half = await arbitrate(t, rene, 1, { 'choix[nom]': '1' })
  expect(half.status).toBe(422)
  expect(half.page.one('[name="choix[nom]"][value="1"]').getAttribute('checked')).not.toBeNull()
  expect((await row(t, 1)).arbitre_at).toBeNull()
  expect((await arbitrate(t, rene, 1, { tout: '1' })).status).toBe(303)
  expect(await stored(t, 1)).toMatchObject({ nom: 'HAMON', version: 1 })
  await arbitrate(t, rene, 2, { 'choix[nom]': '2', 'choix[prenom]': '1', motif: 'Le S est net.' })
  expect(await stored(t, 2)).toMatchObject({ nom: 'SECOND', version: 2, data: { prenom: 'Marie2', numero_acte: 2 } })
  await arbitrate(t, rene, 3, { 'choix[nom]': 'autre', 'data[nom]': 'TROISIÈME', 'choix[prenom]': '2' })
  expect(await stored(t, 3)).toMatchObject({ nom: 'TROISIÈME', version: 2, data: { prenom: 'Jeanne' } })
  expect((await row(t, 3)).arbitrage).toEqual({ nom: 'autre', prenom: 2 })
  const corrections = await (await t.as(t.marie)).get('/profil/corrections')
  expect(corrections.page.text).toContain('Le S est net.')
  // The act moved on while it was on the screen; another arbiter was first.
  const stale = await rene.post(`/revue/${t.source.id}/arbitrage/${t.ids[3]}`, { version: 7, tout: '2' })
  expect(stale.status).toBe(409)
  const admin = await t.as(t.admin)
  await arbitrate(t, rene, 4, { tout: '2' })
  const second = await arbitrate(t, admin, 4, { tout: '1' })
  expect(second.status).toBe(409)
  expect(second.page.text).toContain('vient d’arbitrer cet acte')
  // Twice by one person counts once.
  expect((await arbitrate(t, rene, 4, { tout: '2' })).status).toBe(303)
  expect(await stored(t, 4)).toMatchObject({ nom: 'SECOND', version: 2 })
  expect((await (await t.as(t.marie)).get(`/revue/${t.source.id}/arbitrage`)).status).toBe(403)
  expect(t.failures).toEqual([])
})

test('a source is validated once all is typed and arbitrated, or waived with a reason that stays', async () => {
  const t = await submitted(4, 100)
  await submit(t)
  await key(t, t.second, 1, { 'data[nom]': 'AUTRE' })
  const rene = await t.as(t.rene)
  const review = `/revue/${t.source.id}`
  const refused = await validate(t, rene)
  expect(refused.status).toBe(422)
  expect(refused.page.text).toContain('il reste 3 actes à saisir une seconde fois et 1 acte à arbitrer')
  expect(refused.page.has(`a[href="/revue/${t.source.id}/arbitrage"]`)).toBe(true)
  expect((await rene.post(`/sources/${t.source.id}/statut`, { statut: 'validee' })).page.text).toContain(
    'n’est pas finie',
  )
  expect(await status(t)).toBe('a_valider')
  // An act that is gone waits for nobody; a withdrawal loses nothing of what was typed.
  await deleteReleve(t.db, { id: t.ids[3] ?? 0, user_id: t.rene.id, now: '2026-11-20T11:00:00.000Z' })
  await submit(t, 'en_cours')
  expect((await key(t, t.second, 2)).status).toBe(409)
  await submit(t)
  expect((await row(t, 1)).data).toMatchObject({ nom: 'AUTRE' })
  await rene.post(`${review}/dispense`, { dispense: '' })
  expect((await rene.get(review)).page.text).toContain('2 actes à saisir')
  await rene.post(`${review}/dispense`, { dispense: 'Personne d’autre ne lit cette main.' })
  expect((await validate(t, rene)).status).toBe(422)
  await arbitrate(t, rene, 1, { tout: '2' })
  const decision = (await rene.get(review)).page.text
  expect(decision).toContain('2 actes dispensés par rene')
  expect(decision).toContain('Personne d’autre ne lit cette main.')
  expect(decision).not.toContain('paul')
  expect((await validate(t, rene)).status).toBe(303)
  expect(await status(t)).toBe('validee')
})

test('sixty acts are typed twice and arbitrated, and the decision says how often both agree', async () => {
  const t = await submitted(60, 100)
  await submit(t)
  for (let n = 1; n <= 60; n += 1) await key(t, t.second, n, n % 3 === 0 ? { 'data[nom]': `NOM ${n}` } : {})
  const rene = await t.as(t.rene)
  let answer = await rene.get(`/revue/${t.source.id}/arbitrage`)
  const seen = new Set<string>()
  while (answer.page.has('#arbitrage-acte')) {
    const path = answer.page.one('#arbitrage form').getAttribute('action') ?? ''
    const version = answer.page.one('#arbitrage [name=version]').getAttribute('value') ?? ''
    seen.add(path)
    answer = await rene.follow(await rene.post(path, { version, tout: seen.size % 2 === 0 ? '1' : '2' }))
  }
  expect(seen.size).toBe(20)
  const versions = await t.db.selectFrom('releves').select('version').where('version', '=', 2).execute()
  expect(versions).toHaveLength(10)
  const { page } = await rene.get(`/revue/${t.source.id}`)
  expect(page.text).toContain('60 actes saisis deux fois sur 60 tirés : 40 sans aucune différence (66,7 %)')
  const lines = page.all('section[aria-labelledby=seconde-saisie] tr').map((line) => line.textContent)
  expect(lines.map((line) => line.replace(/\s/g, ' '))).toContain('Nom604066,7 %')
  expect((await validate(t, rene)).status).toBe(303)
  expect(t.failures).toEqual([])
}, 60_000)
