import type { Champ } from '../../../champs/kind.ts'
import type { Db, SourceStatus, Trx } from '../../../db/schema.ts'
import { KnownWords } from '../../../search/known-words.ts'
import { WORKFLOW } from '../../droits/status.ts'
import type {
  AppliedLine,
  Import,
  ImportLine,
  ImportSession,
  OwnLine,
  ParsedLine,
  PlannedLine,
} from '../../imports/kind.ts'
import { keepUnknownPlaces } from '../../imports/queries/place-names.ts'
import { FileError } from '../../imports/rules/encoding.ts'
import { RelevesSession } from '../../releves/import/session.ts'
import { actsFolder } from '../rules/files.ts'
import type { Plan } from '../rules/plan.ts'
import { keepOrigins } from './actions/origins.ts'
import { makeTargets } from './actions/targets.ts'
import { dossierById, userOf } from './queries/dossiers.ts'
import { Numbers } from './queries/numbers.ts'
import { PlaceTexts } from './queries/place-texts.ts'
import { type ActRow, DossierReader, GONE, type Known } from './reading.ts'

type ActLine = ImportLine<ActRow>

const NOBODY = 'Le compte qui a demandé cet import n’existe plus, ou il n’est plus actif.'
const CLOSED = 'La source n’est plus ouverte à la saisie\u00a0: rouvrez-la pour y ajouter cet acte.'

/** An import of files of acts under way: it reads them, and writes into each source through a session of records. */
export class ActesSession implements ImportSession<ActRow> {
  readonly columns = []
  readonly preview = {
    headers: ['Source', 'Date', 'Nom', 'Prénoms', 'Notes'],
    cells: ({ row: { cible, cells } }: ActLine): string[] => [
      this.#known.titles[cible] ?? '',
      ...['date_evenement', 'nom', 'prenom', 'notes'].map((nom) => cells[nom] ?? ''),
    ],
  }
  readonly #known: Known
  readonly #plan: Plan
  readonly #imported: Pick<Import, 'id' | 'user_id'>
  readonly #now: () => Date
  readonly #reading: DossierReader
  readonly #words = new KnownWords()
  readonly #places: PlaceTexts
  readonly #numbers = new Numbers()
  readonly #sessions = new Map<number, RelevesSession>()
  /** The lines of batches that were made ahead by source, in the order in which sources are held. */
  readonly #groups = new WeakMap<ActLine[], Group[]>()

  constructor(known: Known, imported: Pick<Import, 'id' | 'user_id'>, now: () => Date) {
    this.#known = known
    this.#plan = known.dossier.plan
    this.#imported = imported
    this.#now = now
    this.#reading = new DossierReader(known)
    this.#places = new PlaceTexts(imported.id)
  }

  parseLine(): ParsedLine<ActRow> {
    return { ok: false, message: GONE, cle: null }
  }

  lines(
    storage: string,
    size: () => number,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<OwnLine<ActRow>[], void> {
    return this.#reading.lines(actsFolder(storage), size, onBytes)
  }

  #champs(cible: number): Champ[] {
    return this.#known.champsOf(this.#plan.sources[cible]?.type_source_id ?? 0)
  }

  #session(db: Db, cible: number): RelevesSession {
    const known = this.#sessions.get(cible)
    if (known) return known
    const { source_id, type_source_id, creee } = this.#plan.sources[cible] ?? { source_id: 0, type_source_id: 0 }
    const { section_id } = this.#plan
    const target = { source_id: source_id ?? 0, type_source_id, section_id, champs: this.#champs(cible) }
    const session = new RelevesSession(db, target, this.#imported, this.#now, {
      ...{ words: this.#words, isOwn: creee === true },
      written: (trx, lines, ids) => keepOrigins(trx, lines as ActLine[], ids),
    })
    this.#sessions.set(cible, session)
    return session
  }

