import { describe, expect, test } from 'vitest'
import { importHandlers } from '../../../../src/features/imports/task.ts'
import { mergeLieux } from '../../../../src/features/lieux/merge/actions.ts'
import type { CreateReleve } from '../../../../src/features/releves/actions/records.ts'
import { restoreReleve, updateReleve } from '../../../../src/features/releves/actions/records.ts'
import { relevesImport } from '../../../../src/features/releves/import/kind.ts'
import { runTasks } from '../../../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../../../src/import-kinds.ts'
import type { TestApp } from '../../../support/app.ts'
import { testApp, type Visitor } from '../../../support/app.ts'
import { BAPTEME } from '../../../support/factories.ts'
import { squeeze } from '../../../support/html.ts'
import { importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { fieldsOf, monthsOf, register, releves, yearsOf } from '../support.ts'

const HEADER = 'Date de baptême;Nom;Prénoms;Sexe;Ondoyé;Numéro d’acte;Domicile;Notes'
const csv = (...lines: string[]) => `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`

const messages = async (t: TestApp) =>
  (await messagesOf(t)).map(({ ligne, message }) => `${ligne}: ${squeeze(message)}`)

/** Sends a file to its dry run. */
async function planned(t: TestApp, path: string, content: string) {
  const marie = await t.as(t.marie)
  const answer = await sendFile(marie, path, content)
  expect(answer.status).toBe(303)
  await work(t)
  return { marie, answer, plan: await importOf(t) }
}

/** …and to the end. */
async function imported(t: TestApp, path: string, content: string) {
  const { marie, plan } = await planned(t, path, content)
  await marie.post(`/imports/${plan.id}/confirmer`)
  await work(t)
  return { marie, plan, done: await importOf(t) }
}

async function registerWithForm(t: TestApp) {
  // Without a place of its own, the source says nothing of a name that stands alone: near.test.ts has those that do.
  const { source, lieu } = await register(t)
  await t.db.updateTable('sources').set({ lieu_id: null }).where('id', '=', source.id).execute()
  return { source, lieu, path: `/sources/${source.id}/import`, list: `/sources/${source.id}/releves` }
}

describe('the form', () => {
  test('lists the columns with their types, and which are required', async () => {
    const t = await testApp()
    const { path } = await registerWithForm(t)
    const marie = await t.as(t.marie)
    const { page, status } = await marie.get(path)
    expect(status).toBe(200)
    expect(page.h1).toBe('Import de relevés')
    const rows = page.all('tbody tr').map((row) => squeeze(row.textContent))
    expect(rows).toHaveLength(BAPTEME.length)
    expect(rows[0]).toContain('Date de baptême')
    expect(rows[0]).toMatch(/Obligatoire\.$/)
    expect(rows[3]).toContain('Liste de choix. L’une de ces valeurs : M, F, ?.')
    expect(rows[6]).toContain('Le nom complet exact d’un lieu')
    expect(page.one('form[enctype="multipart/form-data"]').getAttribute('action')).toBe(path)
    expect(t.failures).toEqual([])
  })

  test('is for those who may enter records, in a source open to entry', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const closed = await t.make.source({ section: t.saintMalo, status: 'a_valider' })
    const assigned = await t.make.source({ section: t.saintMalo, members: [t.rene] })
    const marie = await t.as(t.marie)
    const etienne = await t.as(t.etienne)
    for (const [visitor, at, status] of [
      [t.anonymous(), source.id, 303],
      [etienne, source.id, 404],
      [marie, closed.id, 403],
      [marie, assigned.id, 403],
      [marie, 999_999, 404],
    ] as const) {
      expect((await visitor.get(`/sources/${at}/import`)).status).toBe(status)
      expect((await sendFile(visitor, `/sources/${at}/import`, csv())).status).toBe(status)
    }
    expect((await sendFile(marie, path, csv(), { csrf: 'faux' })).status).toBe(403)
    expect(await t.db.selectFrom('imports').selectAll().execute()).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('refuses what is no file of this source, beside the field', async () => {
    const t = await testApp()
    const { path } = await registerWithForm(t)
    const marie = await t.as(t.marie)
    for (const [content, sentence] of [
      ['', 'Ce fichier est vide.'],
      ['\n\n', 'Ce fichier est vide.'],
      ['PK\u0003\u0004…', 'Ce classeur est abîmé'],
    ] as const) {
      const answer = await sendFile(marie, path, content)
      expect(answer.status).toBe(422)
      expect(answer.page.error('fichier')).toContain(sentence)
    }
    expect(await t.db.selectFrom('imports').selectAll().execute()).toEqual([])
    expect(t.failures).toEqual([])
  })
})

/** The cells of the first table on the page of an import. */
async function shownRows(visitor: Visitor, id: number) {
  const { page } = await visitor.get(`/imports/${id}`)
  return page
    .all('table')[0]
    ?.querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map((cell) => squeeze(cell.textContent)))
}

describe('the dry run', () => {
  test('finds columns whatever the case, reads every type', async () => {
    const t = await testApp()
    const { lieu, path } = await registerWithForm(t)
    const file = [
      ' NOM , prénoms,DATE DE BAPTÊME,Sexe,ondoyé,Numéro d’acte,domicile,notes,Prénoms (état)',
      'Lefèvre,Anne,12/08/1787,f,O,"12,5",Pleurtuit,"Deux\nlignes",Douteux',
      'Le Goff,,14 thermidor an II,,faux,,,,illisible',
      'Riou,,09/12/1582 (Calendrier julien),,,,,,',
    ].join('\n')
    const { plan, done } = await imported(t, path, file)
    expect(await messages(t)).toEqual([])
    expect(plan).toMatchObject({ etat: 'pret', nb_lignes: 3, a_creer: 3, refusees: 0, colonnes_ignorees: '' })
    expect(done).toMatchObject({ etat: 'termine', creees: 3 })
    const rows = (await releves(t)).map(({ data, etats }) => ({ data, etats }))
    expect(rows.toSorted((a, b) => String(a.data.nom).localeCompare(String(b.data.nom)))).toEqual([
      {
        data: {
          nom: 'Le Goff',
          date_evenement: { valeur: '14 thermidor an II', calendrier: 'republicain', iso: '1794-08-01' },
          ondoye: false,
        },
        etats: { prenom: 'illisible' },
      },
      {
        data: {
          nom: 'Lefèvre',
          prenom: 'Anne',
          date_evenement: { valeur: '1787-08-12', calendrier: 'gregorien', iso: '1787-08-12' },
          sexe: 'F',
          ondoye: true,
          numero: 12.5,
          domicile: { id: lieu.id, nom_long: 'Pleurtuit' },
          notes: 'Deux\nlignes',
        },
        etats: { prenom: 'douteux' },
      },
      {
        data: {
          nom: 'Riou',
          date_evenement: { valeur: '1582-12-09', calendrier: 'julien', iso: '1582-12-19' },
        },
        etats: {},
      },
    ])
    expect(t.failures).toEqual([])
  })

  test('shows the first lines as they will be stored', async () => {
    const t = await testApp()
    const { path } = await registerWithForm(t)
    await t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
    const { marie, plan } = await planned(
      t,
      path,
      [
        `${HEADER};Prénoms (état);Sexe (état)`,
        '1787-08-12;Lefèvre;Anne;f;o;12,50;Pleurtuit;Deux;DOUTEUX;',
        '14 therm. 2;Riou;;;non;;;;Illisible;absent',
        '29/02/1700 (calendrier julien);Morin;;;;;;;;',
        '31/02/1787;Faux;;;;;;;;',
      ].join('\n'),
    )
    const rows = () => shownRows(marie, plan.id)
    expect(await rows()).toEqual([
      ['12/08/1787 = dimanche 12 août 1787', 'LEFÈVRE', 'Anne (douteux)', 'F', 'Oui', '12,5', 'Pleurtuit', 'Deux'],
      [
        '14 therm. 2 (calendrier républicain) = vendredi 1er août 1794',
        'RIOU',
        'illisible',
        'absent',
        'Non',
        '',
        '',
        '',
      ],
      ['29/02/1700 (calendrier julien) = jeudi 11 mars 1700 (calendrier grégorien)', 'MORIN', '', '', '', '', '', ''],
    ])
    // A place that is gone since the dry run: the line is no record any more, and is shown as it was typed.
    await t.db.updateTable('lieux').set({ nom_long: 'Dinard' }).execute()
    expect((await rows())?.[0]).toEqual([
      '1787-08-12',
      'Lefèvre',
      'Anne (DOUTEUX)',
      'f',
      'o',
      '12,50',
      'Pleurtuit',
      'Deux',
    ])
  })

  test('refuses each line that is wrong, says why field by field, and stores nothing', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    await t.make.lieu({ nom: 'Dinard' })
    await t.make.lieu({ nom: 'Dinard' })
    const { plan, marie } = await planned(
      t,
      path,
      [
        `${HEADER};Nom (état)`,
        '12/08/1787;;Anne;;;;;;',
        '31/02/1787;Lefèvre;;X;peut-être;douze;Dinard;;',
        '12/08/1787;Lefèvre;;;;;Nulle part;;illisible',
        '12/08/1787;Lefèvre;;;;;;;flou',
        `12/08/1787;${'x'.repeat(501)};;;;;;;`,
        '12/08/1787;Lef\u0000èvre;;;;;;;',
        '12/08/1787;;;;;;;;absent',
      ].join('\n'),
    )
    expect(plan).toMatchObject({ etat: 'pret', nb_lignes: 7, a_creer: 1, refusees: 6 })
    const told = await messages(t)
    expect(told[0]).toBe(
      '2: « Nom » : ce champ est obligatoire. Remplissez-le, ou dites dans la colonne d’état qu’il est illisible ou absent.',
    )
    for (const part of [
      '« Date de baptême » :',
      '« Sexe » : « X » n’est pas dans la liste. Valeurs possibles : M, F, ?.',
      '« Ondoyé » : Indiquez Oui ou Non.',
      '« Numéro d’acte » : Indiquez un nombre',
      '« Domicile » : Plusieurs lieux portent le nom « Dinard ».',
    ])
      expect(told[1]).toContain(part)
    expect(told[2]).toContain('« Nom » : ce champ contient un texte, alors que la colonne d’état')
    expect(told[2]).toContain('« Domicile » : Aucun lieu ne porte le nom « Nulle part ».')
    expect(told[3]).toBe('5: « Nom » : l’état doit être sûr, douteux, illisible ou absent.')
    expect(told[4]).toContain('Ce texte est trop long')
    expect(told[5]).toContain('caractère interdit')
    expect(told).toHaveLength(6)
    expect(await releves(t)).toEqual([])
    const page = (await marie.get(`/imports/${plan.id}`)).page
    expect(page.text).toContain('Enregistrer 1 relevé')
    expect((await t.db.selectFrom('sources').select('nb_releves').where('id', '=', source.id).execute())[0]).toEqual({
      nb_releves: 0,
    })
    expect(t.failures).toEqual([])
  })

  test('points at lines that the source or the file has already, without refusing them', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const known = await t.make.releve(source, {
      nom: 'LEFÈVRE',
      prenom: 'Anne-Marie',
      date_evenement: { valeur: '1787-08-12', calendrier: 'gregorien', iso: '1787-08-12' },
    })
    const other = await t.make.source({ section: t.saintMalo, type: source.type })
    await t.make.releve(other, {
      nom: 'Riou',
      date_evenement: { valeur: '1790', calendrier: 'gregorien', iso: '1790-01-01' },
    })
    const { plan } = await planned(
      t,
      path,
      csv(
        '12/08/1787;Lefevre;Anne Marie;;;;;',
        '01/08/1794;Le Goff;Jean;;;;;',
        '14 thermidor an II;Le Goff;JEAN;;;;;',
        '1790;Riou;;;;;;',
        '12/08/1787;Lefevre;Jeanne;;;;;',
      ),
    )
    expect(plan).toMatchObject({ a_creer: 4, a_verifier: 1, refusees: 0 })
    expect(await messages(t)).toEqual([
      `2: À vérifier : même date et mêmes noms que le relevé n° ${known}, déjà dans la source, mais d’autres valeurs.`,
      '4: À vérifier : même date et mêmes noms qu’à la ligne 3. La ligne n’est pas refusée.',
    ])
    expect(t.failures).toEqual([])
  })
})

