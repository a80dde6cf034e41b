import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mergeLieux } from '../../../../src/features/lieux/merge/actions.ts'
import { type TestApp, testApp, type Visitor } from '../../../support/app.ts'
import { squeeze } from '../../../support/html.ts'
import { importLieux, importOf, messagesOf, sendFile, work } from '../../imports/support.ts'
import { expectConsistent, exported, franceWhere, goInAndOut } from './places.ts'

const csv = (...lines: string[]): string => `${lines.join('\n')}\n`
const nomsLongs = async (t: TestApp) =>
  (await t.db.selectFrom('lieux').select('nom_long').orderBy('nom_long').execute()).map((row) => row.nom_long)

test('parents may come later in the file; long names, paths and search words are those of the cascade', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const { planned, done } = await importLieux(
    t,
    rene,
    csv(
      'note;LONGITUDE; Nom ;latitude;type;code;Lieu_Parent;inconnue',
      '"deux\nlignes";-2,06;St-Malo;48.65;Commune;35288;Ille-et-Vilaine, Bretagne, France;x',
      ';;Ille-et-Vilaine;;Département;35;Bretagne, France;',
      ';;Bretagne;;Région;;France;',
      ';2°24′0″E;France;46,6;Pays;FR;;',
    ),
  )
  expect(planned).toMatchObject({ etat: 'pret', nb_lignes: 4, a_creer: 4, refusees: 0, colonnes_ignorees: 'inconnue' })
  expect(done).toMatchObject({ etat: 'termine', creees: 4, modifiees: 0, refusees: 0 })
  const malo = await t.db.selectFrom('lieux').selectAll().where('nom', '=', 'St-Malo').executeTakeFirstOrThrow()
  expect(malo).toMatchObject({
    code: '35288',
    latitude: 48.65,
    longitude: -2.06,
    note: 'deux\nlignes',
    nom_long: 'St-Malo, Ille-et-Vilaine, Bretagne, France',
    recherche: ' saint malo ille et vilaine bretagne france ',
    import_id: done.id,
    version: 1,
  })
  const france = await t.db.selectFrom('lieux').selectAll().where('nom', '=', 'France').executeTakeFirstOrThrow()
  expect(france).toMatchObject({ longitude: 2.4, chemin: `/${france.id}/` })
  await expectConsistent(t)
  expect(t.failures).toEqual([])
})

const BAD_LINES = csv(
  'nom;code;type;lieu_parent;latitude;longitude;note',
  'France;FR;Pays;;;;',
  ';1;;;;;',
  'Nord;;;;91;0;',
  'Est;;;;48,85;181;',
  'Sud;;;;48,85;;',
  'Ouest;;;;ici;2;',
  'Ville;;Métropole;;;;',
  'Hameau;;;Nulle part;;;',
  'Ferme;;;Double;;;',
  'Boucle;;;Boucle;;;',
  'Poule;;;Œuf;;;',
  'Œuf;;;Poule;;;',
  '!!;;;;;;',
  `${'x'.repeat(256)};;;;;;`,
  'Nul\0;;;;;;',
  `Code;${'1'.repeat(21)};;;;;`,
  'Bourg;;;Nord;;;',
  'France;FR;Pays;;;;',
  'Bretagne;;Région;France;;;',
)

/** By line of the file, the first of which holds the names. */
const FAULTS: [number, RegExp][] = [
  [3, /case «\u00a0nom\u00a0» est vide/],
  [4, /latitude est comprise entre -90 et 90.*«\u00a091\u00a0»/],
  [5, /longitude est comprise entre -180 et 180/],
  [6, /latitude ne va pas sans longitude/],
  [7, /latitude ne peut pas être lue.*«\u00a0ici\u00a0»/],
  [8, /type de lieu «\u00a0Métropole\u00a0» n’existe pas.*Commune/],
  [9, /lieu parent «\u00a0Nulle part\u00a0» n’existe ni dans le site ni dans le fichier/],
  [10, /Plusieurs lieux s’appellent «\u00a0Double\u00a0»/],
  [11, /«\u00a0Boucle\u00a0» ne peut pas être son propre lieu parent/],
  [12, /lignes 12 et 13 se désignent l’une l’autre/],
  [13, /lignes 12 et 13/],
  [14, /au moins une lettre ou un chiffre/],
  [15, /case «\u00a0nom\u00a0» est trop longue\u00a0: 255 caractères/],
  [16, /caractère interdit/],
  [17, /case «\u00a0code\u00a0» est trop longue/],
  [18, /«\u00a0Nord\u00a0» est décrit à la ligne 4, qui est refusée/],
  [19, /déjà décrit à la ligne 2/],
]

