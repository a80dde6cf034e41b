// Records drawn by chance that is the same at each run, in the database and in memory.
import type { GroupRole } from '../../../src/db/schema-persons.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type DateValue, readDate } from '../../../src/lib/dates.ts'
import type { TestApp } from '../../support/app.ts'
import { jour } from './corpus.ts'
import { type Meaning, type ModelAct, type ModelReleve, type ModelSource, words } from './model.ts'

/** A number below n. */
export type Draw = (n: number) => number

/** mulberry32. */
export function drawing(seed: number): Draw {
  let a = seed
  return (n) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

export const one = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T

export const NOMS = [
  ...['Martin', 'Martin', 'Martin', 'MARTINEAU', 'Le Goff', 'Legoff', 'Lefèvre', 'Lefebvre', 'Le Febvre', 'd’Argentré'],
  ...['O’Brien', 'Œillet', 'Hénault', 'Esnault', 'Renaud', 'Regnault', 'de la Roche', 'Saint-Malo', 'Gautier'],
  ...['Gaultier', 'Jean', 'Marie', 'Kerambrun', 'Mart', 'Ñuñez', 'Χρήστου', 'near', 'and'],
]
export const PRENOMS = [
  ...[
    'Marie',
    'Marie',
    'Jean',
    'Jean',
    'Jean-Baptiste',
    'Anne',
    'Marie Anne',
    'Éloïse',
    'José',
    'Yves-Marie',
    'Johannes',
  ],
  ...['Pierre', 'Perrine', 'Martin', 'Guillaume', 'Joanna', 'François', 'Franc\u0327ois', 'Magdeleine', 'Madeleine'],
]
export const METIERS = ['laboureur', 'maître tonnelier', 'curé', 'tisserand', 'sans profession', 'marin']
export const NOTES = [
  ...[
    'parrain absent',
    'né d’un père inconnu',
    'mariage à Saint-Malo',
    'near Vannes AND Auray',
    'NOT found <b>gras</b>',
  ],
  ...[
    'illisible en partie',
    'l’hôpital de Vannes',
    '12/08/1787',
    'Le Goff, oncle paternel',
    'a'.repeat(70),
    '100 % sûr',
  ],
]

export const AGES = ['25 ans', '30 ans', 'environ 30 ans', '6 mois']

export const MEANINGS: Record<string, Meaning> = {
  date_evenement: { kind: 'date' },
  nom: { kind: 'nom', of: 'un' },
  prenom: { kind: 'prenom', of: 'un' },
  age: { kind: 'age', of: 'un' },
  nom_epouse: { kind: 'nom', of: 'epouse' },
  prenom_epouse: { kind: 'prenom', of: 'epouse' },
  profession_epouse: { kind: 'profession', of: 'epouse' },
  origine_epouse: { kind: 'lieu', of: 'epouse', lived: 'origine' },
  nom_pere: { kind: 'nom', of: 'pere' },
  prenom_pere: { kind: 'prenom', of: 'pere' },
  age_pere: { kind: 'age', of: 'pere' },
  nom_mere: { kind: 'nom', of: 'mere' },
  prenom_mere: { kind: 'prenom', of: 'mere' },
  nom_pere_epouse: { kind: 'nom', of: 'pere_epouse' },
  prenom_pere_epouse: { kind: 'prenom', of: 'pere_epouse' },
  nom_mere_epouse: { kind: 'nom', of: 'mere_epouse' },
  prenom_mere_epouse: { kind: 'prenom', of: 'mere_epouse' },
  nom_veuvage: { kind: 'nom', of: 'veuvage' },
  prenom_veuvage: { kind: 'prenom', of: 'veuvage' },
  temoin_1: { kind: 'complet', of: 'temoin_1' },
  temoin_2: { kind: 'complet', of: 'temoin_2' },
  profession: { kind: 'profession', of: 'un' },
  domicile: { kind: 'lieu', of: 'un', lived: 'domicile' },
  notes: { kind: 'texte' },
}

const KIN = [
  ['p', 'pere', 'mere'],
  ['p', 'pere_epouse', 'mere_epouse'],
  ['e', 'un', 'epouse'],
  ['v', 'un', 'veuvage'],
] as const
const AROUND: ModelAct['persons'] = {
  pere: ['pere'],
  mere: ['mere'],
  pere_epouse: ['pere'],
  mere_epouse: ['mere'],
  veuvage: ['conjoint'],
  temoin_1: ['temoin'],
  temoin_2: ['temoin'],
}
/** Fields that stand in no group are told by their names. */
const BY_NAME: ModelAct = { persons: { un: ['principal'], epouse: ['conjoint'], ...AROUND }, couples: KIN }
/** Both who marry are what the act is about, and each is the spouse of the other. */
const WEDDING: ModelAct = {
  persons: { un: ['principal', 'conjoint'], epouse: ['principal', 'conjoint'], ...AROUND },
  couples: KIN,
}

/** The persons of a wedding, as the designer makes them. */
const GROUPS: [cle: string, role: GroupRole, de: string | null][] = [
  ['un', 'principal', null],
  ['epouse', 'principal', null],
  ['veuvage', 'ancien_conjoint', 'un'],
  ['pere', 'pere', 'un'],
  ['mere', 'mere', 'un'],
  ['pere_epouse', 'pere', 'epouse'],
  ['mere_epouse', 'mere', 'epouse'],
  ['temoin_1', 'temoin', null],
  ['temoin_2', 'temoin', null],
]

/** Puts the fields of a type in the groups of a wedding. */
async function groupAsWedding({ db }: TestApp, type: number): Promise<void> {
  await db.updateTable('types_sources').set({ acte: 'mariage' }).where('id', '=', type).execute()
  const ids = new Map<string, number>()
  for (const [ordre, [cle, role, de]] of GROUPS.entries()) {
    const group = { type_source_id: type, ordre, libelle: cle, role, de_groupe_id: ids.get(de ?? '') ?? null }
    const { id } = await db.insertInto('groupes').values(group).returning('id').executeTakeFirstOrThrow()
    ids.set(cle, id)
  }
  for (const [nom, meaning] of Object.entries(MEANINGS)) {
    if (!('of' in meaning)) continue
    const parts = { complet: 'nom_complet', lieu: 'lived' in meaning ? meaning.lived : null } as const
    const partie = meaning.kind === 'complet' || meaning.kind === 'lieu' ? parts[meaning.kind] : meaning.kind
    await db
      .updateTable('champs')
      .set({ groupe_id: ids.get(meaning.of) ?? null, partie: partie === 'ne_a' ? 'lieu_naissance' : partie })
      .where('type_source_id', '=', type)
      .where('nom', '=', nom)
      .execute()
  }
}

const TYPES: Record<string, 'date' | 'place' | 'textarea'> = {
  date_evenement: 'date',
  domicile: 'place',
  origine_epouse: 'place',
  notes: 'textarea',
}
const FIELDS = Object.keys(MEANINGS).map((nom) => ({ nom, label: nom, type: TYPES[nom] ?? ('text' as const) }))

const iso = (draw: Draw): string =>
  `${[1481, 1500, 1549, 1550, 1699, 1700][draw(20)] ?? 1680 + draw(130)}-${10 + draw(3)}-${10 + draw(19)}`

/** Dates that reach beyond the year in which they begin, some of them without a beginning or an end. */
function wideDate(draw: Draw): DateValue {
  const year = 1480 + draw(340)
  const typed = one(draw, [
    `vers ${year}`,
    `avant ${year}`,
    `après ${year}`,
    `${year}-${year + 1 + draw(30)}`,
    `${year}-${year + 1 + draw(300)}`,
    `entre le 30/12/${year} et le 02/01/${year + 1}`,
  ])
  const republican = one(draw, ['an II', 'nivôse an III', 'an XII', 'nivôse an XIV'])
  const reading = draw(4) === 0 ? readDate(republican, 'republicain') : readDate(typed, one(draw, CIVIL))
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

const CIVIL = ['gregorien', 'gregorien', 'julien'] as const

function dateOf(draw: Draw) {
  const day = iso(draw)
  const kind = draw(11)
  if (kind === 10) return wideDate(draw)
  if (kind === 0) return undefined
  // A year of which the last figures are lost here and there.
  if (kind === 1)
    return jour.gregorien(
      day
        .slice(0, 4)
        .replace(/0[79]$/, '??')
        .replace(/[79]$/, '?'),
    )
  if (kind === 2) return jour.julien(day, day)
  if (kind === 3) return jour.republicain('14 thermidor an II', draw(2) ? '1794-08-01' : null)
  return jour.gregorien(day)
}

function dataOf(draw: Draw, lieux: readonly { id: number; nom_long: string }[]): Record<string, unknown> {
  const some = <T>(list: readonly T[], outOf: number): T | undefined =>
    draw(outOf) === 0 ? one(draw, list) : undefined
  const data = {
    date_evenement: dateOf(draw),
    nom: one(draw, NOMS),
    prenom: one(draw, PRENOMS),
    nom_epouse: some(NOMS, 3),
    prenom_epouse: some(PRENOMS, 3),
    nom_pere: some(NOMS, 3),
    prenom_pere: some(PRENOMS, 3),
    nom_mere: some(NOMS, 4),
    prenom_mere: some(PRENOMS, 3),
    nom_pere_epouse: some(NOMS, 3),
    prenom_pere_epouse: some(PRENOMS, 3),
    nom_mere_epouse: some(NOMS, 3),
    prenom_mere_epouse: some(PRENOMS, 3),
    nom_veuvage: some(NOMS, 5),
    prenom_veuvage: some(PRENOMS, 5),
    temoin_1: draw(4) ? undefined : `${one(draw, PRENOMS)} ${one(draw, NOMS)}`,
    temoin_2: draw(4) ? undefined : `${one(draw, NOMS)} ${one(draw, PRENOMS)}`,
    age: some(AGES, 3),
    age_pere: some(AGES, 4),
    profession: some(METIERS, 2),
    profession_epouse: some(METIERS, 4),
    domicile: some(lieux, 4),
    origine_epouse: some(lieux, 4),
    notes: some(NOTES, 3),
  }
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

/** One record in three has another reading somewhere, also of a field that holds nothing. */
function lecturesOf(draw: Draw): Record<string, string[]> | null {
  const [nom, list] = one(draw, [
    ...[['nom', NOMS] as const, ['nom_mere', NOMS] as const, ['prenom', PRENOMS] as const, ['temoin_1', NOMS] as const],
    ...[['age', AGES] as const, ['profession', METIERS] as const, ['domicile', ['Vannes, Morbihan']] as const],
    ...[['date_evenement', ['12 mars 1787']] as const, ['notes', NOTES] as const],
  ])
  return draw(3) === 0 ? { [nom]: Array.from({ length: 1 + draw(2) }, () => one(draw, list)) } : null
}

async function placesOf({ make }: TestApp) {
  const bretagne = await make.lieu({ nom: 'Bretagne' })
  const ille = await make.lieu({ nom: 'Ille-et-Vilaine', parent: bretagne })
  const pleurtuit = await make.lieu({ nom: 'Pleurtuit', parent: ille })
  const vannes = await make.lieu({ nom: 'Vannes', parent: bretagne })
  return { bretagne, ille, pleurtuit, vannes }
}

/** `n` records in six sources of three types, in two sections and none. */
export async function modelCorpus(t: TestApp, draw: Draw, n: number) {
  const { make } = t
  const lieux = await placesOf(t)
  const { bretagne, ille, pleurtuit, vannes } = lieux
  const types = []
  for (const nom of ['Baptêmes', 'Mariages', 'Décès']) types.push(await make.typeSource({ nom, champs: FIELDS }))
  const [baptemes, mariages, deces] = types
  if (mariages) await groupAsWedding(t, mariages.id)
  const plan = [
    { type: baptemes, section: t.saintMalo, lieu: pleurtuit, above: [ille, bretagne] },
    { type: mariages, section: t.saintMalo, lieu: ille, above: [bretagne] },
    { type: deces, section: t.saintMalo, lieu: undefined, above: [] },
    { type: mariages, section: t.vannes, lieu: vannes, above: [bretagne] },
    { type: baptemes, section: t.vannes, lieu: bretagne, above: [] },
    { type: deces, section: undefined, lieu: pleurtuit, above: [ille, bretagne] },
  ] as const
  const sources: ModelSource[] = []
  const releves: ModelReleve[] = []
  for (const [at, { type, section, lieu, above }] of plan.entries()) {
    if (!type) throw new Error('no type')
    const status = at % 2 === 0 ? ('validee' as const) : ('en_cours' as const)
    const made = await make.source({ type, status, ...(section && { section }), ...(lieu && { lieu }) })
    const source: ModelSource = {
      id: made.id,
      type: type.id,
      acte: type === mariages ? 'mariage' : 'autre',
      section: section?.id ?? null,
      statut: status,
      lieux: [...(lieu ? [lieu] : []), ...above].map(({ id }) => id),
      lieu: lieu?.nom_long ?? '',
    }
    sources.push(source)
    const rows = Array.from({ length: Math.ceil(n / plan.length) }, () => ({
      data: dataOf(
        draw,
        Object.values(lieux).map(({ id, nom_long }) => ({ id, nom_long })),
      ),
      etats: draw(12) === 0 ? { prenom_pere: 'illisible' as const } : {},
      lectures: lecturesOf(draw),
    }))
    const champs = await champsOf(t.db, type.id)
    const now = '2026-01-01T00:00:00.000Z'
    await t.db.transaction().execute((trx) => createReleves(trx, source.id, champs, rows, { user_id: null, now }))
    const stored = await t.db
      .selectFrom('releves')
      .select(['id', 'data', 'etats', 'lectures'])
      .where('source_id', '=', source.id)
      .execute()
    const act = type === mariages ? WEDDING : BY_NAME
    releves.push(...stored.map((row) => ({ ...row, source, act })))
  }
  const below = (id: number) =>
    id === bretagne.id ? Object.values(lieux) : id === ille.id ? [ille, pleurtuit] : [{ id }]
  const choices = Object.values(lieux).map(({ id }) => ({ id, below: below(id).map((place) => place.id) }))
  return { sources, releves, lieux: choices, types: types.map(({ id }) => id) }
}

/** Words of the corpus, and some of none of its records. */
export const VOCABULARY = [
  ...new Set([...NOMS, ...PRENOMS, ...METIERS, ...NOTES, 'introuvable', 'dupont'].flatMap(words)),
].filter((word) => word.length < 60)
