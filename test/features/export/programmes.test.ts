// Acts in the files of other programs: who may, what the page says before, what the files are.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPromise } from 'yauzl'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { loadedByExpoActes } from './expoactes.ts'

/** A register of burials of Saint-Malo, whose acts say what other programs must not get unasked. */
async function archive(t: TestApp) {
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', type: 'Département' })
  const malo = await t.make.lieu({ nom: 'Saint-Malo', parent: ille, type: 'Commune' })
  await t.db.updateTable('lieux').set({ code: '35288' }).where('id', '=', malo.id).execute()
  const type = await t.make.readyType('deces')
  const source = await t.make.source({ titre: 'Décès de Saint-Malo', type, lieu: malo, section: t.saintMalo })
  const id = await t.make.releve(
    source,
    {
      ...{ nom: 'LE GOFF', prenom: 'Ștefan', date_evenement: day('1848-01-05'), date_deces: day('1848-01-04') },
      ...{ cause: 'choléra', notes: 'première ; deuxième\ntroisième', lieu_inhumation: 'au cimetière' },
      profession: 'marchand de toiles, de fils et de dentelles de Bretagne',
    },
    { nom_pere: 'illisible', profession: 'douteux' },
  )
  return { source, id, malo, type }
}

async function bytes(t: TestApp, user: { id: number }, path: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const cookie = [...(await t.as(user)).cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const res = await t.app.request(`http://localhost${path}`, { headers: { cookie } })
  expect([path, res.status]).toEqual([path, 200])
  return { headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

async function unzipped(zip: Buffer): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'export.zip'), zip)
  const files: Record<string, string> = {}
  const opened = await openPromise(join(folder, 'export.zip'))
  for await (const entry of opened.eachEntry()) {
    const text = await buffer(await opened.openReadStreamPromise(entry))
    files[entry.fileName] = entry.fileName.endsWith('.TXT') ? iconv.decode(text, 'win1252') : text.toString()
  }
  return files
}

describe('Nimègue', () => {
  test('a source is one file, named and coded as ExpoActes has them; causes of death stay here unless ticked', async () => {
    const t = await testApp()
    const { source, id } = await archive(t)
    const path = `/export/source/${source.id}/nimegue`
    const { headers, bytes: file } = await bytes(t, t.marie, path)
    expect(headers.get('content-disposition')).toContain('filename="Saint_Malo_D.TXT"')
    expect(headers.get('content-type')).toBe('text/plain; charset=windows-1252')
    const [act] = loadedByExpoActes(file, 'D')
    expect(act).toMatchObject({
      ...{ commune: 'Saint-Malo', code_insee: '35288', departement: 'Ille-et-Vilaine', code_departement: '35' },
      ...{ nom: 'LE GOFF', prenom: 'Stefan', sexe: '?', date: '05/01/1848', commentaire: 'décédé le 04/01/1848' },
      ...{ profession: 'marchand de toiles, de fils et de dentelles de Bretagne (?)', id: String(id) },
      commentaire_general: 'première . deuxième§troisième§Nom du père illisible§Inhumation : au cimetière',
    })
    const [ticked] = loadedByExpoActes((await bytes(t, t.marie, `${path}?mentions=1&couper=1&verifier=1`)).bytes, 'D')
    expect(ticked).toMatchObject({
      ...{ commentaire: 'décédé le 04/01/1848, Cause : choléra', cote: 'A VERIFIER' },
      profession: 'marchand de toiles, de fils et de d',
    })
    expect(ticked?.commentaire_general).toContain(
      'Profession : marchand de toiles, de fils et de dentelles de Bretagne (?)',
    )
    expect(t.failures).toEqual([])
  })

  test('the page before says what does not fit, with counts, and the list has each text', async () => {
    const t = await testApp()
    const { source, id } = await archive(t)
    const marie = await t.as(t.marie)
    const path = `/export/source/${source.id}`
    const { page } = await marie.get(`${path}?format=nimegue`)
    const items = page.all('.feuille li').map((item) => item.textContent.replaceAll('\u00a0', ' '))
    expect(items).toContain('Laissé ici, case non cochée : 1 texte. Cause du décès (1).')
    expect(items).toContain('Plus long que la colonne, écrit entier : 1 texte. Profession (1).')
    expect(items).toContain('Lettre remplacée par la plus proche : 1 texte. Prénoms (1).')
    expect(
      page.all('input[type=checkbox]').map((box) => [box.getAttribute('name'), box.hasAttribute('checked')]),
    ).toEqual([
      ['mentions', false],
      ['couper', false],
      ['verifier', false],
    ])
    const list = await marie.get(`${path}/nimegue/liste/csv`)
    expect(list.text).toContain(`${id};Laissé ici, case non cochée;Cause du décès;choléra;`)
    expect((await marie.get(`${path}?format=rien`)).page.all('a').map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining([
        `${path}/csv`,
        `${path}?format=nimegue`,
        `${path}?format=ea32`,
        `${path}?format=ancestris`,
      ]),
    )
  })

  test('a source without acts makes an empty file; without a place it says so; a type of the association is « divers »', async () => {
    const t = await testApp()
    const type = await t.make.typeSource({ nom: 'Abjurations' })
    const source = await t.make.source({ type, section: t.saintMalo })
    const path = `/export/source/${source.id}/nimegue`
    expect((await bytes(t, t.marie, path)).bytes).toHaveLength(0)
    await t.make.releve(source, { nom: 'MARTIN', prenom: 'Luc', numero: 3, notes: 'à l’église' })
    const { headers, bytes: file } = await bytes(t, t.marie, path)
    expect(headers.get('content-disposition')).toContain('filename="Lieu_inconnu_V.TXT"')
    const [act] = loadedByExpoActes(file, 'V')
    expect(act).toMatchObject({
      commune: 'Lieu inconnu',
      sigle: 'DIV',
      libelle: 'Abjurations',
      nom: 'MARTIN',
      prenom: 'Luc',
    })
    expect(act?.commentaire_general).toBe('à l’église§Numéro d’acte : 3')
  })
})