describe('what is written', () => {
  test('as a form would: versions, search, counter, status, the mark of the import', async () => {
    const t = await testApp()
    const lieu = await t.make.lieu({ nom: 'Dinan' })
    const source = await t.make.source({ section: t.saintMalo, status: 'a_relever', lieu })
    const { done } = await imported(
      t,
      `/sources/${source.id}/import`,
      csv('12/08/1787;Lefèvre;Anne;;;;;', '1786;Riou;;;;;;'),
    )
    const rows = await releves(t)
    expect(rows.map(({ import_id, created_by, version }) => ({ import_id, created_by, version }))).toEqual([
      { import_id: done.id, created_by: t.marie.id, version: 1 },
      { import_id: done.id, created_by: t.marie.id, version: 1 },
    ])
    const versions = await t.db.selectFrom('releve_versions').select(['operation', 'user_id']).execute()
    expect(versions).toEqual(rows.map(() => ({ operation: 'creation', user_id: t.marie.id })))
    const after = await t.db
      .selectFrom('sources')
      .select(['nb_releves', 'status'])
      .where('id', '=', source.id)
      .execute()
    expect(after).toEqual([{ nb_releves: 2, status: 'en_cours' }])
    const found = await (await t.as(t.marie)).get('/recherche?q=lefevre')
    expect(found.page.text).toContain('Lefèvre')
    expect(t.failures).toEqual([])
  })

  test('looks again: a place that is gone, a field that became required, a source that closed', async () => {
    const t = await testApp()
    const { source, lieu, path } = await registerWithForm(t)
    const { marie, plan } = await planned(
      t,
      path,
      csv('1787;Lefèvre;Anne;;;;Pleurtuit;', '1788;Riou;;;;;;', '1789;Le Goff;Jean;;;;;'),
    )
    expect(plan.a_creer).toBe(3)
    await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, Bretagne' }).where('id', '=', lieu.id).execute()
    await t.db.updateTable('champs').set({ required: true }).where('nom', '=', 'prenom').execute()
    await marie.post(`/imports/${plan.id}/confirmer`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 1, refusees: 2 })
    expect((await releves(t)).map(({ nom }) => nom)).toEqual(['Le Goff'])
    expect(await messages(t)).toEqual([
      '2: « Domicile » : Aucun lieu ne porte le nom « Pleurtuit ». Vouliez-vous écrire « Pleurtuit, Bretagne » ?',
      expect.stringContaining('3: « Prénoms » : ce champ est obligatoire.'),
    ])

    const second = await planned(t, path, csv('1787;Morin;Anne;;;;;'))
    await second.marie.post(`/imports/${second.plan.id}/confirmer`)
    await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 0, refusees: 1 })
    expect(await messages(t)).toEqual(['2: Cette source n’est plus ouverte à la saisie.'])
    expect(await releves(t)).toHaveLength(1)
    expect(t.failures).toEqual([])
  })

  test('looks again at each batch: a place or a field that changes while lines are written', async () => {
    const t = await testApp()
    const { source, lieu, path } = await registerWithForm(t)
    const { plan } = await planned(t, path, csv('1787;Lefèvre;;;;;Pleurtuit;'))
    const session = await relevesImport.open(t.db, plan, t.deps.clock)
    const cells = { date_evenement: '1787', nom: 'Lefèvre', domicile: 'Pleurtuit' }
    const batch = (ligne: number) =>
      t.db
        .transaction()
        .execute((trx) => session.apply(trx, [{ ligne, row: { cells, etats: {} }, cle: null, renvoi: null }]))
    const refusal = (ligne: number, message: string) => [{ ligne, action: 'refusee', message }]
    expect(await batch(2)).toEqual([{ ligne: 2, action: 'creer' }])
    await t.db.updateTable('lieux').set({ nom_long: 'Pleurtuit, France' }).where('id', '=', lieu.id).execute()
    expect(await batch(3)).toEqual(
      refusal(
        3,
        '«\u00a0Domicile\u00a0»\u00a0: Aucun lieu ne porte le nom «\u00a0Pleurtuit\u00a0». Vouliez-vous écrire «\u00a0Pleurtuit, France\u00a0»\u202f?',
      ),
    )
    // Merged away meanwhile: the record says the place that took its place.
    const kept = await t.make.lieu({ nom: 'Dinard' })
    const versions = { version: 1, version_vers: 1 }
    const gone = await t.make.lieu({ nom: 'Pleurtuit' })
    await mergeLieux(t.db, { id: gone.id, vers: kept.id, ...versions }, t.admin.id, t.deps.clock().toISOString())
    expect(await batch(7)).toEqual([{ ligne: 7, action: 'creer' }])
    const last = (await releves(t)).at(-1)
    expect(last?.data.domicile).toEqual({ id: kept.id, nom_long: kept.nom_long })
    const again = await t.make.lieu({ nom: 'Cancale' })
    await mergeLieux(t.db, { id: kept.id, vers: again.id, version: 2, version_vers: 1 }, t.admin.id, '2026-11-21')
    expect(await batch(8)).toEqual([{ ligne: 8, action: 'creer' }])
    expect((await releves(t)).at(-1)?.data.domicile).toEqual({ id: again.id, nom_long: 'Cancale' })
    const other = await t.make.lieu({ nom: 'Pleurtuit' })
    expect(await batch(4)).toEqual([{ ligne: 4, action: 'creer' }])
    await t.make.lieu({ nom: 'Pleurtuit' })
    expect(await batch(5)).toEqual([expect.objectContaining({ message: expect.stringContaining('Plusieurs lieux') })])
    await t.db.deleteFrom('champs').where('nom', '=', 'domicile').execute()
    expect(await batch(6)).toEqual(refusal(6, 'Le champ «\u00a0domicile\u00a0» n’existe plus dans ce type de source.'))
    await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
    expect(await batch(7)).toEqual(refusal(7, 'Cette source n’est plus ouverte à la saisie.'))
    expect((await releves(t)).map(({ data }) => (data.domicile as { id: number }).id)).toEqual([
      lieu.id,
      kept.id,
      again.id,
      other.id,
    ])
    expect(await t.db.selectFrom('sources').select('nb_releves').execute()).toEqual([{ nb_releves: 4 }])
  })

  test('reads again what was read ahead of a change', async () => {
    const t = await testApp()
    const { source, lieu, path } = await registerWithForm(t)
    const { plan } = await planned(t, path, csv('1787;Lefèvre;;;;;Pleurtuit;'))
    const session = await relevesImport.open(t.db, plan, t.deps.clock)
    const row = { cells: { date_evenement: '1787', nom: 'Lefèvre', domicile: 'Pleurtuit' }, etats: {} }
    const batch = async (ligne: number, meanwhile: () => Promise<unknown>) => {
      const lines = [{ ligne, row, cle: null, renvoi: null }]
      await session.prepare?.(t.db, lines)
      await meanwhile()
      return t.db.transaction().execute((trx) => session.apply(trx, lines))
    }
    const rename = (nom_long: string) => () =>
      t.db.updateTable('lieux').set({ nom_long }).where('id', '=', lieu.id).execute()
    expect(await batch(2, async () => undefined)).toEqual([{ ligne: 2, action: 'creer' }])
    expect(await batch(3, rename('Pleurtuit, France'))).toMatchObject([{ ligne: 3, action: 'refusee' }])
    expect(await batch(4, rename('Pleurtuit'))).toEqual([{ ligne: 4, action: 'creer' }])
    const capitals = () => t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
    expect(await batch(5, capitals)).toEqual([{ ligne: 5, action: 'creer' }])
    const close = () => t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', source.id).execute()
    expect(await batch(6, close)).toMatchObject([{ ligne: 6, action: 'refusee' }])
    expect((await releves(t)).map(({ nom }) => nom)).toEqual(['Lefèvre', 'Lefèvre', 'LEFÈVRE'])
    const versions = await t.db.selectFrom('releve_versions').select('data').orderBy('id').execute()
    expect(versions.map(({ data }) => data.nom)).toEqual(['Lefèvre', 'Lefèvre', 'LEFÈVRE'])
  })

  test('goes on where it was stopped, every line exactly once', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const lines = Array.from({ length: 2200 }, (_, i) => `${1700 + (i % 90)};N${i};;;;;;`)
    const { plan, marie } = await planned(t, path, csv(...lines))
    expect(plan).toMatchObject({ a_creer: 2200, refusees: 0 })
    await marie.post(`/imports/${plan.id}/confirmer`)
    for (let stops = 0; (await importOf(t)).etat !== 'termine'; stops += 1) {
      // However short its batches are on a busy machine.
      expect(stops).toBeLessThan(2200 / 20)
      let looks = 0
      // Asked before the first task, then after each batch: stops there each time.
      await runTasks(t.deps, importHandlers(IMPORT_KINDS), () => {
        looks += 1
        return looks > 1
      })
      if (stops === 0) expect(await importOf(t)).toMatchObject({ etat: 'en_cours' })
    }
    const names = (await releves(t)).map(({ nom }) => nom)
    expect(names).toHaveLength(2200)
    expect(new Set(names).size).toBe(2200)
    expect(await importOf(t)).toMatchObject({ creees: 2200, refusees: 0 })
    const { nb_releves } = await t.db
      .selectFrom('sources')
      .select('nb_releves')
      .where('id', '=', source.id)
      .executeTakeFirstOrThrow()
    expect(nb_releves).toBe(2200)
    expect(t.failures).toEqual([])
  })

  test('may not be confirmed by who lost the right meanwhile', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const { marie, plan } = await planned(t, path, csv('1787;Lefèvre;;;;;;'))
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    expect((await marie.post(`/imports/${plan.id}/confirmer`)).status).toBe(403)
    await work(t)
    expect(await releves(t)).toEqual([])
    expect(t.failures).toEqual([])
  })
})

