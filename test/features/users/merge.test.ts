// One person has two accounts: an administrator lets one go into the other, which takes all that it did.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { bringBackSource, deleteSource } from '../../../src/features/suppressions/actions/steps.ts'
import { suppressionHandlers } from '../../../src/features/suppressions/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { eraseSomebody } from '../../../src/features/users/actions/erase.ts'
import { SLICE } from '../../../src/features/users/merge/rows-actions.ts'
import { lateRowsHandlers } from '../../../src/features/users/merge/task.ts'
import { testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { smtpSink } from '../../support/smtp.ts'
import { withApplication } from '../auth/factor-support.ts'

useFastPasswords()

const NOW = '2026-11-21T10:00:00.000Z'
const HOUR = 3_600_000
const path = (user: { id: number }) => `/admin/utilisateurs/${user.id}/fusionner`

/** marie, who made a second account: marie2, in another section, has an application and typed two acts. */
async function site() {
  const t = await testApp()
  const marie2 = await t.make.user({ name: 'marie2', email: 'marie.durand@exemple.fr' })
  await t.make.membre(t.vannes, marie2, 'gestion')
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, members: [marie2] })
  const ids = [await t.make.releve(source, { nom: 'Martin' }), await t.make.releve(source, { nom: 'Morin' })]
  await t.db.updateTable('releves').set({ created_by: marie2.id, updated_by: marie2.id }).execute()
  await t.db.updateTable('releve_versions').set({ user_id: marie2.id }).execute()
  await withApplication(t, marie2)
  const account = (user: { id: number }) =>
    t.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const visitor = await t.as(t.admin)
  /** The page of confirmation, and what its form sends with the name. */
  const confirm = async (from: { id: number; name: string }, to: { id: number }) => {
    const shown = await visitor.get(`${path(from)}?vers=${to.id}`)
    const hidden = (name: string) => shown.page.one(`main input[name=${name}]`).getAttribute('value') ?? ''
    const fields = { vers: to.id, version: hidden('version'), version_vers: hidden('version_vers') }
    return { shown, fields: { ...fields, confirmation: from.name } }
  }
  return { ...t, marie2, source, ids, account, visitor, confirm }
}

type Site = Awaited<ReturnType<typeof site>>
const typed = (t: Site) => t.db.selectFrom('releves').select(['id', 'created_by', 'updated_by']).orderBy('id').execute()

test('from the page of the account: search, look, type the name', async () => {
  const t = await site()
  const edit = await t.visitor.get(`/admin/utilisateurs/${t.marie2.id}/modifier`)
  const choose = await t.visitor.get(edit.page.one(`a[href="${path(t.marie2)}"]`).getAttribute('href') ?? '')
  expect([choose.status, choose.page.h1, choose.page.all('table').length]).toEqual([200, 'Fusionner le compte', 0])
  expect(choose.page.field('Compte à garder').getAttribute('name')).toBe('q')
  expect((await t.visitor.get(`${path(t.marie2)}?q=zzz`)).page.text).toContain('Aucun autre compte ne répond')
  for (const q of ['MARIE', 'marie@exem']) {
    const found = await t.visitor.get(`${path(t.marie2)}?q=${q}`)
    expect(found.page.all('tbody tr').map((row) => row.querySelector('th')?.textContent?.trim())).toEqual(['marie'])
    expect(found.page.one('tbody a').getAttribute('href')).toBe(`${path(t.marie2)}?vers=${t.marie.id}`)
  }
  const { shown, fields } = await t.confirm(t.marie2, t.marie)
  expect([shown.status, shown.page.h1]).toEqual([200, 'Confirmer la fusion'])
  for (const said of [
    '2 relevés',
    '2 versions',
    '1 source confiée',
    'Section de Vannes (gestion)',
    'son second facteur',
  ])
    expect(shown.page.text).toContain(said)
  for (const confirmation of ['', 'marie', 'Marie2']) {
    const refused = await t.visitor.post(path(t.marie2), { ...fields, confirmation })
    expect([confirmation, refused.status, refused.page.error('confirmation')]).toEqual([
      ...[confirmation, 422, 'Recopiez le nom de la personne, tel qu’il est écrit au-dessus.'],
    ])
  }
  expect((await typed(t)).map((row) => row.created_by)).toEqual([t.marie2.id, t.marie2.id])
})

