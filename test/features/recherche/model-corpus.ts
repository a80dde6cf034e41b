// Records drawn by chance that is the same at each run, in the database and in memory.
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import type { TestApp } from '../../support/app.ts'
import { jour } from './corpus.ts'
import { type Meaning, type ModelReleve, type ModelSource, words } from './model.ts'

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

export const MEANINGS: Record<string, Meaning> = {
  date_evenement: { kind: 'date' },
  nom: { kind: 'nom', role: 'principal' },
  prenom: { kind: 'prenom', role: 'principal' },
  nom_epouse: { kind: 'nom', role: 'conjoint' },
  prenom_epouse: { kind: 'prenom', role: 'conjoint' },
  nom_pere: { kind: 'nom', role: 'pere' },
  prenom_pere: { kind: 'prenom', role: 'pere' },
  nom_mere: { kind: 'nom', role: 'mere' },
  temoins: { kind: 'complet', role: 'temoin' },
  profession: { kind: 'profession' },
  domicile: { kind: 'lieu' },
  notes: { kind: 'texte' },
}

const TYPES: Record<string, 'date' | 'place' | 'textarea'> = {
  date_evenement: 'date',
  domicile: 'place',
  notes: 'textarea',
}
const FIELDS = Object.keys(MEANINGS).map((nom) => ({ nom, label: nom, type: TYPES[nom] ?? ('text' as const) }))

const iso = (draw: Draw): string =>
  `${[1481, 1500, 1549, 1550, 1699, 1700][draw(20)] ?? 1680 + draw(130)}-${10 + draw(3)}-${10 + draw(19)}`

function dateOf(draw: Draw) {
  const day = iso(draw)
  const kind = draw(10)
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
    temoins: draw(4) ? undefined : `${one(draw, PRENOMS)} ${one(draw, NOMS)}`,
    profession: some(METIERS, 2),
    domicile: some(lieux, 4),
    notes: some(NOTES, 3),
  }
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
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
    }))
    const champs = await champsOf(t.db, type.id)
    const now = '2026-01-01T00:00:00.000Z'
    await t.db.transaction().execute((trx) => createReleves(trx, source.id, champs, rows, { user_id: null, now }))
    const stored = await t.db
      .selectFrom('releves')
      .select(['id', 'data', 'etats'])
      .where('source_id', '=', source.id)
      .execute()
    releves.push(...stored.map(({ id, data, etats }) => ({ id, data, etats, source })))
  }
  return { sources, releves, lieux: Object.values(lieux), types: types.map(({ id }) => id) }
}

/** Words of the corpus, and some of none of its records. */
export const VOCABULARY = [
  ...new Set([...NOMS, ...PRENOMS, ...METIERS, ...NOTES, 'introuvable', 'dupont'].flatMap(words)),
].filter((word) => word.length < 60)
