// The accounts of an ExpoActes site: recognised by their first line, inactive here, invited when an administrator activates them.
import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import type { TestApp, Visitor } from '../../../support/app.ts'
import { PASSWORD } from '../../../support/characters.ts'
import { mailSite } from '../../acces/support.ts'
import { importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { account, allAccounts, asAdmin, formOf, LIST } from '../support.ts'

const USERS = readFileSync(new URL('../../echanges/exemples/USERS_ALL_0.CSV', import.meta.url))
const SHA1 = /[0-9a-f]{40}/
const PRINT = '00cafd126182e8a9e7c01bb2f0dfd00496be724f'

/** A line as ExpoActes writes it; an empty value is nothing. */
const line = (...cells: string[]): string =>
  cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(';')
const person = (login: string, change: Record<number, string> = {}): string => {
  const cells = [
    'NOM',
    'Prénom',
    `${login}@asso.test`,
    login,
    PRINT,
    '4',
    '0',
    '0',
    '',
    '2033-12-31',
    '',
    '9',
    'N',
    '',
    '0',
    '',
  ]
  return line(...cells.map((cell, at) => change[at + 1] ?? cell))
}

async function plan(t: TestApp, visitor: Visitor, content: string | Uint8Array) {
  const answer = await sendFile(visitor, `${LIST}/import`, content, { nom: 'USERS_ALL_0.CSV' })
  expect([answer.status, answer.page.text.slice(0, 300)]).toEqual([303, ''])
  await work(t)
  return importOf(t)
}

async function imported(t: TestApp, visitor: Visitor, content: string | Uint8Array) {
  const { id } = await plan(t, visitor, content)
  expect((await visitor.post(`/imports/${id}/confirmer`)).status).toBe(303)
  await work(t)
  return importOf(t, id)
}

test('the file that ExpoActes wrote: rights in words at the dry run, who is there already refused', async () => {
  const { t, visitor } = await asAdmin()
  const done = await plan(t, visitor, USERS)
  expect(done).toMatchObject({ etat: 'pret', nb_lignes: 6, a_creer: 5, refusees: 1 })
  const { text } = (await visitor.get(`/imports/${done.id}`)).page
  expect(text).toContain('droits 6 (chargement de ses actes), compte actif')
  expect(text).toContain('droits 8 (administration de tous les actes)')
  const messages = (await messagesOf(t, done.id)).map(({ message }) => message)
  expect(messages).toEqual([
    'Un autre compte porte déjà ce nom d’utilisateur.',
    'Ce compte était bloqué dans ExpoActes\u00a0: ne l’activez que si c’est voulu.',
  ])
})

test('accounts come inactive with a note of what has no place here; the prints of passwords are kept nowhere', async () => {
  const { t, visitor } = await asAdmin()
  const done = await imported(t, visitor, USERS)
  expect(done).toMatchObject({ etat: 'termine', creees: 5, refusees: 1 })
  const made = (await allAccounts(t)).filter((row) => row.import_id === done.id)
  expect(made.map(({ name, role, is_active, password_hash }) => [name, role, is_active, password_hash])).toEqual([
    ['ylemee', 'membre', false, '!'],
    ['hboeuf', 'membre', false, '!'],
    ['agicquel', 'gestionnaire', false, '!'],
    ['largentre', 'membre', false, '!'],
    ['njan', 'membre', false, '!'],
  ])
  expect(made[2]?.note?.split('\n')).toEqual([
    'Personne\u00a0: Armel GICQUEL',
    'ExpoActes\u00a0: droits 8 (administration de tous les actes), compte actif',
    'Points restants\u00a0: 12 (recharge automatique)',
    'Commentaire\u00a0: responsable ; section nord',
    'Créé le\u00a0: 22/11/2026',
  ])
  expect(made[3]?.note).toContain('d’ARGENTRÉ')
  expect(made[3]?.note).toContain('dite "Léo"')
  for (const table of ['users', 'imports', 'import_lignes', 'import_messages', 'journal', 'envois'] as const)
    for (const hash of USERS.toString('latin1').match(/[0-9a-f]{40}/g) ?? [])
      expect(JSON.stringify(await t.db.selectFrom(table).selectAll().execute())).not.toContain(hash)
  expect(t.failures).toEqual([])
})

test('nobody is written to before an administrator activates them, all at once', async () => {
  const t = await mailSite()
  const visitor = await t.as(t.admin)
  await imported(t, visitor, USERS)
  await t.mails()
  expect(t.sent()).toEqual([])
  await visitor.post(`${LIST}/lot`, { geste: 'activer', tous: '1', status: 'inactive', nombre: '6' })
  await t.mails()
  expect(t.sent().map((mail) => mail.split('@')[0])).toEqual(['armel', 'herve', 'lea', 'noel', 'yvonne'])
})

test('the note of an account can be changed; a form without it leaves it', async () => {
  const { t, visitor } = await asAdmin()
  await imported(t, visitor, USERS)
  const boeuf = (await account(t, 'hboeuf')) ?? { id: 0, note: null }
  const path = `${LIST}/${boeuf.id}`
  expect((await visitor.get(`${path}/modifier`)).page.one('textarea[name=note]').text).toContain('Hervé BŒUF')
  const fields = { ...(await formOf(t, boeuf)), preuve: PASSWORD }
  expect((await visitor.post(path, fields)).status).toBe(303)
  expect((await account(t, 'hboeuf'))?.note).toBe(boeuf.note)
  const long = await visitor.post(path, { ...fields, version: 2, note: 'x'.repeat(2001) })
  expect([long.status, long.page.error('note')]).toEqual([422, expect.stringContaining('2')])
  await visitor.post(path, { ...fields, version: 2, note: 'à rappeler' })
  expect((await account(t, 'hboeuf'))?.note).toBe('à rappeler')
})

test('an undo takes them back but for the one that was changed', async () => {
  const { t, visitor } = await asAdmin()
  const done = await imported(t, visitor, USERS)
  const jan = await account(t, 'njan')
  await visitor.post(`${LIST}/${jan?.id}/activer`)
  await visitor.post(`/imports/${done.id}/annuler`, { confirme: '1' })
  await work(t)
  expect((await allAccounts(t)).filter((row) => row.import_id === done.id).map(({ name }) => name)).toEqual(['njan'])
})

test('shifted accounts, of a column too many or too few, are named; those that are good come all the same', async () => {
  const { t, visitor } = await asAdmin()
  const file = [
    person('bon'),
    person('decale', { 6: 'le Jeune', 7: '4' }),
    '',
    `${person('long')};"reste"`,
    person('statut', { 13: 'X' }),
    person('chef', { 6: '9' }),
    person('sans', { 3: '' }),
    person('double'),
    person('double', { 3: 'autre@asso.test' }),
  ]
  const done = await plan(t, visitor, iconv.encode(file.map((one) => `${one}\r\n`).join(''), 'win1252'))
  expect(done).toMatchObject({ a_creer: 3, refusees: 5 })
  const told = await messagesOf(t, done.id)
  const messages = told.map(({ message }) => message)
  // The file has no line of titles, and a blank line behind its second: they stand at these lines of it.
  expect(told.map(({ ligne }) => ligne)).toEqual([2, 4, 5, 6, 7, 9])
  expect(messages[0]).toMatch(/^Colonnes décalées.*«\u00a0le Jeune\u00a0».*des droits/)
  expect(messages[1]).toMatch(/en a 17 au lieu de 16/)
  expect(messages[2]).toMatch(/du statut/)
  expect(messages[3]).toMatch(/administrait ExpoActes/)
  expect(messages[4]).toMatch(/adresse électronique/)
  expect(messages[5]).toMatch(/déjà à la ligne 8/)
  expect(messages.join()).not.toMatch(SHA1)
})

test('the same file again makes nothing twice; another file is read as before', async () => {
  const { t, visitor } = await asAdmin()
  await imported(t, visitor, USERS)
  expect(await plan(t, visitor, USERS)).toMatchObject({ a_creer: 0, inchangees: 5, refusees: 1 })
  expect(await plan(t, visitor, 'name;email\r\nluc;luc@exemple.fr\r\n')).toMatchObject({ a_creer: 1 })
  const wrong = await sendFile(visitor, `${LIST}/import`, 'nom;prénom\r\n"a";"b"\r\n')
  expect([wrong.status, wrong.page.text.includes('name')]).toEqual([422, true])
})