test('what was typed is the other’s, who comes in and may do what it did before; nobody comes in by the first any more', async () => {
  const t = await site()
  const old = await t.as(t.marie2)
  const { fields } = await t.confirm(t.marie2, t.marie)
  const done = await t.visitor.post(path(t.marie2), { ...fields, confirmation: ' marie2 ' })
  expect((await t.visitor.follow(done)).page.flash).toBe('Le compte de marie2 est fusionné avec celui de marie.')
  expect(done.location).toBe(`/admin/utilisateurs/${t.marie.id}/modifier`)
  expect(await typed(t)).toEqual(t.ids.map((id) => ({ id, created_by: t.marie.id, updated_by: t.marie.id })))
  const gone = await t.account(t.marie2)
  expect(gone).toMatchObject({
    is_active: false,
    email: '',
    totp_secret: null,
    role: 'membre',
    fusion_vers: t.marie.id,
  })
  expect(gone.name).toBe(`Compte fusionné n°\u00a0${t.marie2.id}`)
  expect((await old.get('/profil')).location).toMatch(/^\/login/)
  const members = t.db.selectFrom('section_membres').select(['user_id', 'section_id']).orderBy('section_id')
  const ofBoth = members.where('user_id', 'in', [t.marie.id, t.marie2.id])
  expect(await ofBoth.execute()).toEqual([{ user_id: t.marie.id, section_id: t.saintMalo.id }])
  expect((await (await t.as(t.marie)).get(`/sources/${t.source.id}`)).status).toBe(200)
})

test('records and versions with numbers of any size are signed anew, and nobody else’s', async () => {
  const t = await site()
  const far = 3 * SLICE + 1
  await sql`update releve_versions set id = ${far} where id = (select max(id) from releve_versions)`.execute(t.db)
  await sql`update releve_versions set id = ${far - 1} where id = (select min(id) from releve_versions)`.execute(t.db)
  const other = await t.make.releve(t.source, { nom: 'Morvan' })
  await t.db
    .updateTable('releves')
    .set({ created_by: t.etienne.id, updated_by: t.marie2.id })
    .where('id', '=', other)
    .execute()
  const { fields } = await t.confirm(t.marie2, t.marie)
  await t.visitor.post(path(t.marie2), fields)
  const versions = await t.db.selectFrom('releve_versions').select('user_id').where('user_id', 'is not', null).execute()
  expect(versions).toEqual([{ user_id: t.marie.id }, { user_id: t.marie.id }])
  expect((await typed(t)).at(-1)).toEqual({ id: other, created_by: t.etienne.id, updated_by: t.marie.id })
})

test('the journal has a line, the person a mail; a second click does nothing', async () => {
  const t = await site()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  const { fields } = await t.confirm(t.marie2, t.marie)
  expect((await t.visitor.post(path(t.marie2), fields)).status).toBe(303)
  const journal = t.db
    .selectFrom('journal')
    .select(['user_id', 'objet_id', 'detail'])
    .where('action', '=', 'compte.fusion')
  expect(await journal.execute()).toEqual([
    { user_id: t.admin.id, objet_id: t.marie2.id, detail: { compte: t.marie.id } },
  ])
  expect((await t.visitor.get('/admin/journal')).page.text).toContain('Compte fusionné avec un autre')
  await runTasks(t.deps, accountMailHandlers(t.deps))
  expect(sink.received.map((mail) => [mail.to, mail.email.subject])).toEqual([
    [['marie@exemple.fr'], '[Relevés d’essai] Vos deux comptes n’en font plus qu’un'],
  ])
  expect(sink.received[0]?.email.text).toContain('le compte marie2 avec le vôtre, marie')
  const again = [() => t.visitor.get(path(t.marie2)), () => t.visitor.post(path(t.marie2), fields)]
  for (const send of again)
    expect((await t.visitor.follow(await send())).page.flash).toBe('Ces deux comptes sont déjà fusionnés.')
  expect(t.failures).toEqual([])
})