test('a bad line says its number and why; the good ones are stored', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await t.make.lieu({ nom: 'Double' })
  await t.make.lieu({ nom: 'Double' })
  const { planned, done } = await importLieux(t, rene, BAD_LINES)
  const messages = new Map((await messagesOf(t)).map(({ ligne, message }) => [ligne, message]))
  for (const [ligne, message] of FAULTS)
    expect([ligne, messages.get(ligne)]).toEqual([ligne, expect.stringMatching(message)])
  expect(messages.size).toBe(FAULTS.length)
  expect(planned).toMatchObject({ nb_lignes: 19, a_creer: 2, refusees: FAULTS.length })
  expect(done).toMatchObject({ etat: 'termine', creees: 2, refusees: FAULTS.length })
  expect(await nomsLongs(t)).toEqual(['Bretagne, France', 'Double', 'Double', 'France'])
  expect(t.failures).toEqual([])
})

test('ambiguity is an error wherever the second place of the name is: in the site, in the file, or made by both', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await t.make.lieu({ nom: 'Dol', type: 'Commune' })
  const { planned } = await importLieux(
    t,
    rene,
    csv(
      'nom;type;lieu_parent',
      'Rue;Lieu-dit;Dol',
      'Dol;Paroisse;',
      'Ker;Commune;',
      'Ker;Paroisse;',
      'Four;Lieu-dit;Ker',
      'Cave;Lieu-dit;Four, Ker',
      '"Pont, Guer";;',
      'Guer;;',
      'Pont;;Guer',
      'Arche;;"Pont, Guer"',
    ),
  )
  const messages = (await messagesOf(t)).map(({ ligne, message }) => [ligne, message])
  expect(messages).toEqual([
    [2, expect.stringMatching(/Plusieurs lieux s’appellent «\u00a0Dol\u00a0»/)],
    [6, expect.stringMatching(/Plusieurs lieux s’appellent «\u00a0Ker\u00a0»/)],
    [7, expect.stringMatching(/«\u00a0Four, Ker\u00a0» est décrit à la ligne 6, qui est refusée/)],
    [11, expect.stringMatching(/Plusieurs lieux s’appellent «\u00a0Pont, Guer\u00a0»/)],
  ])
  expect(planned).toMatchObject({ a_creer: 6, refusees: 4 })
  expect(await nomsLongs(t)).toEqual(['Dol', 'Dol', 'Guer', 'Ker', 'Ker', 'Pont, Guer', 'Pont, Guer'])
})

test('a type that stays out of long names is left out below it, in the file as in the site', async () => {
  const t = await testApp()
  await t.db.updateTable('types_lieux').set({ dans_nom_long: false }).where('nom', '=', 'Canton').execute()
  const rene = await t.as(t.rene)
  const { done } = await importLieux(
    t,
    rene,
    csv(
      'nom;type;lieu_parent',
      'Le Bout;Lieu-dit;Pleurtuit, Ille-et-Vilaine',
      'Pleurtuit;Commune;Canton de Dinard, Ille-et-Vilaine',
      'Canton de Dinard;Canton;Ille-et-Vilaine',
      'Ille-et-Vilaine;Département;',
    ),
  )
  expect(done).toMatchObject({ creees: 4, refusees: 0 })
  expect(await nomsLongs(t)).toEqual([
    'Canton de Dinard, Ille-et-Vilaine',
    'Ille-et-Vilaine',
    'Le Bout, Pleurtuit, Ille-et-Vilaine',
    'Pleurtuit, Ille-et-Vilaine',
  ])
  await expectConsistent(t)
  const again = await importLieux(t, rene, (await exported(rene)).replace('Le Bout;', 'Le Bout;7'))
  expect(again.planned).toMatchObject({ a_creer: 0, a_modifier: 1, inchangees: 3, refusees: 0 })
  expect(again.done).toMatchObject({ modifiees: 1 })
})

