// Files of foreign headers: between the upload and the dry run somebody says where their columns go.
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import type { TestApp, Visitor } from '../../support/app.ts'
import { testApp } from '../../support/app.ts'
import { BAPTEME, day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { register, releves } from '../releves/support.ts'
import { importOf, messagesOf, sendFile, work } from './support.ts'

const PARENTS = [
  { nom: 'nom_pere', label: 'Nom du père' },
  { nom: 'prenom_pere', label: 'Prénoms du père' },
]

async function site() {
  const t = await testApp()
  const type = await t.make.typeSource({ champs: [...BAPTEME.slice(0, 4), ...PARENTS, ...BAPTEME.slice(5)] })
  const { source } = await register(t, { type })
  const marie = await t.as(t.marie)
  return { t, source, marie, form: `/sources/${source.id}/import` }
}

/** The page on which the columns of a file are chosen. */
async function asked(marie: Visitor, form: string, content: string | Uint8Array) {
  const sent = await sendFile(marie, form, content)
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/imports\/\d+\/colonnes$/)])
  const path = sent.location ?? ''
  return { path, page: (await marie.get(path)).page }
}

/** Where each column goes, and how it is read where it is not as it is. */
function choicesOf({ all }: Awaited<ReturnType<typeof asked>>['page']): string[] {
  const chosen = (start: string) =>
    all(`select[name^="${start}"]`).map((select) => [
      select.getAttribute('name')?.replace(start, '') ?? '',
      select.querySelector('option[selected]')?.getAttribute('value') ?? '',
    ])
  const readings = new Map(chosen('lecture').map(([n = '', lecture = '']) => [n, lecture]))
  return chosen('colonnes').map(([n = '', vers = '']) => [vers, readings.get(n)].filter(Boolean).join(' '))
}

/** Chooses, confirms, and gives the records as they were stored. */
async function stored(t: TestApp, marie: Visitor, path: string, fields: Record<string, string> = {}) {
  expect((await marie.post(path, fields)).location).toBe(path.replace('/colonnes', ''))
  await work(t)
  const plan = await importOf(t)
  if (plan.a_creer > 0) await marie.post(`/imports/${plan.id}/confirmer`)
  await work(t)
  return { plan, rows: (await releves(t)).map(({ data }) => data) }
}

const FOREIGN = [
  'Date de l’acte;PATRONYME;Prénom;Sexe;Nom du Père;prénom père;N° acte;Observations;Folio;',
  '25/03/1789;LE GOFF;Anne;F;LE GOFF;Jean;12;ondoyée;f° 3;',
  '03/04/1789;RIOU;Yves;M;;;;;;',
].join('\r\n')