/** A search, an abbreviation, figures and a note, most of them as the other account has them. */
async function kept(t: Site, user_id: number) {
  const mark = { vu_marque: '{}', dit_marque: '{}', vu_at: NOW, dit_at: NOW, visite_at: NOW, created_at: NOW }
  const search = { user_id, frequence: 'site' as const, ...mark, demande_at: null, arretee_at: null }
  await t.db
    .insertInto('recherches_gardees')
    .values([
      { ...search, adresse: 'q=x', titre: `même ${user_id}` },
      { ...search, adresse: `q=${user_id}`, titre: 'autre' },
    ])
    .execute()
  const line = { user_id, section_id: null, recherche: '', created_at: NOW, updated_at: NOW }
  await t.db
    .insertInto('abreviations')
    .values({ ...line, abreviation: 'lab', texte: `laboureur ${user_id}` })
    .execute()
  const keyed = { user_id, source_id: t.source.id, n: 3, dernier_id: user_id, derniere_at: `2026-0${user_id}-01` }
  await t.db
    .insertInto('saisies')
    .values([
      { ...keyed, mois: '2026-01' },
      { ...keyed, mois: `2026-1${user_id % 2}` },
    ])
    .execute()
  await t.db.insertInto('ouvertures').values({ user_id, mois: '2026-01', nombre: 4 }).execute()
  await t.db
    .updateTable('users')
    .set({ note: `note ${user_id}` })
    .where('id', '=', user_id)
    .execute()
}

/** A draft of an act of which the other has one, too, and a wish for the source. */
async function drafted(t: Site, user_id: number) {
  const draft = {
    user_id,
    source_id: t.source.id,
    version: 1,
    contenu: `{"data[nom]":"${user_id}"}`,
    updated_at: NOW,
  }
  const [own = 0, other = 0] = t.ids
  await t.db
    .insertInto('brouillons')
    .values([
      { ...draft, releve_id: own, cle: `r${own}` },
      ...(user_id === t.marie2.id ? [{ ...draft, releve_id: other, cle: `r${other}` }] : []),
    ])
    .execute()
  const wish = { user_id, source_id: t.source.id, registre_id: null, message: null, created_at: NOW }
  await t.db
    .insertInto('demandes_registres')
    .values([
      { ...wish, etat: 'ouverte' },
      { ...wish, etat: 'refusee' },
    ])
    .execute()
}

type Own =
  | 'recherches_gardees'
  | 'abreviations'
  | 'saisies'
  | 'ouvertures'
  | 'brouillons'
  | 'demandes_registres'
  | 'source_membres'
  | 'courriels_refuses'

test('where both have the same thing that of the account that stays holds; figures and notes of both are kept', async () => {
  const t = await site()
  for (const id of [t.marie.id, t.marie2.id]) {
    await kept(t, id)
    await drafted(t, id)
  }
  await t.db.insertInto('courriels_refuses').values({ user_id: t.marie2.id, kind: 'SourceRejetee' }).execute()
  await t.db.insertInto('source_membres').values({ user_id: t.marie.id, source_id: t.source.id }).execute()
  const { shown, fields } = await t.confirm(t.marie2, t.marie)
  for (const said of [
    '2 recherches gardées',
    '2 brouillons',
    '1 abréviation',
    'la note des administrateurs',
    '2 demandes',
  ])
    expect(shown.page.text).toContain(said)
  expect((await t.visitor.post(path(t.marie2), fields)).status).toBe(303)
  const rows = async (table: Own) =>
    (await t.db.selectFrom(table).selectAll().execute()) as unknown as Record<string, unknown>[]
  const searches = await rows('recherches_gardees')
  expect(searches.map(({ user_id, titre }) => [user_id, titre]).sort()).toEqual([
    ...[
      [t.marie.id, 'autre'],
      [t.marie.id, 'autre'],
      [t.marie.id, `même ${t.marie.id}`],
    ],
  ])
  expect((await rows('abreviations')).map(({ texte }) => texte)).toEqual([`laboureur ${t.marie.id}`])
  const keyed = (await rows('saisies')).sort((a, b) => String(a.mois).localeCompare(String(b.mois)))
  expect(keyed.map(({ user_id, n }) => [user_id, n])).toEqual([
    [t.marie.id, 6],
    [t.marie.id, 3],
    [t.marie.id, 3],
  ])
  expect(keyed[0]).toMatchObject({ dernier_id: t.marie2.id, derniere_at: `2026-0${t.marie2.id}-01` })
  expect(await rows('ouvertures')).toEqual([{ user_id: t.marie.id, mois: '2026-01', nombre: 8 }])
  expect((await rows('brouillons')).map(({ user_id, contenu }) => [user_id, contenu])).toEqual([
    [t.marie.id, { 'data[nom]': String(t.marie.id) }],
    [t.marie.id, { 'data[nom]': String(t.marie2.id) }],
  ])
  expect((await rows('demandes_registres')).map(({ etat }) => etat).sort()).toEqual(['ouverte', 'refusee', 'refusee'])
  expect((await rows('source_membres')).length).toBe(1)
  expect(await rows('courriels_refuses')).toEqual([])
  expect((await t.account(t.marie)).note).toBe(`note ${t.marie.id}\nnote ${t.marie2.id}`)
})