test('a place that is there is completed, never created twice; an empty cell takes nothing away', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const france = await t.make.lieu({ nom: 'France', type: 'Pays', latitude: 46.6, longitude: 2.4 })
  await t.make.lieu({ nom: 'Bretagne', parent: france })
  await t.make.lieu({ nom: 'Dol', parent: france, type: 'Commune' })
  await t.make.lieu({ nom: 'Dol', parent: france, type: 'Paroisse' })
  const { planned, done } = await importLieux(
    t,
    rene,
    csv(
      'nom;code;type;lieu_parent;latitude;longitude;note',
      'France;;;;;;',
      'France;FR;Pays;;46.6;2.4;',
      'Bretagne;53;Région;France;48;-3;note',
      'Dol;35095;Commune;France;;;',
      'Dol;;;France;;;',
      'Dol;;Canton;France;;;',
    ),
  )
  expect(planned).toMatchObject({ a_creer: 1, a_modifier: 2, inchangees: 1, refusees: 2 })
  expect((await messagesOf(t)).map(({ ligne, message }) => [ligne, message])).toEqual([
    [3, expect.stringMatching(/déjà décrit à la ligne 2/)],
    [6, expect.stringMatching(/Plusieurs lieux du site ont ce nom/)],
  ])
  expect(done).toMatchObject({ creees: 1, modifiees: 2 })
  const bretagne = await t.db
    .selectFrom('lieux')
    .innerJoin('types_lieux', 'types_lieux.id', 'type_id')
    .select(['types_lieux.nom as type', 'code', 'latitude', 'note', 'lieux.version'])
    .where('lieux.nom', '=', 'Bretagne')
    .executeTakeFirstOrThrow()
  expect(bretagne).toEqual({ type: 'Région', code: '53', latitude: 48, note: 'note', version: 2 })
  expect(
    await t.db.selectFrom('lieux').select(['latitude', 'version']).where('id', '=', france.id).executeTakeFirst(),
  ).toEqual({ latitude: 46.6, version: 1 })
})

const TREE = csv(
  'nom;code;type;lieu_parent;latitude;longitude;note',
  'France;FR;Pays;;46.6;2.4;',
  '=Ferme;-1;Lieu-dit;France;-0,0000001;-179.9999999;"@note; ""citée""\nligne 2"',
  "''=Grange;+33;;France;0;0;'",
  '-Tiret;;;=Ferme, France;;;',
  'Twin;1;Commune;France;;;',
  'Twin;1;Paroisse;France;;;',
)

test('export, import: nothing changes; import into an empty site, export: the same bytes', async () => {
  const [first, second] = [await testApp(), await testApp()]
  const rene = await first.as(first.rene)
  expect((await importLieux(first, rene, TREE)).done).toMatchObject({ creees: 6, refusees: 0 })
  const file = await exported(rene)
  expect(file.startsWith('\ufeffnom;code;type;lieu_parent;latitude;longitude;note\r\n')).toBe(true)
  expect(file).toContain('\r\n\'=Ferme;\'-1;Lieu-dit;France;-0.0000001;-179.9999999;"\'@note; ""citée""\nligne 2"\r\n')
  expect(file).toContain("\r\n''=Grange;'+33;;France;0;0;'\r\n")
  const again = await importLieux(first, rene, file)
  expect(again.planned).toMatchObject({ nb_lignes: 6, a_creer: 0, a_modifier: 0, inchangees: 6, refusees: 0 })
  const other = await second.as(second.admin)
  expect((await importLieux(second, other, file)).done).toMatchObject({ creees: 6, refusees: 0 })
  expect(await exported(other)).toBe(file)
})

test('twins of one name, parent and type stay as they are when their export comes back', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  await t.make.lieu({ nom: 'Jumeau' })
  await t.make.lieu({ nom: 'Jumeau' })
  expect((await importLieux(t, rene, await exported(rene))).planned).toMatchObject({
    inchangees: 2,
    refusees: 0,
    a_creer: 0,
  })
})