describe('a file of foreign headers', () => {
  test('is asked about: each column beside its field, samples, and the lines as they would be stored', async () => {
    const { t, marie, form } = await site()
    const { path, page } = await asked(marie, form, FOREIGN)
    expect(page.h1).toBe('Où vont les colonnes du fichier')
    expect(choicesOf(page)).toEqual([
      ...['date_evenement', 'nom', 'prenom', 'sexe', 'nom_pere', 'prenom_pere', 'numero', 'champ:notes', 'notes'],
    ])
    expect(squeeze(page.all('table')[0]?.text ?? '')).toContain('25/03/1789')
    expect(squeeze(page.one('#apercu').text)).toMatch(
      /25\/03\/1789 = mercredi 25 mars 1789.*LE GOFF.*ondoyée Folio : f° 3/,
    )
    // Nothing runs before it is answered, and the page is there again.
    expect(await work(t)).toBe(0)
    expect(await importOf(t)).toMatchObject({ etat: 'colonnes', nb_lignes: 0 })
    expect((await marie.get(path.replace('/colonnes', ''))).page.has(`a[href="${path}"]`)).toBe(true)
    const { plan, rows } = await stored(t, marie, path)
    expect(plan).toMatchObject({ etat: 'pret', a_creer: 2, refusees: 0, colonnes_ignorees: '' })
    expect(rows).toEqual([
      {
        ...{ date_evenement: day('1789-03-25'), nom: 'LE GOFF', prenom: 'Anne', sexe: 'F' },
        ...{ nom_pere: 'LE GOFF', prenom_pere: 'Jean', numero: 12, notes: 'ondoyée\nFolio\u00a0: f° 3' },
      },
      { date_evenement: day('1789-04-03'), nom: 'RIOU', prenom: 'Yves', sexe: 'M' },
    ])
    expect(t.failures).toEqual([])
  })

  test('may leave columns out, give all lines one value, join two columns, and split one', async () => {
    const { t, marie, form } = await site()
    const file =
      'Quand;Qui;Suite;Remarque 1;Photo\n1789;LE GOFF Jean Marie;dit Petit;vue 3;P1.jpg\n1790;de LA ROCHE Anne;;;\n'
    const { path, page } = await asked(marie, form, file)
    expect(squeeze(page.one('#manquants').text)).toContain(': « Date de baptême », « Nom ».')
    const folded = page.all('details [name^="constantes"]').map((field) => field.getAttribute('name'))
    expect([folded.includes('constantes[sexe]'), folded.includes('constantes[nom]')]).toEqual([true, false])
    const choice = {
      ...{ 'colonnes[0]': 'date_evenement', 'colonnes[1]': 'nom', 'lecture[1]': 'capitales' },
      ...{ 'colonnes[2]': 'prenom', 'lecture[2]': 'suite', 'colonnes[3]': 'notes', 'colonnes[4]': 'ignorer' },
      'constantes[sexe]': 'M',
    }
    const { plan, rows } = await stored(t, marie, path, choice)
    expect(plan.colonnes_ignorees).toBe('Photo')
    expect(rows.map(({ nom, prenom, sexe, notes }) => [nom, prenom, sexe, notes])).toEqual([
      ['LE GOFF', 'Jean Marie dit Petit', 'M', 'Remarque 1\u00a0: vue 3'],
      ['de LA ROCHE', 'Anne', 'M', undefined],
    ])
    expect(t.failures).toEqual([])
  })

  test('is kept as chosen by « Revoir l’aperçu », and again when the page is loaded', async () => {
    const { t, marie, form } = await site()
    const { path } = await asked(marie, form, FOREIGN)
    const answer = await marie.post(path, { 'colonnes[8]': 'ignorer', 'constantes[ondoye]': '', action: 'apercu' })
    expect(answer.location).toBe(`${path}#apercu`)
    const { page } = await marie.get(path)
    expect(choicesOf(page)[8]).toBe('ignorer')
    expect(page.one('#apercu').text).not.toContain('Folio')
    expect(await work(t)).toBe(0)
    expect(t.failures).toEqual([])
  })

  test('of the same header is proposed as the last one was', async () => {
    const { t, marie, form } = await site()
    const { path } = await asked(marie, form, FOREIGN)
    await stored(t, marie, path, { 'colonnes[8]': 'ignorer', 'colonnes[7]': 'notes' })
    const next = await asked(marie, form, FOREIGN.replace('LE GOFF;Anne', 'MORIN;Anne'))
    expect(choicesOf(next.page).slice(7)).toEqual(['notes', 'ignorer'])
    expect(squeeze(next.page.text)).toMatch(
      /Le dernier fichier de mêmes titres a été rangé ainsi le 21 novembre 2026.* par marie/,
    )
    // Chosen otherwise, this is what is proposed next: one line a header.
    await marie.post(next.path, { 'colonnes[7]': 'ignorer' })
    expect(await t.db.selectFrom('import_correspondances').select('user_id').execute()).toEqual([
      { user_id: t.marie.id },
    ])
    const other = await t.make.source({ section: t.saintMalo })
    const elsewhere = await asked(marie, `/sources/${other.id}/import`, FOREIGN)
    expect(elsewhere.page.text).not.toContain('mêmes titres')
    expect(t.failures).toEqual([])
  })
})

