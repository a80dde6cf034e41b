// Titles of foreign files, and the fields of the ready types that they are taken for.
import { expect, test } from 'vitest'
import { partFromName } from '../../../src/champs/groups.ts'
import type { Champ } from '../../../src/champs/kind.ts'
import { guessColumns, type Sample } from '../../../src/features/imports/rules/guess.ts'
import { dateText, joinedDate, splitName } from '../../../src/features/imports/rules/readings.ts'
import { relevesMapping } from '../../../src/features/releves/import/rules/columns.ts'
import { importColumns } from '../../../src/features/releves/import/session.ts'
import { ETAT_CIVIL } from '../../../src/features/types-sources/rules/models/etat-civil.ts'
import { PAROISSE } from '../../../src/features/types-sources/rules/models/paroisse.ts'
import type { TypeModel } from '../../../src/features/types-sources/rules/models/pieces.ts'

/** The fields of a ready type as the database gives them. */
const champsOf = ({ groupes, acte }: TypeModel): Champ[] =>
  groupes.flatMap(({ champs, libelle, role }, id) =>
    champs.map(
      ({ nom, label, type, required = false, options = [], partie }, n): Champ => ({
        ...{ id: 100 * id + n, nom, label, type, required, options, acte, aide: null, politique: 'vide' },
        ...{ majuscules: false, completion: false, groupe: { id, libelle, role, de: null } },
        partie: partie ?? partFromName(nom),
      }),
    ),
  )

/** Tells where each title goes; lines below it are given where they matter. */
function guessed(cle: string, titles: string, ...rows: string[]): string[] {
  const model = [...PAROISSE, ...ETAT_CIVIL].find((one) => one.cle === cle)
  if (!model) throw new Error(`no type ${cle}`)
  const champs = champsOf(model)
  const columns = importColumns(champs)
  const mapping = {
    ...relevesMapping(columns, champs),
    place: { section_id: null, type_source_id: 1 },
    problem: async () => undefined,
  }
  const sample: Sample = { headers: titles.split(';'), rows: rows.map((row) => row.split(';')) }
  return guessColumns(sample, mapping).map(({ vers, lecture }) => (lecture ? `${vers}/${lecture}` : vers))
}

test('the titles of others go to the fields of a baptism', () => {
  expect(
    guessed(
      'baptemes',
      "Date de l'acte;PATRONYME;Prénom(s);Sexe;PATRONYME PÈRE;Prénom du père;Métier père;NomMere;prenom_mere;Parrain nom;Parrain prénom;Marraine nom;Observations;Cote;N°",
      '1;2;3;4;5;6;7;8;9;10;11;12;13;14;15',
    ),
  ).toEqual([
    ...[
      'date_evenement',
      'nom',
      'prenom',
      'sexe',
      'nom_pere',
      'prenom_pere',
      'profession_pere',
      'nom_mere',
      'prenom_mere',
    ],
    ...['nom_parrain', 'prenom_parrain', 'nom_marraine', 'champ:notes', 'notes'],
    'notes',
  ])
  expect(
    guessed(
      'baptemes',
      'Baptême;Nom de famille;Date naissance;Parrain;Marraine',
      '1789;A;1788;LE GOFF Jean;MARTIN Anne',
    ),
  ).toEqual([...['date_evenement', 'nom', 'date_naissance', 'nom_parrain/capitales', 'nom_marraine/capitales']])
})

test('the titles of others go to the fields of marriages and burials', () => {
  const mariage = guessed(
    'mariages_paroissiaux',
    'Date mariage;Nom époux;Prénom époux;Nom épouse;Prénom épouse;Profession de l’époux',
    '1;2;3;4;5;6',
  )
  expect(mariage).toEqual(['date_evenement', 'nom', 'prenom', 'nom_epouse', 'prenom_epouse', 'profession_epoux'])
  const sepulture = guessed(
    'sepultures',
    'Jour;Mois;An;Nom du défunt;Age;Conjoint nom;Témoin 1 nom',
    '1;2;1789;A;3;B;C',
  )
  expect(sepulture).toEqual([
    ...[
      'date_evenement/jour',
      'date_evenement/mois',
      'date_evenement/annee',
      'nom',
      'age',
      'nom_conjoint',
      'nom_temoin_1',
    ],
  ])
})

test('names in one column are split as its lines are written', () => {
  expect(guessed('baptemes', 'Date;Nom et prénom', '1789;LE GOFF Jean')).toEqual(['date_evenement', 'nom/capitales'])
  expect(guessed('baptemes', 'Date;Prénom Nom', '1789;Jean Le Goff')).toEqual(['date_evenement', 'nom/dernier'])
  expect(guessed('baptemes', 'Date;Nom Prénom du père', '1789;Martin Jean')[1]).toBe('nom_pere/premier')
  expect(guessed('baptemes', 'Date;Nom', '1789;LE GOFF Jean')[1]).toBe('nom/capitales')
  expect(guessed('baptemes', 'Date;Nom;Prénoms', '1789;LE GOFF;Jean')[1]).toBe('nom')
  const split = (text: string) => splitName(text, 'capitales')
  expect(
    ['LE GOFF Jean Marie', 'Jean MARTIN', 'd’ARC Jeanne', 'de LA ROCHE Anne', 'MARTIN J. Anne', 'Martin'].map(split),
  ).toEqual([
    ...[
      ['LE GOFF', 'Jean Marie'],
      ['MARTIN', 'Jean'],
      ['d’ARC', 'Jeanne'],
      ['de LA ROCHE', 'Anne'],
      ['MARTIN', 'J. Anne'],
    ],
    ['Martin', ''],
  ])
  expect([splitName('Le Goff, Jean', 'premier'), splitName('Jean Martin', 'dernier')]).toEqual([
    ['Le Goff', 'Jean'],
    ['Martin', 'Jean'],
  ])
})

test('three columns make the date that they tell, or one that is refused', () => {
  const joined = ([jour, mois, annee]: string[]) =>
    joinedDate({ jour: jour ?? '', mois: mois ?? '', annee: annee ?? '' })
  expect(
    [
      ['25', '3', '1789'],
      ['1er', 'mars', '1789'],
      ['0', '3', '1789'],
      ['', '', '1789'],
      ['00', '00', '1789'],
      ['', '', ''],
    ].map(joined),
  ).toEqual([...['25/3/1789', '1er mars 1789', '3/1789', '1789', '1789', '']])
  expect(
    [
      ['5', '', '1789'],
      ['5', '3', ''],
    ].map(joined),
  ).toEqual(['5/?/1789', '5/3/'])
})

test('days and months that a file does not know are left out', () => {
  const cases: [text: string, reading: 'mja' | undefined, read: string][] = [
    ['00/03/1787', undefined, '03/1787'],
    ['03/00/1787', 'mja', '03/1787'],
    ['00/00/1787', undefined, '1787'],
    ['??.00.17??', undefined, '17??'],
    ['__-__-17??', undefined, '17??'],
    ['12/00/1787', undefined, '12/00/1787'],
    ['10/03/1787', undefined, '10/03/1787'],
  ]
  for (const [text, reading, read] of cases) expect(dateText(text, reading), text).toBe(read)
})