/** Four places of one name, and what lies in them. */
const SIBLINGS = csv(
  'nom;code;type;lieu_parent',
  'France;FR;Pays;',
  'Dol;1;Commune;France',
  'Dol;2;Commune;France',
  'Dol;;Paroisse;France',
  'Dol;;;France',
  'Rue;;Lieu-dit;Dol, France [Commune, code 1]',
  'Rue;;Lieu-dit;Dol, France [Commune, code 2]',
  'Cour;;;Dol, France [Paroisse, sans code]',
  'Cave;;;Cour, Dol, France',
  'Pré;;;Dol, France [sans type, sans code]',
)

/** The places that lie in one called Dol, and in which. */
const inDol = async (t: TestApp) =>
  (
    await t.db
      .selectFrom('lieux')
      .innerJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
      .leftJoin('types_lieux', 'types_lieux.id', 'parent.type_id')
      .select(['lieux.nom_long', 'parent.code', 'types_lieux.nom as type'])
      .where('parent.nom', '=', 'Dol')
      .execute()
  )
    .map(({ nom_long, code, type }) => `${nom_long}: ${type} ${code}`)
    .toSorted()

test('siblings of one name come back by type or code, with what lies in them: same site, empty site', async () => {
  const [first, second] = [await testApp(), await testApp()]
  const rene = await first.as(first.rene)
  expect((await importLieux(first, rene, SIBLINGS)).done).toMatchObject({ creees: 10, refusees: 0 })
  const expected = [
    'Cour, Dol, France: Paroisse null',
    'Pré, Dol, France: null null',
    'Rue, Dol, France: Commune 1',
    'Rue, Dol, France: Commune 2',
  ]
  expect(await inDol(first)).toEqual(expected)
  await expectConsistent(first)
  const file = await exported(rene)
  expect(file).toContain('\r\nRue;;Lieu-dit;Dol, France [Commune, code 2];;;\r\n')
  expect(file).toContain('\r\nCave;;;Cour, Dol, France;;;\r\n')
  const again = await importLieux(first, rene, file)
  expect(again.planned).toMatchObject({ a_creer: 0, a_modifier: 0, inchangees: 10, refusees: 0 })
  const other = await second.as(second.admin)
  expect((await importLieux(second, other, file)).done).toMatchObject({ creees: 10, refusees: 0 })
  expect(await inDol(second)).toEqual(expected)
  expect(await exported(other)).toBe(file)
  expect([first.failures, second.failures]).toEqual([[], []])
})

test('what lies in one of two places that nothing tells apart is refused, unless it is there already', async () => {
  const [first, second] = [await testApp(), await testApp()]
  const rene = await first.as(first.rene)
  await first.make.lieu({ nom: 'Jumeau' })
  await first.make.lieu({ nom: 'Rue', parent: await first.make.lieu({ nom: 'Jumeau' }) })
  const file = await exported(rene)
  expect(file).toContain('\r\nRue;;;Jumeau;;;\r\n')
  expect((await importLieux(first, rene, file)).planned).toMatchObject({ inchangees: 3, refusees: 0 })
  // One that is not there, or would be changed, could be meant in either.
  const wrong = csv('nom;note;lieu_parent', 'Rue;note;Jumeau', 'Cour;;Jumeau')
  expect((await importLieux(first, rene, wrong)).planned).toMatchObject({ a_creer: 0, a_modifier: 0, refusees: 2 })
  const other = await second.as(second.admin)
  const { planned } = await importLieux(second, other, file)
  expect(planned).toMatchObject({ a_creer: 2, refusees: 1 })
  const told = (await messagesOf(second)).map(({ message }) => message).join()
  expect(told).toContain('un type ou un code doit les distinguer')
  // Two in the file and one in the site by the same mark: never the first.
  const marked = csv(
    'nom;type;code;lieu_parent',
    'Rue;;;Jumeau [sans type, sans code]',
    'Mur;;;Jumeau [Commune, sans code]',
  )
  expect((await importLieux(first, rene, marked)).planned).toMatchObject({ a_creer: 0, refusees: 1, inchangees: 1 })
})

test('the export is a download, for everybody signed in', async () => {
  const t = await testApp()
  expect((await t.anonymous().get('/lieux/export/csv')).location).toMatch(/^\/login/)
  const marie = await t.as(t.marie)
  const answer = await marie.get('/lieux/export/csv')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="lieux\.csv"/)
  expect(answer.text.replace(/^\ufeff/, '')).toBe('nom;code;type;lieu_parent;latitude;longitude;note\r\n')
})

