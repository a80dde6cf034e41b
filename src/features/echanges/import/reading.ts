import { join } from 'node:path'
import type { Champ } from '../../../champs/kind.ts'
import type { SourceStatus } from '../../../db/schema.ts'
import { present } from '../../fichiers/rules/shelves.ts'
import type { OwnLine, PlannedLine } from '../../imports/kind.ts'
import { FileError, isEncoding } from '../../imports/rules/encoding.ts'
import { doubleKey } from '../../releves/import/queries/doubles.ts'
import type { ImportedRow } from '../../releves/import/rules/line.ts'
import { communeKey, type ForeignAct, foreignId } from '../rules/act.ts'
import { type NumberedLine, openActFile, readActs } from '../rules/act-file.ts'
import { CellReader } from '../rules/cells.ts'
import { emptyBilan, type Outcome, type Plan, type PlanFile } from '../rules/plan.ts'
import type { Dossier } from './queries/dossiers.ts'
import { Router, type Seat } from './rules/routing.ts'

/** A line of a dossier on its way: to which source of the plan, and the number that its act had elsewhere. */
export interface ActRow extends ImportedRow {
  cible: number
  ident: string | null
  origine: string
  /** The record of the source that has this number. */
  releve_id?: number
}

/** All that is looked up once for a session. */
export interface Known {
  dossier: Dossier
  champsOf(typeSourceId: number): Champ[]
  /** Status and place of the sources that were there before. */
  sources: Map<number, { status: SourceStatus; nom_long: string | null; seat: Seat | undefined }>
  /** « Saint-Malo · Baptêmes », by the index of the source in the plan. */
  titles: string[]
}

export const GONE = 'Les fichiers de cet import ne sont plus là. Envoyez-les de nouveau.'

/** Reads the files of a dossier into the cells of the sources that its plan has, and counts what became of them. */
export class DossierReader {
  bilan = emptyBilan()
  readonly #known: Known
  readonly #plan: Plan
  readonly #router: Router
  readonly #readers = new Map<number, CellReader>()

  constructor(known: Known) {
    this.#known = known
    this.#plan = known.dossier.plan
    const { cible } = this.#plan
    const seat = cible ? known.sources.get(cible.source_id)?.seat : undefined
    this.#router = new Router(this.#plan, cible ? { champs: known.champsOf(cible.type_source_id), seat } : undefined)
  }

  forget(): void {
    this.bilan = emptyBilan()
  }

  count(cible: number, planned: readonly PlannedLine[]): void {
    const outcome = this.outcome(cible)
    for (const { action } of planned) {
      if (action === 'creer') outcome.creer += 1
      else if (action === 'inchangee') outcome.presentes += 1
      else if (action === 'verifier') outcome.verifier += 1
      else outcome.refusees += 1
    }
  }

  async *lines(
    folder: string,
    size: () => number,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<OwnLine<ActRow>[], void> {
    let before = 0
    for (const file of this.#plan.fichiers) {
      for await (const lines of this.#readFile(join(folder, file.fichier), file.encodage, size, (bytes) =>
        onBytes(before + bytes),
      ))
        yield lines.flatMap((line) => this.#ownLine(file, line) ?? [])
      before += file.taille
    }
  }

  async *#readFile(path: string, encodage: string, size: () => number, onBytes: (bytes: number) => void) {
    await present(path)
    const file = await openActFile(path, isEncoding(encodage) ? encodage : 'auto').catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
    if (!file) throw new FileError(GONE)
    yield* readActs(file, size, onBytes)
  }

  /** Several files are lines of one import: each line says where it stands in its own. */
  #ownLine({ nom, debut }: PlanFile, line: NumberedLine): OwnLine<ActRow> | undefined {
    if ('aside' in line) return undefined
    const ligne = debut + line.ligne
    const where = this.#plan.fichiers.length > 1 ? `${nom}, ligne ${line.ligne}\u00a0: ` : ''
    const refused = (message: string): OwnLine<ActRow> => ({
      ...{ ligne, parsed: { ok: false, message: `${where}${message}`, cle: null } },
    })
    if ('refused' in line) return refused(line.refused)
    const routed = this.#router.route(line.act)
    if ('refused' in routed) return refused(routed.refused)
    const read = this.#reader(routed.cible).read(line.act, this.#plan.sources[routed.cible]?.cote ?? '')
    if (!read.ok) {
      this.outcome(routed.cible).refusees += 1
      return refused(read.message)
    }
    for (const label of read.noted) this.bilan.notes[label] = (this.bilan.notes[label] ?? 0) + 1
    const row = this.#row(line.act, routed.cible, read)
    const cle = doubleKey(row)
    const parsed = { ok: true as const, row, cle: cle && `${routed.cible}:${cle}`, renvoi: null }
    return { ligne, parsed, warning: read.warnings.length > 0 ? `${where}${read.warnings.join(' ')}` : undefined }
  }

  #row(act: ForeignAct, cible: number, { cells, etats }: ImportedRow): ActRow {
    return { cells, etats, cible, ident: foreignId(act), origine: `${communeKey(act)}|${act.lettre}` }
  }

  outcome(cible: number): Outcome {
    const known = this.bilan.cibles[cible] ?? { creer: 0, presentes: 0, verifier: 0, refusees: 0 }
    this.bilan.cibles[cible] = known
    return known
  }

  #reader(cible: number): CellReader {
    const type = this.#plan.sources[cible]?.type_source_id ?? 0
    const known = this.#readers.get(type) ?? new CellReader(this.#known.champsOf(type))
    this.#readers.set(type, known)
    return known
  }
}