describe('the undo', () => {
  test('removes what nobody has changed since, keeps and names the rest', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const own = await t.make.releve(source, { nom: 'Ancien', prenom: 'Jean' })
    const { done, marie } = await imported(
      t,
      path,
      csv('1787;Lefèvre;Anne;;;;;', '1788;Riou;;;;;;', '1789;Morin;;;;;;'),
    )
    const [, lefevre, riou, morin] = (await releves(t)).map(({ id }) => id)
    const data = { nom: 'Rioux' }
    await updateReleve(t.db, { id: riou ?? 0, version: 1, data, etats: {}, user_id: t.marie.id, now: done.created_at })
    await marie.post(`/releves/${morin}/supprimer`)
    const asked = (await marie.get(`/imports/${done.id}/annuler`)).page
    expect(asked.all('form[action$="/annuler"] li').map((line) => squeeze(line.text))).toEqual([
      '1 relevé créé sera retiré.',
      '1 relevé créé restera, utilisé ou modifié depuis : le résultat dira pourquoi.',
      '1 relevé créé n’est déjà plus là.',
    ])
    expect((await marie.post(`/imports/${done.id}/annuler`)).status).toBe(303)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 1, conservees: 1 })
    const { counted, actual } = await monthsOf(t.db)
    const fields = await fieldsOf(t.db)
    expect(fields.counted).toEqual(fields.actual)
    const years = await yearsOf(t.db)
    expect(years.counted).toEqual(years.actual)
    expect([Object.values(counted), counted]).toEqual([[1, 1], actual])
    expect(await messages(t)).toEqual([
      `null: Le relevé n° ${riou} (« Rioux ») reste : il a été modifié depuis l’import.`,
    ])
    expect((await releves(t)).map(({ id }) => id)).toEqual([own, riou])
    const versions = await t.db.selectFrom('releve_versions').select('releve_id').distinct().execute()
    expect(versions.map((row) => row.releve_id).toSorted((a, b) => a - b)).toEqual([own, riou, morin])
    const { nb_releves } = await t.db.selectFrom('sources').select('nb_releves').executeTakeFirstOrThrow()
    expect(nb_releves).toBe(2)
    expect((await marie.get(`/releves/${lefevre}`)).status).toBe(404)
    expect((await marie.get('/recherche?q=lefevre')).page.text).not.toContain('Lefèvre')
    // A record that was deleted by hand can still be brought back.
    await restoreReleve(t.db, { id: morin ?? 0, user_id: t.admin.id, now: done.created_at })
    expect(await releves(t)).toHaveLength(3)
    expect(t.failures).toEqual([])
  })

  test('changes nothing in a source that closed meanwhile', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const { done, marie } = await imported(t, path, csv('1787;Lefèvre;;;;;;'))
    await marie.post(`/imports/${done.id}/annuler`)
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
    await work(t)
    expect(await releves(t)).toHaveLength(1)
    expect(await messages(t)).toEqual([expect.stringContaining('La source n’est plus ouverte à la saisie')])
    // The import is what it was: it can be taken back as soon as the source is open again.
    expect(await importOf(t)).toEqual({ ...done, erreur: expect.stringContaining('Rouvrez-la') })
    const { page } = await marie.get(`/imports/${done.id}`)
    expect(page.text).toContain('Terminé')
    expect(page.text).toContain('La source n’est plus ouverte à la saisie')
    expect(page.has(`a[href="/imports/${done.id}/annuler"]`)).toBe(true)
    await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
    await marie.post(`/imports/${done.id}/annuler`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 1, conservees: 0, erreur: null })
    expect(await releves(t)).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('stands still where the source closed halfway, and goes on from there', async () => {
    const t = await testApp()
    const { source, path } = await registerWithForm(t)
    const lines = Array.from({ length: 300 }, (_, n) => `1787;Nom ${n};;;;;;`)
    const { done, marie } = await imported(t, path, csv(...lines))
    await marie.post(`/imports/${done.id}/annuler`)
    // The source is closed, as it were, between the first batch and the second.
    const { remove } = relevesImport
    let batches = 0
    const closing = {
      ...relevesImport,
      remove: async (...args: Parameters<typeof remove>) => {
        batches += 1
        if (batches === 2) await args[0].updateTable('sources').set({ status: 'validee' }).execute()
        return remove(...args)
      },
    }
    await runTasks(t.deps, importHandlers([closing as (typeof IMPORT_KINDS)[number]]))
    const stopped = await importOf(t)
    expect(stopped).toMatchObject({ etat: 'echec', conservees: 0 })
    expect(stopped.retirees).toBeGreaterThan(0)
    expect(await releves(t)).toHaveLength(300 - stopped.retirees)
    await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
    await marie.post(`/imports/${done.id}/reprendre`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 300, conservees: 0, erreur: null })
    expect(await releves(t)).toEqual([])
    expect(t.failures).toEqual([])
  })
})