// All 35,105 of France: test/faults/places-of-france.test.ts.
test(
  'the 1,208 places of Brittany go in, come out and are known again',
  () =>
    goInAndOut(
      franceWhere((line) => /^(France;FR|Bretagne;53);|[; ]Bretagne, France;/.test(line)),
      1208,
    ),
  60_000,
)

test('what others did between the dry run and the confirmation counts', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const france = await t.make.lieu({ nom: 'France' })
  const gone = await t.make.lieu({ nom: 'Belgique' })
  await t.make.lieu({ nom: 'Rennes', parent: france })
  await sendFile(
    rene,
    '/lieux/import',
    csv('nom;code;lieu_parent', 'Rennes;35;France', 'Dol;1;France', 'Mons;2;Belgique', 'Nice;6;France'),
  )
  await work(t)
  const planned = await importOf(t)
  expect(planned).toMatchObject({ a_creer: 3, a_modifier: 1 })
  await t.make.lieu({ nom: 'Dol', parent: france })
  await t.make.lieu({ nom: 'Nice', parent: france })
  await t.db.updateTable('lieux').set({ code: '6' }).where('nom', '=', 'Nice').execute()
  await t.db.deleteFrom('lieux').where('id', '=', gone.id).execute()
  await rene.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 0, modifiees: 2, inchangees: 1, refusees: 1 })
  expect((await messagesOf(t)).map((row) => row.ligne)).toEqual([4])
  expect(await nomsLongs(t)).toEqual(['Dol, France', 'France', 'Nice, France', 'Rennes, France'])
})

test('a place merged away while an import names it is followed to the place that is kept', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const france = await t.make.lieu({ nom: 'France' })
  const gone = await t.make.lieu({ nom: 'Dol', parent: france })
  await t.make.lieu({ nom: 'Rue', parent: gone })
  const kept = await t.make.lieu({ nom: 'Dol-de-Bretagne', parent: france })
  await t.db.updateTable('lieux').set({ code: '35095' }).where('id', '=', kept.id).execute()
  await sendFile(
    rene,
    '/lieux/import',
    csv(
      'nom;code;lieu_parent;latitude;longitude;note',
      'Dol;D1;France;48,5;-1,7;De Dol',
      'Place;;Dol, France;;;',
      'Rue;R1;Dol, France;;;',
      'Cour;;Rue, Dol, France;;;',
    ),
  )
  await work(t)
  const planned = await importOf(t)
  expect(planned).toMatchObject({ a_creer: 2, a_modifier: 2, refusees: 0 })
  const merge = { id: gone.id, vers: kept.id, version: 1, version_vers: 1 }
  await mergeLieux(t.db, merge, t.admin.id, t.deps.clock().toISOString())
  await rene.post(`/imports/${planned.id}/confirmer`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 2, modifiees: 2, refusees: 0 })
  expect(await nomsLongs(t)).toEqual([
    'Cour, Rue, Dol-de-Bretagne, France',
    'Dol-de-Bretagne, France',
    'France',
    'Place, Dol-de-Bretagne, France',
    'Rue, Dol-de-Bretagne, France',
  ])
  // The import keeps what the place that stays knows, as a merge does.
  const stored = await t.db.selectFrom('lieux').selectAll().where('id', '=', kept.id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ code: '35095', latitude: 48.5, longitude: -1.7, note: 'De Dol' })
  await expectConsistent(t)
  await rene.post(`/imports/${planned.id}/annuler`)
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 2, restaurees: 2, conservees: 0 })
  // Merged long before a file comes, the name is free again.
  await t.db.updateTable('lieux_fusions').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
  expect((await importLieux(t, rene, csv('nom;lieu_parent', 'Dol;France'))).done).toMatchObject({ creees: 1 })
  expect(t.failures).toEqual([])
})