describe('dates', () => {
  test('with the month first are seen, asked about, and told once where they are mixed', async () => {
    const { t, marie, form } = await site()
    const { path, page } = await asked(marie, form, 'Date de baptême;Nom\n03/04/1789;A\n03/25/1789;B\n')
    expect(choicesOf(page)).toEqual(['date_evenement mja', 'nom'])
    const { rows } = await stored(t, marie, path)
    expect(rows.map(({ date_evenement }) => date_evenement)).toEqual([day('1789-03-04'), day('1789-03-25')])
    // Both orders in one column: nothing says which, nothing is exchanged, one sentence for the file.
    const mixed = 'Date de baptême;Nom\n03/25/1790;C\n25/03/1790;D\n04/26/1790;E\n'
    const sent = await sendFile(marie, form, mixed)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'pret', a_creer: 1, refusees: 2 })
    const ready = (await marie.get(sent.location ?? '')).page
    expect(squeeze(ready.text)).toContain(
      'la date « 03/25/1790 » (ligne 2, et 1 autre du même genre) ne se lit qu’avec le mois en premier. Rien n’a été échangé',
    )
    const again = await marie.get(`${sent.location}/colonnes`)
    expect(again.status).toBe(200)
    const wrong = await stored(t, marie, `${sent.location}/colonnes`, { 'lecture[0]': 'mja' })
    expect(wrong.plan).toMatchObject({ a_creer: 2, refusees: 1 })
    expect(wrong.plan.remarques).toContain('le jour en premier')
    expect((await messagesOf(t)).map(({ ligne }) => ligne)).toEqual([3])
    expect(t.failures).toEqual([])
  })

  test('stand in three columns, or are written in eight figures', async () => {
    const { t, marie, form } = await site()
    const three = await asked(
      marie,
      form,
      'Jour;Mois;Année;Nom\n25;mars;1789;A\n0;3;1789;B\n;;1789;C\n32;3;1789;D\n5;;1789;E\n',
    )
    expect(choicesOf(three.page)).toEqual([...['jour', 'mois', 'annee'].map((part) => `date_evenement ${part}`), 'nom'])
    const { rows, plan } = await stored(t, marie, three.path)
    expect(rows.map(({ date_evenement }) => (date_evenement as { valeur: string }).valeur)).toEqual([
      ...['1789-03-25', '1789-03', '1789'],
    ])
    expect(plan.refusees).toBe(2)
    const compact = await asked(marie, form, 'Date;Patronyme\n17890325;F\n17900401;G\n')
    expect(choicesOf(compact.page)).toEqual(['date_evenement amj', 'nom'])
    expect((await stored(t, marie, compact.path)).rows.at(-1)?.date_evenement).toEqual(day('1790-04-01'))
    expect(t.failures).toEqual([])
  })
})