describe('export, import into an empty source, export', () => {
  const iso = (valeur: string, calendrier: string, day: string | null) => ({ valeur, calendrier, iso: day })
  const RECORDS: Pick<CreateReleve, 'data' | 'etats'>[] = [
    { data: { nom: '=1+1', prenom: "'=2", notes: '-3\n@x;"y"\n\ttab' } },
    { data: { nom: "''-'", date_evenement: iso('1787-08-12', 'gregorien', '1787-08-12'), numero: -12.5 } },
    { data: { nom: 'Deux', date_evenement: iso('1787-08-12', 'gregorien', '1787-08-12'), ondoye: true, numero: 0 } },
    { data: { nom: 'Mois', date_evenement: iso('1787-08', 'gregorien', '1787-08-01'), ondoye: false } },
    { data: { nom: 'An', date_evenement: iso('1787', 'gregorien', '1787-01-01'), sexe: '?' } },
    { data: { nom: 'Siècle', date_evenement: iso('17??', 'gregorien', '1700-01-01') } },
    { data: { nom: 'Décennie', date_evenement: iso('158?', 'julien', '1580-01-11') } },
    { data: { nom: 'Julien', date_evenement: iso('1582-12-09', 'julien', '1582-12-19') } },
    { data: { nom: 'Julien seul', date_evenement: iso('1500', 'julien', '1500-01-10') } },
    { data: { nom: 'Ancien', date_evenement: iso('1499-03', 'gregorien', '1499-03-01') } },
    { data: { nom: 'Thermidor', date_evenement: iso('14 thermidor an II', 'republicain', '1794-08-01') } },
    { data: { nom: 'Libre', date_evenement: iso('jour de la Révolution', 'republicain', null) } },
    { data: { prenom: 'Œdipe' }, etats: { nom: 'illisible', date_evenement: 'absent', prenom: 'douteux' } },
    { data: { nom: 'a;b"c', notes: '"', prenom: ',' }, etats: { numero: 'absent' } },
  ]

  test('is byte for byte the same', async () => {
    const t = await testApp()
    const lieu = await t.make.lieu({ nom: 'Pleurtuit; « Saint-Pierre »' })
    const type = await t.make.typeSource({
      champs: BAPTEME.map((champ) => ({ ...champ, required: champ.nom === 'nom' })),
    })
    const source = await t.make.source({ section: t.saintMalo, type })
    const empty = await t.make.source({ section: t.saintMalo, type })
    for (const { data, etats } of RECORDS) await t.make.releve(source, data, etats)
    await t.make.releve(source, { nom: 'Lieu', domicile: { id: lieu.id, nom_long: lieu.nom_long } })
    const marie = await t.as(t.marie)
    const exported = (await marie.get(`/export/source/${source.id}/csv`)).text
    const { done } = await imported(t, `/sources/${empty.id}/import`, exported)
    expect(await messages(t)).toEqual([])
    expect(done).toMatchObject({ creees: RECORDS.length + 1, refusees: 0, colonnes_ignorees: '' })
    expect((await marie.get(`/export/source/${empty.id}/csv`)).text).toBe(exported)
    const held = async (id: number) =>
      (await releves(t)).filter((row) => row.source_id === id).map(({ data, etats }) => JSON.stringify([data, etats]))
    const parsed = async (id: number) => (await held(id)).map((text) => JSON.parse(text) as unknown)
    expect(await parsed(empty.id)).toEqual(expect.arrayContaining(await parsed(source.id)))
    expect(t.failures).toEqual([])
  })
})

