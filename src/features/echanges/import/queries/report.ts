import type { Db } from '../../../../db/schema.ts'
import { formatNumber } from '../../../../lib/text.ts'
import type { Import, ReportTable } from '../../../imports/kind.ts'
import { unknownPlaces } from '../../../imports/queries/place-names.ts'
import type { Outcome, Plan, PlanSource } from '../../rules/plan.ts'
import type { Known } from '../reading.ts'
import { madeBySource } from './dossiers.ts'
import { sourceTitles } from './proposals.ts'
import { refusedByFile } from './refused.ts'

const NONE: Outcome = { creer: 0, presentes: 0, verifier: 0, refusees: 0 }
const MOST_LINES = 40

type Row = ReportTable['rows'][number]

/** The acts of a source of the plan in the files, and what becomes of them here. */
function sourceRow(source: PlanSource, where: Row[number], title: string, outcome: Outcome, here: number): Row {
  const left = source.actes - here - outcome.presentes
  return [
    ...[title, where, formatNumber(source.actes), formatNumber(here + outcome.presentes)],
    ...[formatNumber(outcome.presentes), formatNumber(left)],
  ]
}

const hasEnded = ({ etat }: Import): boolean => etat !== 'pret' && etat !== 'abandonne' && etat !== 'annule'

async function sourceTable(
  db: Db,
  imported: Import,
  { dossier: { plan, bilan }, titles }: Known,
): Promise<ReportTable> {
  const ended = hasEnded(imported)
  const made = ended ? await madeBySource(db, imported.id) : new Map<number, number>()
  const names = await sourceTitles(db, plan.sources)
  const rows = plan.sources.map((source, index) => {
    const outcome = bilan.cibles[index] ?? NONE
    const titre = names.get(source.source_id ?? 0)
    const where = titre === undefined ? 'Nouvelle source' : { href: `/sources/${source.source_id}`, label: titre }
    const written = (made.get(source.source_id ?? 0) ?? 0) + (outcome.remplaces ?? 0)
    const here = ended ? written : outcome.creer + outcome.verifier
    return sourceRow(source, where, titles[index] ?? '', outcome, here)
  })
  return {
    caption: ended ? 'Ancien site et ici' : 'Où iront les actes',
    lead: 'Pour chaque commune et chaque type\u00a0: les actes des fichiers, ceux qui sont ici, dont ceux qui y étaient déjà, et ceux qui restent de côté (les messages disent pourquoi).',
    headers: ['Commune et type', 'Source', 'Dans les fichiers', 'Ici', 'Dont déjà là', 'Laissés de côté'],
    rows,
  }
}

const counted = (counts: Record<string, number>): Row[] =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_LINES)
    .map(([name, n]) => [name, formatNumber(n)])

function countTable(caption: string, lead: string, counts: Record<string, number>, header: string): ReportTable[] {
  const rows = counted(counts)
  return rows.length === 0 ? [] : [{ caption, lead, headers: [header, 'Actes'], rows }]
}

function placesMade({ dossier: { plan } }: Known): ReportTable[] {
  const places = plan.communes.filter(({ creer }) => creer)
  if (places.length === 0) return []
  const rows = places.map(
    ({ nom, departement, actes }): Row => [
      ...[[nom, departement].filter((part) => part !== '').join(', '), formatNumber(actes)],
    ],
  )
  return [{ caption: 'Lieux créés par cet import', headers: ['Lieu', 'Actes'], rows }]
}

/** Lines to be mended, in files of the format and encoding in which they came. */
async function refusedTable(db: Db, { id, refusees }: Import, plan: Plan): Promise<ReportTable[]> {
  const counts = refusees === 0 ? [] : await refusedByFile(db, id, plan)
  const rows = counts.flatMap((count, n): Row[] => {
    const path = `/imports/${id}/refus/${n + 1}`
    const links = [
      { href: path, label: 'Les lignes, dans leur format' },
      { href: `${path}/motifs/csv`, label: 'Les motifs (CSV)' },
    ]
    return count === 0 ? [] : [[plan.fichiers[n]?.nom ?? '', formatNumber(count), ...links]]
  })
  if (rows.length === 0) return []
  return [
    {
      caption: 'Lignes refusées, à corriger',
      lead: 'Téléchargez ces lignes, corrigez-les d’après leurs motifs dans un éditeur de texte ou dans le programme d’où elles viennent, puis envoyez le fichier corrigé\u00a0: les actes déjà enregistrés seront reconnus. Elles se gardent un mois.',
      headers: ['Fichier', 'Lignes refusées', 'À télécharger', 'Pourquoi'],
      rows,
    },
  ]
}

/** The tables of an import of acts: old site and here, places to be made, what goes to the notes, places that nobody knows. */
export async function reportOf(db: Db, imported: Import, known: Known): Promise<ReportTable[]> {
  const { plan, bilan } = known.dossier
  if (plan.sources.length === 0) return []
  const places = await unknownPlaces(db, imported.id, MOST_LINES)
  return [
    await sourceTable(db, imported, known),
    ...(await refusedTable(db, imported, plan)),
    ...placesMade(known),
    ...countTable(
      'Ce qui va dans les notes',
      'Ces colonnes n’ont pas de champ dans le type choisi\u00a0: leur texte va dans les notes, avec son titre.',
      bilan.notes,
      'Colonne',
    ),
    ...countTable(
      'Lieux non reconnus',
      'Aucun lieu du site, ou plusieurs, portent ces noms\u00a0: ils vont dans les notes.',
      Object.fromEntries(places.map(({ nom, lignes }) => [nom, lignes])),
      'Nom dans le fichier',
    ),
  ]
}