  async begin(db: Db, rest: () => Promise<void>): Promise<void> {
    this.#reading.forget()
    await this.#places.begin(db)
    this.#numbers.forget()
    for (const [cible, { source_id }] of this.#plan.sources.entries())
      if (source_id !== null) await this.#session(db, cible).begin(db, rest)
  }

  async plan(db: Db, lines: ActLine[]): Promise<PlannedLine[]> {
    const planned: PlannedLine[] = []
    for (const { cible, all: group } of this.#bySource(lines))
      planned.push(...(await this.#planGroup(db, cible, group)))
    await db
      .updateTable('dossiers_actes')
      .set({ bilan: JSON.stringify(this.#reading.bilan) })
      .where('id', '=', this.#known.dossier.id)
      .execute()
    return planned
  }

  async #planGroup(db: Db, cible: number, lines: ActLine[]): Promise<PlannedLine[]> {
    const source = this.#known.sources.get(this.#plan.sources[cible]?.source_id ?? 0)
    const champs = this.#champs(cible)
    const rows = lines.map(({ row }) => row)
    await this.#places.settle(db, champs, rows, source?.nom_long ?? this.#nearOf(cible))
    const byValues = await this.#session(db, cible).plan(db, lines)
    const sourceId = this.#plan.sources[cible]?.source_id ?? 0
    const planned = sourceId === 0 ? byValues : await this.#numbers.plan(db, sourceId, lines, byValues)
    const settled = isClosedTo(source) ? planned.map(closed) : planned
    this.#reading.count(cible, settled)
    return settled
  }

  #nearOf(cible: number): string {
    const commune = this.#plan.communes.find(({ cle }) => cle === this.#plan.sources[cible]?.commune)
    return commune ? `${commune.nom}, ${commune.departement}` : ''
  }

  #bySource(lines: ActLine[]): Group[] {
    const groups = new Map<number, ActLine[]>()
    for (const line of lines) {
      const group = groups.get(line.row.cible)
      if (group) group.push(line)
      else groups.set(line.row.cible, [line])
    }
    const held = ({ cible }: Group) => this.#plan.sources[cible]?.source_id ?? 0
    // Two imports into the same sources hold them in one order.
    return [...groups].map(groupOf).sort((a, b) => held(a) - held(b))
  }

  planned(db: Db): Promise<void> {
    return keepUnknownPlaces(db, this.#imported.id, this.#places.unknown)
  }

  async prepare(db: Db, lines: ActLine[]): Promise<void> {
    if (this.#plan.sources.some(({ source_id }) => source_id === null)) await this.#make(db)
    const bySource = this.#bySource(lines)
    this.#groups.set(lines, bySource)
    for (const { cible, created } of bySource) await this.#session(db, cible).prepare(db, created)
  }

  async #make(db: Db): Promise<void> {
    const user = await userOf(db, this.#imported.user_id)
    if (!user) throw new FileError(NOBODY)
    const { id } = this.#known.dossier
    const now = this.#now().toISOString()
    await makeTargets(db, this.#plan, { dossier_id: id, import_id: this.#imported.id, user, now })
    this.#sessions.clear()
  }

  async apply(trx: Trx, lines: ActLine[]): Promise<AppliedLine[]> {
    const groups = this.#groups.get(lines) ?? this.#bySource(lines)
    const outcomes: AppliedLine[] = []
    for (const { cible, created, replacing, aside } of groups) {
      const session = this.#session(trx, cible)
      if (created.length > 0) outcomes.push(...(await session.apply(trx, created)))
      if (replacing.length > 0) {
        const replaced = await session.replace(trx, replacing, (line) => (line as ActLine).row.releve_id ?? 0)
        outcomes.push(...replaced)
        await this.#countReplaced(trx, cible, replaced)
      }
      outcomes.push(...aside.map(({ ligne }): AppliedLine => ({ ligne, action: 'inchangee' })))
    }
    return outcomes
  }

  async #countReplaced(trx: Trx, cible: number, replaced: readonly AppliedLine[]): Promise<void> {
    const { id } = this.#known.dossier
    const dossier = await dossierById(trx, id)
    const outcome = dossier?.bilan.cibles[cible]
    if (!dossier || !outcome) return
    outcome.remplaces = (outcome.remplaces ?? 0) + replaced.filter(({ action }) => action === 'modifier').length
    await trx
      .updateTable('dossiers_actes')
      .set({ bilan: JSON.stringify(dossier.bilan) })
      .where('id', '=', id)
      .execute()
  }

  async ended(db: Db, lines: number): Promise<void> {
    const [session] = this.#sessions.values()
    await session?.ended(db, lines)
  }
}

/** The lines of one source: to be created, to rewrite a record by its number, and those that no record has the number of then. */
interface Group {
  cible: number
  all: ActLine[]
  created: ActLine[]
  replacing: ActLine[]
  aside: ActLine[]
}

function groupOf([cible, all]: [number, ActLine[]]): Group {
  const replacing = all.filter(({ remplace, row }) => remplace && row.releve_id !== undefined)
  const aside = all.filter(({ remplace, row }) => remplace && row.releve_id === undefined)
  return { cible, all, created: all.filter(({ remplace }) => !remplace), replacing, aside }
}

const closed = (line: PlannedLine): PlannedLine =>
  line.action === 'creer' || line.action === 'verifier'
    ? { ligne: line.ligne, action: 'refusee', message: CLOSED }
    : line

const isClosedTo = (source: { status: SourceStatus } | undefined): boolean =>
  source !== undefined && !WORKFLOW[source.status].isOpen