/** Has marie and marie2 speak of the acts of each other, and type them. */
async function crossed(t: Site, status: 'a_valider' | 'validee') {
  const [first = 0, second = 0] = t.ids
  await t.db.updateTable('sources').set({ status, quatre_yeux: true }).where('id', '=', t.source.id).execute()
  const word = { source_id: t.source.id, version: 1, poids: null, created_at: NOW }
  await t.db
    .insertInto('releve_avis')
    .values([
      { ...word, releve_id: first, user_id: t.marie.id, verdict: 'corrige' },
      { ...word, releve_id: first, user_id: t.marie2.id, verdict: 'bon' },
      { ...word, releve_id: second, user_id: t.rene.id, verdict: 'corrige' },
      { ...word, releve_id: second, user_id: t.marie2.id, verdict: 'bon' },
    ])
    .execute()
  const typedTwice = { source_id: t.source.id, tiree_at: NOW, data: '{"nom":"Martin"}', etats: '{}', created_at: NOW }
  await t.db
    .insertInto('secondes_saisies')
    .values([
      { ...typedTwice, releve_id: first, user_id: t.marie.id, accords: '{"nom":true}', version: 1, arbitre_at: NOW },
      { ...typedTwice, releve_id: second, user_id: t.rene.id, accords: '{"nom":true}', version: 1, arbitre_at: NOW },
    ])
    .execute()
  const change = {
    source_id: t.source.id,
    releve_id: first,
    version: 2,
    champ: 'nom',
    avant: '{}',
    apres: '{}',
    poids: 1 as const,
    motif: null,
    created_at: NOW,
    lue_at: null,
  }
  await t.db
    .insertInto('corrections')
    .values([
      { ...change, user_id: t.marie.id, pour_id: t.marie2.id },
      { ...change, user_id: t.rene.id, pour_id: t.marie2.id },
    ])
    .execute()
  const fil = await t.db
    .insertInto('fils')
    .values({
      ...{ source_id: t.source.id, releve_id: first, champ: null, nature: 'fil' as const, version: 1 },
      ...{
        proposition: null,
        user_id: t.marie2.id,
        created_at: NOW,
        resolu_at: NOW,
        resolu_par: t.marie2.id,
        decision: null,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { source_id: t.source.id, fil_id: fil.id, created_at: NOW }
  await t.db
    .insertInto('fil_messages')
    .values([
      { ...message, user_id: t.marie2.id, texte: 'un', mentions: JSON.stringify([t.marie.id]) },
      {
        ...message,
        user_id: t.rene.id,
        texte: 'deux',
        mentions: JSON.stringify([t.marie2.id, t.marie.id, t.admin.id]),
      },
    ])
    .execute()
  return { first, second }
}

test('four eyes and two readings stay those of two people: what one person said twice does not count', async () => {
  const t = await site()
  const { first, second } = await crossed(t, 'a_valider')
  const { shown, fields } = await t.confirm(t.marie2, t.marie)
  for (const said of ['1 seconde saisie d’actes que l’autre compte avait saisis', '1 approbation d’une correction'])
    expect(shown.page.text).toContain(said)
  expect((await t.visitor.post(path(t.marie2), fields)).status).toBe(303)
  const words = t.db.selectFrom('releve_avis').select(['releve_id', 'user_id', 'verdict']).orderBy('id')
  expect(await words.execute()).toEqual([
    { releve_id: first, user_id: t.marie.id, verdict: 'corrige' },
    { releve_id: second, user_id: t.rene.id, verdict: 'corrige' },
    { releve_id: second, user_id: t.marie.id, verdict: 'bon' },
  ])
  const seconds = t.db
    .selectFrom('secondes_saisies')
    .select(['releve_id', 'user_id', 'data', 'accords', 'arbitre_at'])
    .orderBy('id')
  expect(await seconds.execute()).toEqual([
    { releve_id: first, user_id: null, data: null, accords: null, arbitre_at: null },
    { releve_id: second, user_id: t.rene.id, data: { nom: 'Martin' }, accords: { nom: true }, arbitre_at: NOW },
  ])
  const corrections = await t.db.selectFrom('corrections').select(['user_id', 'pour_id']).execute()
  expect(corrections).toEqual([{ user_id: t.rene.id, pour_id: t.marie.id }])
  const said = await t.db.selectFrom('fil_messages').select(['user_id', 'mentions']).orderBy('id').execute()
  expect(said).toEqual([
    { user_id: t.marie.id, mentions: [t.marie.id] },
    { user_id: t.rene.id, mentions: [t.marie.id, t.admin.id] },
  ])
  const thread = await t.db.selectFrom('fils').select(['user_id', 'resolu_par']).executeTakeFirstOrThrow()
  expect(thread).toEqual({ user_id: t.marie.id, resolu_par: t.marie.id })
})

test('a decision that was made stays made: in a validated source nothing is asked for again', async () => {
  const t = await site()
  await crossed(t, 'validee')
  const { shown, fields } = await t.confirm(t.marie2, t.marie)
  expect(shown.page.text).not.toContain('approbation')
  expect((await t.visitor.post(path(t.marie2), fields)).status).toBe(303)
  expect((await t.db.selectFrom('releve_avis').select('id').execute()).length).toBe(4)
  const typedTwice = await t.db.selectFrom('secondes_saisies').select('data').execute()
  expect(typedTwice.every(({ data }) => data !== null)).toBe(true)
})

test('itself, one’s own account, a closed or waiting account to keep, no account: refused, and nothing happens', async () => {
  const t = await site()
  const closed = await t.make.user({ name: 'close', is_active: false })
  const waiting = await t.make.user({ name: 'demande', is_active: false })
  await t.db.updateTable('users').set({ demande_at: NOW }).where('id', '=', waiting.id).execute()
  const send = (from: { id: number; name: string }, vers: number | string) =>
    t.visitor.post(path(from), { vers, version: 1, version_vers: 1, confirmation: from.name })
  const cases = [
    [t.marie2.id, 'Un compte ne se fusionne pas avec lui-même'],
    [closed.id, 'Le compte de close est désactivé : activez-le d’abord'],
    [waiting.id, 'Le compte de demande attend encore d’être accepté'],
    ['', 'Choisissez le compte à garder.'],
    ['x', 'Choisissez le compte à garder.'],
  ] as const
  for (const [vers, words] of cases) {
    const refused = await send(t.marie2, vers)
    expect([vers, refused.status]).toEqual([vers, 422])
    expect(refused.page.one('.erreurs').textContent?.replace(/\s+/g, ' ')).toContain(words.replace(/\s+/g, ' '))
    if (typeof vers === 'number') expect((await t.visitor.get(`${path(t.marie2)}?vers=${vers}`)).status).toBe(422)
  }
  expect((await send(t.marie2, 999_999)).status).toBe(404)
  expect((await t.visitor.get(`${path(t.marie2)}?vers=999999`)).status).toBe(404)
  expect((await t.visitor.get(path({ id: 999_999 }))).status).toBe(404)
  const own = await send(t.admin, t.marie.id)
  expect([own.status, own.page.text.includes('partez de l’autre compte')]).toEqual([403, true])
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  t.visitor.cookies.set('session', await createSession(t.db, t.admin.id, 'test', { since, isFresh: false }))
  for (const preuve of ['', 'pas le bon'])
    expect(
      (
        await t.visitor.post(path(t.marie2), {
          vers: t.marie.id,
          version: 1,
          version_vers: 1,
          confirmation: 'marie2',
          preuve,
        })
      ).status,
    ).toBe(422)
  for (const who of [t.rene, t.marie]) expect((await (await t.as(who)).post(path(t.marie2), {})).status).toBe(403)
  expect((await typed(t)).map((row) => row.created_by)).toEqual([t.marie2.id, t.marie2.id])
  expect(await t.account(t.marie2)).toMatchObject({ is_active: true, version: 1, fusion_vers: null })
  const { fields } = await t.confirm(t.marie2, t.marie)
  expect((await t.visitor.post(path(t.marie2), { ...fields, preuve: PASSWORD })).status).toBe(303)
  expect(t.failures).toEqual([])
})

test('an account that was changed, merged or put to work meanwhile: the page comes back and says so', async () => {
  const t = await site()
  const { fields } = await t.confirm(t.marie2, t.marie)
  await t.db.updateTable('users').set({ version: 2 }).where('id', '=', t.marie.id).execute()
  const changed = await t.visitor.post(path(t.marie2), fields)
  expect([changed.status, changed.page.h1]).toEqual([409, 'Confirmer la fusion'])
  expect(changed.page.one('main input[name=version_vers]').getAttribute('value')).toBe('2')
  const row = {
    kind: 'releves',
    cible_id: t.source.id,
    user_id: t.marie2.id,
    nom_fichier: 'a.csv',
    fichier: null,
    taille: 1,
    empreinte: 'x',
    encodage: 'utf-8',
    erreur: null,
    correspondance: null,
    created_at: NOW,
    fini_at: null,
  }
  const imported = await t.db
    .insertInto('imports')
    .values({ ...row, etat: 'en_cours' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const busy = await t.visitor.post(path(t.marie2), { ...fields, version_vers: 2 })
  expect([busy.status, busy.page.text.includes('attendez qu’il finisse')]).toEqual([422, true])
  await t.db.updateTable('imports').set({ etat: 'termine' }).where('id', '=', imported.id).execute()
  const third = await t.make.user({ name: 'tierce' })
  const other = await t.confirm(t.marie2, third)
  const both = await Promise.all([
    t.visitor.post(path(t.marie2), { ...fields, version_vers: 2 }),
    t.visitor.post(path(t.marie2), other.fields),
    t.visitor.post(path(t.marie2), { ...fields, version_vers: 2 }),
  ])
  const { fusion_vers } = await t.account(t.marie2)
  const isMarie = fusion_vers === t.marie.id
  expect(both.map(({ status }) => status)).toEqual(isMarie ? [303, 409, 303] : [409, 303, 409])
  expect(both.find(({ status }) => status === 409)?.page.text).toContain(`« ${isMarie ? 'marie' : 'tierce'} »`)
  expect((await t.account({ id: t.marie2.id })).version).toBe(2)
  const file = await t.db.selectFrom('imports').select(['user_id', 'nom_fichier']).executeTakeFirstOrThrow()
  expect(file).toEqual({ user_id: fusion_vers, nom_fichier: 'a.csv' })
  expect(t.failures).toEqual([])
})

test('two administrators who merge each other at once leave one', async () => {
  const t = await site()
  const other = await t.make.user({ name: 'seconde', role: 'admin' })
  const second = await t.as(other)
  const answers = await Promise.all([
    t.visitor.post(path(other), { vers: t.marie.id, version: 1, version_vers: 1, confirmation: 'seconde' }),
    second.post(path(t.admin), { vers: t.rene.id, version: 1, version_vers: 1, confirmation: 'admin' }),
  ])
  expect(answers.filter(({ status }) => status === 303).length).toBe(1)
  const admins = t.db.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true)
  expect((await admins.execute()).length).toBe(1)
})

test('merged twice over, erased afterwards; what was on its way and a deleted source find the account that is left', async () => {
  const t = await site()
  const by = actorWithout(t.admin.id)
  const now = t.deps.clock()
  const kept = await t.db
    .transaction()
    .execute((trx) =>
      deleteSource(trx, { id: t.source.id, titre: 'Baptêmes', section_id: null, nb_releves: 2 }, by, now),
    )
  await runTasks(t.deps, suppressionHandlers)
  for (const [from, to] of [
    [t.marie2, t.marie],
    [t.marie, t.etienne],
  ] as const)
    expect((await t.visitor.post(path(from), (await t.confirm(from, to)).fields)).status).toBe(303)
  expect((await t.account(t.marie2)).fusion_vers).toBe(t.etienne.id)
  expect((await t.visitor.get(path(t.marie2))).location).toBe(`/admin/utilisateurs/${t.etienne.id}/modifier`)
  await t.db.transaction().execute((trx) => bringBackSource(trx, kept, by, now))
  await runTasks(t.deps, suppressionHandlers)
  expect(await typed(t)).toEqual(t.ids.map((id) => ({ id, created_by: t.etienne.id, updated_by: t.etienne.id })))
  expect(await t.db.selectFrom('source_membres').select('user_id').execute()).toEqual([{ user_id: t.etienne.id }])
  const late = await t.db.selectFrom('taches').select(['pas_avant']).where('kind', '=', 'comptes_fusionnes').execute()
  expect(late.map(({ pas_avant }) => pas_avant)).toEqual(['2026-11-21T10:10:00.000Z', '2026-11-21T10:10:00.000Z'])
  await t.db
    .updateTable('releves')
    .set({ updated_by: t.marie2.id })
    .where('id', '=', t.ids[0] ?? 0)
    .execute()
  await runTasks({ ...t.deps, clock: () => new Date(now.getTime() + HOUR) }, lateRowsHandlers)
  expect((await typed(t)).map((row) => row.updated_by)).toEqual([t.etienne.id, t.etienne.id])
  await eraseSomebody(t.db, by, t.etienne.id, NOW)
  expect((await t.visitor.get(path(t.marie2))).status).toBe(404)
  expect(t.failures).toEqual([])
})