test('a day of the week that the day was not is stored as the day says, and named with what else is odd', async () => {
  const t = await testApp()
  const { path } = await registerWithForm(t)
  const lines = [
    'jeudi 12 février 1789;Un',
    'le lundi 12 février 1789;Deux',
    'lundi 12 février 1789;Deux',
    '12/02/1789;Trois',
  ]
  const { done } = await imported(t, path, csv(...lines.map((line) => `${line};;;;;;`)))
  expect(done.creees).toBe(4)
  const days = (await releves(t)).map(({ date_evenement }) => date_evenement)
  expect(days).toEqual(Array(4).fill('1789-02-12'))
  const told = await messages(t)
  const wrong = '« Date de baptême » : Le 12 février 1789 est un jeudi, non un lundi.'
  expect(told).toEqual([`3: ${wrong}`, expect.stringMatching(/^4: .*ligne 3/)])
  expect(told[1]).toContain(wrong)
}, 30_000)

test('a former option that records held comes back with our own export; one that never was is refused', async () => {
  const t = await testApp()
  const { source } = await registerWithForm(t)
  const date_evenement = { valeur: '1787-08-12', calendrier: 'gregorien', iso: '1787-08-12' }
  await t.make.releve(source, { date_evenement, nom: 'Lefèvre', sexe: '?' })
  const admin = await t.as(t.admin)
  const sexe = await t.db
    .selectFrom('champs')
    .select(['id', 'type_source_id'])
    .where('nom', '=', 'sexe')
    .executeTakeFirstOrThrow()
  const fields = { label: 'Sexe', nom: 'sexe', type: 'select', options_raw: 'M\nF', version: 1, retirer: '1' }
  await admin.post(`/admin/types-sources/${sexe.type_source_id}/champs/${sexe.id}`, fields)
  const exported = (await admin.get(`/export/source/${source.id}/csv`)).text
  const other = await t.make.source({ section: t.saintMalo, type: { id: sexe.type_source_id, nom: '' } })
  const { plan } = await imported(
    t,
    `/sources/${other.id}/import`,
    `${exported.trimEnd()}\r\n01/02/1788;Riou;;X;;;;\r\n`,
  )
  expect(plan).toMatchObject({ refusees: 1 })
  expect(await messages(t)).toContainEqual(expect.stringContaining('« X » n’est pas dans la liste'))
  const rows = await releves(t)
  expect(rows.map(({ data }) => data.sexe)).toEqual(['?', '?'])
})