test('a parent that nobody bears the name of: the near long names are offered, none is taken', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const france = await t.make.lieu({ nom: 'France' })
  const manche = await t.make.lieu({ nom: 'Manche', parent: france })
  await t.make.lieu({ nom: 'Saint-Malo', parent: france })
  for (const parent of [france, manche]) await t.make.lieu({ nom: 'Dol', parent })
  const { planned } = await importLieux(
    t,
    rene,
    csv('nom;lieu_parent', 'Rue;st malo', 'Rue;DOL', 'Rue;Saint-Malo, Bretagne', 'Rue;Rien'),
  )
  expect(planned).toMatchObject({ a_creer: 0, refusees: 4 })
  const near = (await messagesOf(t)).map(({ message }) => message.split('exact.')[1])
  expect(near).toEqual([
    ' Vouliez-vous écrire «\u00a0Saint-Malo, France\u00a0»\u202f?',
    ' Vouliez-vous écrire «\u00a0Dol, France\u00a0» ou «\u00a0Dol, Manche, France\u00a0»\u202f?',
    ' Vouliez-vous écrire «\u00a0Saint-Malo, France\u00a0»\u202f?',
    '',
  ])
})

/** Told beforehand, with the figures of what follows. */
async function expectAsked(visitor: Visitor, id: number) {
  const asked = (await visitor.get(`/imports/${id}/annuler`)).page
  expect(asked.all('form[action$="/annuler"] li').map((line) => squeeze(line.text))).toEqual([
    '3 lieux créés seront retirés.',
    '2 lieux créés resteront, utilisés ou modifiés depuis : le résultat dira pourquoi.',
    '1 modification sera défaite.',
    '1 modification restera, car la fiche a encore changé ou n’est plus là.',
  ])
}

test('an undo removes what was created, restores what was changed, and says what stays and why', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const france = await t.make.lieu({ nom: 'France' })
  const spain = await t.make.lieu({ nom: 'Espagne' })
  const { done } = await importLieux(
    t,
    rene,
    csv(
      'nom;code;type;lieu_parent',
      'France;FR;Pays;',
      'Espagne;ES;;',
      'Dol;;Commune;France',
      'Rue;;;Dol, France',
      'Nice;;;France',
      'Mur;;;France',
      'Gué;;;Mur, France',
    ),
  )
  expect(done).toMatchObject({ creees: 5, modifiees: 2 })
  const find = (nom: string) => t.db.selectFrom('lieux').selectAll().where('nom', '=', nom).executeTakeFirst()
  const dol = await find('Dol')
  if (!dol) throw new Error('Dol was imported')
  await t.make.source({ lieu: dol })
  await t.db.updateTable('lieux').set({ note: 'à moi', version: 2 }).where('nom', '=', 'Nice').execute()
  await t.db.updateTable('lieux').set({ code: 'SP' }).where('id', '=', spain.id).execute()
  await expectAsked(rene, done.id)
  await rene.post(`/imports/${done.id}/annuler`)
  expect(await importOf(t)).toMatchObject({ etat: 'annulation' })
  await work(t)
  expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 3, restaurees: 1, conservees: 3 })
  expect(await nomsLongs(t)).toEqual(['Dol, France', 'Espagne', 'France', 'Nice, France'])
  expect(await find('France')).toMatchObject({ id: france.id, code: null, type_id: null })
  expect(await find('Espagne')).toMatchObject({ code: 'SP' })
  const messages = (await messagesOf(t)).map((row) => row.message).join('\n')
  expect(messages).toMatch(/«\u00a0Dol, France\u00a0» reste.*1\u00a0source/)
  expect(messages).toMatch(/«\u00a0Nice, France\u00a0» reste\u00a0: il a été modifié/)
  expect(messages).toMatch(/«\u00a0Espagne\u00a0» garde ses valeurs/)
  await expectConsistent(t)
  expect(t.failures).toEqual([])
})

test('a tree deeper than the hierarchy may be is refused where it gets too deep', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const lines = ['nom;lieu_parent']
  let parent = ''
  for (let n = 1; n <= 66; n += 1) {
    lines.push(`"n${n}";"${parent}"`)
    parent = parent === '' ? `n${n}` : `n${n}, ${parent}`
  }
  const { done } = await importLieux(t, rene, csv(...lines))
  expect(done).toMatchObject({ creees: 64, refusees: 2 })
  const { rows } = await sql<{ n: number }>`select count(*) as n from lieux`.execute(t.db)
  expect(rows[0]?.n).toBe(64)
})