describe('what is refused', () => {
  test('two columns to one field, a field without a column, a value that cannot be, with what was chosen still there', async () => {
    const { t, marie, form } = await site()
    const { path, page } = await asked(marie, form, 'NOM;nom;Sexe\nLE GOFF;MORIN;F\n')
    expect(choicesOf(page)).toEqual(['nom', 'notes', 'sexe'])
    const answer = await marie.post(path, {
      ...{ 'colonnes[1]': 'nom', 'colonnes[2]': 'inconnu' },
      ...{ 'constantes[numero]': 'douze', 'constantes[domicile]': 'Nulle part' },
    })
    expect(answer.status).toBe(422)
    expect(answer.page.error('colonnes[1]')).toMatch(
      /« Nom » reçoit déjà la colonne « NOM » : choisissez un autre champ.*à la suite/,
    )
    expect(answer.page.error('colonnes[2]')).toBe('Choisissez une valeur dans la liste.')
    expect(answer.page.error('constantes[date_evenement]')).toContain('obligatoire')
    expect(answer.page.error('constantes[numero]')).toContain('Indiquez un nombre')
    expect(answer.page.error('constantes[domicile]')).toContain('Aucun lieu')
    expect([answer.page.value('colonnes[1]'), answer.page.value('constantes[numero]')]).toEqual(['nom', 'douze'])
    expect((await importOf(t)).etat).toBe('colonnes')
    const none = await marie.post(path, {
      'colonnes[0]': 'ignorer',
      'colonnes[1]': 'ignorer',
      'colonnes[2]': 'ignorer',
    })
    expect(squeeze(none.page.text)).toContain('Aucune colonne du fichier ne va vers un champ')
    const joined = { 'colonnes[1]': 'nom', 'lecture[1]': 'suite', 'constantes[date_evenement]': '1789' }
    const { rows } = await stored(t, marie, path, joined)
    expect(rows).toMatchObject([{ nom: 'LE GOFF MORIN', sexe: 'F', date_evenement: { valeur: '1789' } }])
    expect(t.failures).toEqual([])
  })

  test('for whoever lost the right, and for an import that has gone on', async () => {
    const { t, source, marie, form } = await site()
    const { path } = await asked(marie, form, FOREIGN)
    const etienne = await t.as(t.etienne)
    expect([(await etienne.get(path)).status, (await etienne.post(path)).status]).toEqual([404, 404])
    await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
    expect([(await marie.get(path)).status, (await marie.post(path)).status]).toEqual([403, 403])
    await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
    expect((await marie.post(path)).status).toBe(303)
    const import_ = path.replace('/colonnes', '')
    // A second click of the same form.
    expect([(await marie.get(path)).location, (await marie.post(path)).location]).toEqual([import_, import_])
    await work(t)
    await marie.post(`${import_}/confirmer`)
    expect([(await marie.get(path)).location, (await marie.post(path)).status]).toEqual([import_, 409])
    expect(await importOf(t)).toMatchObject({ fichier: null })
    const given = await asked(marie, form, FOREIGN)
    await marie.post(`${given.path.replace('/colonnes', '')}/abandonner`)
    expect(await importOf(t)).toMatchObject({ etat: 'abandonne', fichier: null })
    expect((await marie.get(given.path)).status).toBe(303)
    expect(t.failures).toEqual([])
  })

  test('a dry run by a field that is gone meanwhile: the columns are asked for again', async () => {
    const { t, marie, form } = await site()
    const { path } = await asked(marie, form, FOREIGN)
    await marie.post(path)
    await t.db.deleteFrom('champs').where('nom', '=', 'numero').execute()
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'colonnes', erreur: expect.stringContaining('ont changé') })
    const { page } = await marie.get(path)
    expect(page.text).toContain('ont changé depuis que les colonnes ont été choisies')
    expect(choicesOf(page)[6]).toBe('notes')
    const { plan } = await stored(t, marie, path)
    expect(plan).toMatchObject({ a_creer: 2, erreur: null })
    // A header of ours, and a field that is required since it came.
    const ours = await sendFile(marie, form, 'Date de baptême;Nom\n1789;A\n')
    await t.db.updateTable('champs').set({ required: true }).where('nom', '=', 'prenom').execute()
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'colonnes' })
    const { page: again } = await marie.get(`${ours.location}/colonnes`)
    expect(again.one('#manquants').text).toContain('Prénoms')
    expect(t.failures).toEqual([])
  })
})