test('a ready type that the association changed keeps what stayed; new fields go to the general comment', async () => {
  const t = await testApp()
  const type = await t.make.readyType('baptemes')
  await t.db.deleteFrom('champs').where('type_source_id', '=', type.id).where('nom', '=', 'nom_marraine').execute()
  const champ = {
    type_source_id: type.id,
    nom: 'metier_curé'.replace('é', 'e'),
    label: 'Métier du curé',
    type: 'text' as const,
  }
  await t.db
    .insertInto('champs')
    .values({ ...champ, required: false, options: '[]', aide: null, ordre: 99 })
    .execute()
  const source = await t.make.source({ type, section: t.saintMalo })
  const data = {
    nom: 'LE GOFF',
    metier_cure: 'recteur',
    mere_decedee: true,
    mention_marginale: 'mariée en 1810',
    vue: 'IMG_12.jpg',
  }
  await t.make.releve(source, data)
  const path = `/export/source/${source.id}/nimegue`
  const [act] = loadedByExpoActes((await bytes(t, t.marie, path)).bytes, 'N')
  expect(act).toMatchObject({
    mere_commentaire: 'décédée',
    commentaire_general: 'Métier du curé : recteur',
    photos: 'IMG_12.jpg',
    libre: '',
  })
  const [ticked] = loadedByExpoActes((await bytes(t, t.marie, `${path}?mentions=1`)).bytes, 'N')
  expect(ticked?.commentaire_general).toBe('Métier du curé : recteur§Mention : mariée en 1810')
})

describe('a section and a search', () => {
  test('a zip with a file for each commune and kind of act, and what was left out', async () => {
    const t = await testApp()
    const { malo } = await archive(t)
    const other = await t.make.source({ type: await t.make.readyType('naissances'), lieu: malo, section: t.saintMalo })
    await t.make.releve(other, { nom: 'HERVÉ', sexe: 'F', date_evenement: day('1850-02-03') })
    const { headers, bytes: zip } = await bytes(t, t.rene, `/export/section/${t.saintMalo.id}/nimegue`)
    expect(headers.get('content-type')).toBe('application/zip')
    const files = await unzipped(zip)
    expect(Object.keys(files)).toEqual(['Saint_Malo_D.TXT', 'Saint_Malo_N.TXT', 'LISEZMOI.txt'])
    expect(files['Saint_Malo_N.TXT']).toMatch(/^NIMEGUEV3;35288;Saint-Malo;.*;N;03\/02\/1850;.*;HERVÉ;/)
    expect(files['LISEZMOI.txt']).toContain('2\u00a0actes')
    expect(files['LISEZMOI.txt']).toContain('Laissé ici, case non cochée : 1. Cause du décès (1)')
  })

  test('a search takes away what it finds, and nothing of sections that are not read', async () => {
    const t = await testApp()
    await archive(t)
    const elsewhere = await t.make.source({ type: await t.make.readyType('baptemes'), section: t.vannes })
    await t.make.releve(elsewhere, { nom: 'LE GOFF', prenom: 'Secret', date_evenement: day('1700-01-01') })
    const { bytes: file } = await bytes(t, t.marie, '/export/recherche/nimegue?nom=le+goff')
    expect(loadedByExpoActes(file, 'D').map(({ nom }) => nom)).toEqual(['LE GOFF'])
    const empty = await t.make.source({ type: await t.make.readyType('naissances'), section: t.vannes })
    await t.make.releve(empty, { nom: 'MARTIN' })
    const found = await unzipped((await bytes(t, t.admin, '/export/recherche/nimegue?nom=le+goff')).bytes)
    expect(Object.keys(found)).toEqual(['Lieu_inconnu_N.TXT', 'Saint_Malo_D.TXT', 'LISEZMOI.txt'])
    const none = await unzipped((await bytes(t, t.marie, '/export/recherche/nimegue?nom=introuvable')).bytes)
    expect(Object.keys(none)).toEqual(['LISEZMOI.txt'])
    const marie = await t.as(t.marie)
    const { page } = await marie.get('/export/recherche?nom=le+goff&format=ea32')
    expect(page.all('input[type=hidden]').map((input) => input.getAttribute('value'))).toContain('le goff')
    expect(
      (await marie.get('/recherche?nom=le+goff')).page.all('a').map((link) => link.getAttribute('href')),
    ).toContain('/export/recherche?nom=le+goff')
    expect((await marie.get('/export/recherche/ea32?annee_debut=x')).location).toBe('/recherche?annee_debut=x')
  })
})

