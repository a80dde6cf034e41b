import type { ActLetter } from './columns.ts'

/** A file of a dossier, as it was received; its lines have the numbers behind `debut` in the import. */
export interface PlanFile {
  fichier: string
  nom: string
  taille: number
  empreinte: string
  encodage: string
  format: string
  lignes: number
  debut: number
}

export interface Commune {
  cle: string
  nom: string
  code_insee: string
  departement: string
  code_departement: string
  actes: number
  /** The place chosen for it; null with `creer` for one that the import makes, without it for none. */
  lieu_id: number | null
  creer: boolean
  /** Below this place it is made; null for a place of its own. */
  parent_id: number | null
}

/** A kind of act of the files, and the source type chosen for it; null leaves it aside. */
export interface ActClass {
  cle: string
  lettre: ActLetter
  libelle: string
  actes: number
  debut: number | null
  fin: number | null
  type_source_id: number | null
}

/** The acts of one kind of one commune: the smallest heap that goes somewhere as a whole. */
export interface Part {
  commune: string
  classe: string
  actes: number
  debut: number | null
  fin: number | null
  /** The reference that all of them have; null where they differ. */
  cote: string | null
}

/** A source that acts go to: found, or made by the import. */
export interface PlanSource {
  commune: string
  type_source_id: number
  source_id: number | null
  creee: boolean
  actes: number
  cote: string | null
  debut: number | null
  fin: number | null
}

/** All that is known and decided of a dossier of files. */
export interface Plan {
  fichiers: PlanFile[]
  communes: Commune[]
  classes: ActClass[]
  parts: Part[]
  /** Lines that are no acts: variants of names, announcements of another file. */
  autres: number
  /** Lines that cannot be read. */
  illisibles: number
  /** Files that were sent with these and not taken, each with its reason. */
  problemes: string[]
  section_id: number | null
  status: 'en_cours' | 'validee'
  /** New sources are made beside those that are there. */
  nouvelles?: boolean
  /** All acts go into this one source; `strict`: only those of its type and commune do. */
  cible: { source_id: number; type_source_id: number; strict: boolean } | null
  sources: PlanSource[]
}

export const emptyPlan = (): Plan => ({
  fichiers: [],
  communes: [],
  classes: [],
  parts: [],
  autres: 0,
  illisibles: 0,
  problemes: [],
  section_id: null,
  status: 'en_cours',
  cible: null,
  sources: [],
})

/** The dry run says so of the acts of one source of the plan. */
export interface Outcome {
  creer: number
  presentes: number
  /** Another act has their date and names, and other values: asked before the confirmation. */
  verifier: number
  refusees: number
  /** The import itself says so: records that took the values of an act of their number. */
  remplaces?: number
}

/** The counts of a dry run that its page tells: acts by source, labels that went to the notes. */
export interface Bilan {
  cibles: Record<number, Outcome>
  notes: Record<string, number>
}

export const emptyBilan = (): Bilan => ({ cibles: {}, notes: {} })

const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const most = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

interface Heap {
  actes: number
  debut: number | null
  fin: number | null
}

/** Counts other acts into a heap. */
export function addTo(heap: Heap, { actes, debut, fin }: Heap): void {
  heap.actes += actes
  heap.debut = least(heap.debut, debut)
  heap.fin = most(heap.fin, fin)
}

/** One source a commune and source type that was chosen, with the acts of all its parts. */
export function sourcesOf({ parts, classes }: Pick<Plan, 'parts' | 'classes'>): PlanSource[] {
  const types = new Map(classes.map(({ cle, type_source_id }) => [cle, type_source_id]))
  const sources = new Map<string, PlanSource>()
  for (const part of parts) {
    const type_source_id = types.get(part.classe) ?? null
    if (type_source_id === null) continue
    const key = `${part.commune}|${type_source_id}`
    const known = sources.get(key)
    if (known) {
      addTo(known, part)
      if (known.cote !== part.cote) known.cote = null
      continue
    }
    const { commune, actes, debut, fin, cote } = part
    sources.set(key, { commune, type_source_id, source_id: null, creee: false, actes, debut, fin, cote })
  }
  return [...sources.values()]
}