describe('encodings and odd headers', () => {
  test('another encoding is tried on the page, and titles are read anew', async () => {
    const { t, marie, form } = await site()
    // Too few letters tell the encoding for sure.
    const file = iconv.encode('Date de naissance;Prénom;Nom\n1789;Helène;Lefevre\n', 'cp850')
    const { path, page } = await asked(marie, form, file)
    expect(page.value('encodage')).toBe('windows-1252')
    expect(choicesOf(page)[1]).toBe('notes')
    const refused = await marie.post(path, { encodage: 'utf-8' })
    expect([refused.status, refused.page.error('encodage')]).toEqual([
      422,
      expect.stringContaining('pas tout en UTF-8'),
    ])
    expect((await marie.post(path, { encodage: 'cp850', 'colonnes[0]': 'date_evenement' })).location).toBe(path)
    const after = (await marie.get(path)).page
    expect([after.value('encodage'), ...choicesOf(after)]).toEqual(['cp850', 'date_evenement', 'prenom', 'nom'])
    const { rows } = await stored(t, marie, path)
    expect(rows).toMatchObject([{ nom: 'Lefevre', prenom: 'Helène' }])
    expect(t.failures).toEqual([])
  })

  test('the line of the titles is another one, or none', async () => {
    const { t, marie, form } = await site()
    const { path, page } = await asked(marie, form, 'A;B;C\nx;y;z\nDate;Nom;Prénom\n1789;MORIN;Anne\n')
    expect([page.value('ligne_entete'), ...choicesOf(page)]).toEqual(['1', 'notes', 'notes', 'notes'])
    const refused = await marie.post(path, { ligne_entete: '99' })
    expect([refused.status, squeeze(refused.page.error('ligne_entete'))]).toEqual([
      422,
      expect.stringContaining('La ligne 99 est vide, ou trop loin du début'),
    ])
    await marie.post(path, { ligne_entete: '3' })
    expect(choicesOf((await marie.get(path)).page)).toEqual(['date_evenement', 'nom', 'prenom'])
    expect((await stored(t, marie, path)).rows).toMatchObject([{ nom: 'MORIN', prenom: 'Anne' }])
    expect(t.failures).toEqual([])
  })

  test('a column is told by its first five values, however far down they stand', async () => {
    const { marie, form } = await site()
    const lines = Array.from({ length: 40 }, (_, n) => `${1750 + n};MORIN;${n > 29 ? `f° ${n}` : ''};`)
    const { page } = await asked(marie, form, ['Date;Nom;Folio;Reste', ...lines].join('\n'))
    const told = page.all('table tbody tr td:nth-child(2)').map(({ text }) => squeeze(text))
    expect(told.slice(1, 4)).toEqual([
      'MORIN · MORIN · MORIN · MORIN · MORIN',
      'f° 30 · f° 31 · f° 32 · f° 33 · f° 34',
      'vide',
    ])
  })

  test('five hundred columns, columns without a title, a file of titles alone', async () => {
    const { t, marie, form } = await site()
    const titles = ['Date', 'Nom', ...Array.from({ length: 498 }, (_, n) => (n % 2 === 1 ? `Colonne ${n}` : ''))]
    const cells = ['1789', 'MORIN', ...Array.from({ length: 498 }, (_, n) => (n === 5 ? 'x' : ''))]
    const wide = await asked(marie, form, `${titles.join(';')}\n${cells.join(';')}\n`)
    const choices = choicesOf(wide.page)
    expect([choices.length, choices[7], new Set(choices.slice(8))]).toEqual([500, 'notes', new Set(['ignorer'])])
    const all = Object.fromEntries(choices.map((vers, n) => [`colonnes[${n}]`, vers.split(' ')[0] ?? '']))
    const { rows } = await stored(t, marie, wide.path, all)
    expect(rows).toMatchObject([{ nom: 'MORIN', notes: 'Colonne 5\u00a0: x' }])
    const bare = await asked(marie, form, 'Date;Nom\n')
    expect(bare.page.one('#apercu').text).toContain('aucune ligne')
    expect((await stored(t, marie, bare.path)).plan).toMatchObject({ etat: 'pret', nb_lignes: 0 })
    expect(t.failures).toEqual([])
  })

  test('our own header goes straight on, and its columns may be chosen all the same', async () => {
    const { t, marie, form } = await site()
    const sent = await sendFile(marie, form, 'Date de baptême;Nom;Nom (état);\n1789;MORIN;douteux;\n1790;;illisible;\n')
    expect(sent.location).toMatch(/^\/imports\/\d+$/)
    await work(t)
    const page = (await marie.get(sent.location ?? '')).page
    expect(page.all('a').map((link) => link.getAttribute('href'))).toContain(`${sent.location}/colonnes`)
    const columns = (await marie.get(`${sent.location}/colonnes`)).page
    expect(choicesOf(columns)).toEqual(['date_evenement', 'nom', 'etat:nom'])
    const { rows } = await stored(t, marie, `${sent.location}/colonnes`)
    expect(rows).toHaveLength(2)
    expect((await releves(t)).map(({ etats }) => etats)).toEqual([{ nom: 'douteux' }, { nom: 'illisible' }])
    expect(t.failures).toEqual([])
  })
})