describe('other formats', () => {
  test('EA32: bare key, values in quotes, UTF-8 without mark, a name of ExpoActes', async () => {
    const t = await testApp()
    const { source } = await archive(t)
    const { headers, bytes: file } = await bytes(t, t.marie, `/export/source/${source.id}/ea32`)
    expect(headers.get('content-disposition')).toContain('filename="backup_2026-11-21_Saint_Ma_D.001.bea"')
    const text = file.toString()
    expect(text.split(';')).toHaveLength(47 + 1 + 1)
    expect(text).toMatch(/^EA32;"35288";"Saint-Malo";"35";"Ille-et-Vilaine";"D";"05\/01\/1848";;/)
    expect(text).toContain('"première ; deuxième§troisième§')
    expect(text).toMatch(/;"1848-01-05";"\d+";"1";;;;"2026-11-21";"2026-11-21";\r\n$/)
  })

  test('Ancestris: a line of titles, a hundred columns, causes of death only when ticked', async () => {
    const t = await testApp()
    const { source } = await archive(t)
    const { bytes: file } = await bytes(t, t.marie, `/export/source/${source.id}/ancestris`)
    const [titles = '', line = '', end] = file.toString().split('\r\n')
    expect([titles.split(';')[0], titles.split(';')[7], titles.split(';').length, end]).toEqual([
      'ANCESTRISV5',
      'N/M/D/V',
      100,
      '',
    ])
    expect(line).toMatch(/^ANCESTRISV5;Saint-Malo;35288;Ille-et-Vilaine;;France;;D;;;05\/01\/1848;/)
    expect(line).not.toContain('choléra')
    const ticked = await bytes(t, t.marie, `/export/source/${source.id}/ancestris?mentions=1`)
    expect(ticked.bytes.toString()).toContain('choléra')
  })
})

test('whoever sees the source may, others find nothing; downloads are in the journal', async () => {
  const t = await testApp()
  const { source } = await archive(t)
  const reader = await t.make.user({ name: 'lectrice' })
  await t.make.membre(t.saintMalo, reader, 'lecture')
  for (const end of ['', '/nimegue', '/ea32', '/ancestris', '/nimegue/liste/csv']) {
    expect((await (await t.as(t.etienne)).get(`/export/source/${source.id}${end}`)).status).toBe(404)
    expect((await (await t.as(reader)).get(`/export/source/${source.id}${end}`)).status).toBe(200)
  }
  const lines = await t.db
    .selectFrom('journal')
    .select(['objet', 'objet_id', 'detail'])
    .where('action', '=', 'export')
    .execute()
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatchObject({
    objet: 'source',
    objet_id: source.id,
    detail: { chemin: `/export/source/${source.id}/nimegue` },
  })
})

describe('hostile texts', () => {
  test('a place whose name no file may have makes a file all the same', async () => {
    const t = await testApp()
    const { type } = await archive(t)
    for (const nom of ['C:x', 'a\\b', '..\\..', 'Dol "haut" <1>']) {
      const lieu = await t.make.lieu({ nom, type: 'Commune' })
      const source = await t.make.source({ titre: nom, type, lieu, section: t.saintMalo })
      await t.make.releve(source, { nom: 'LE GOFF', date_deces: day('1848-01-04') })
    }
    const zip = await bytes(t, t.admin, `/export/section/${t.saintMalo.id}/nimegue`)
    const names = Object.keys(await unzipped(zip.bytes))
    expect(names).toHaveLength(6)
    expect(names.filter((name) => !/^[\w.() ]+$/.test(name))).toEqual([])
  })

  test('a long run of blanks is written at once', async () => {
    const t = await testApp()
    const { source } = await archive(t)
    await t.make.releve(source, { nom: 'BLIN', date_deces: day('1848-01-04'), notes: `a${' '.repeat(60_000)}b\n \nc` })
    const begun = performance.now()
    const file = await bytes(t, t.admin, `/export/source/${source.id}/nimegue`)
    expect(iconv.decode(file.bytes, 'win1252').includes(`;a${' '.repeat(60_000)}b§c;`)).toBe(true)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})
