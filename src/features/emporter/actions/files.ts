import type { Db } from '../../../db/schema.ts'
import { csvWriter } from '../../../lib/csv.ts'
import type { Rows } from '../../../lib/rows.ts'
import { sourceRows } from '../../export/queries.ts'
import { lieuRows } from '../../lieux/rows.ts'
import { spellingRows } from '../../orthographes/rows.ts'
import { SOURCE_HEADERS, sourceCells } from '../../sources/rows.ts'
import { userRows } from '../../users/rows.ts'
import { depotRows, historyRows, sectionRows, sourceOrder } from '../queries/tables.ts'
import { storedPlaceTypes, storedTypes } from '../queries/types.ts'
import { readme, recordsFile, type Told } from '../rules/readme.ts'

/** One file of what leaves; its pieces are made as fast as they are written. */
export interface LeavingFile {
  name: string
  pieces: AsyncGenerator<string, void>
}

/** The site is called so, and its contents leave then. */
export interface Leaving {
  site: string
  at: string
  /** Hears after each piece how many of the files are written, from 0 to 1. */
  onPart?: (part: number) => Promise<void> | void
}

const EVERYBODY = { q: '', role: null, status: null, tri: 'name', ordre: 'asc' } as const

interface Planned {
  name: string
  aide: string
  rows(): Promise<Rows> | Rows
}

const BATCH = 500

type Sources = Awaited<ReturnType<typeof sourceOrder>>

async function* sourceLines(db: Db, sources: Sources, files: ReadonlyMap<number, string>) {
  for (let at = 0; at < sources.length; at += BATCH) {
    const ids = sources.slice(at, at + BATCH).map(({ id }) => id)
    const cells = await sourceCells(db, ids)
    yield ids.flatMap((id) => {
      const row = cells.get(id)
      return row ? [[files.get(id) ?? null, ...row]] : []
    })
  }
}

async function planned(db: Db): Promise<Planned[]> {
  const sources = await sourceOrder(db)
  const files = new Map(sources.map(({ id, titre }, at) => [id, recordsFile(at + 1, titre)]))
  const sourcesRows = () => ({ headers: ['fichier', ...SOURCE_HEADERS], batches: sourceLines(db, sources, files) })
  return [
    { name: 'sections.csv', aide: 'les sections de l’association', rows: () => sectionRows(db) },
    { name: 'depots.csv', aide: 'les dépôts d’archives', rows: () => depotRows(db) },
    { name: 'lieux.csv', aide: 'les lieux, chacun après celui qui le contient', rows: () => lieuRows(db) },
    { name: 'orthographes.csv', aide: 'les orthographes rapprochées', rows: () => spellingRows(db) },
    { name: 'utilisateurs.csv', aide: 'les comptes, leur rôle et leurs sections', rows: () => userRows(db, EVERYBODY) },
    { name: 'sources.csv', aide: 'les sources, et le fichier des relevés de chacune', rows: sourcesRows },
    ...sources.map((source) => ({
      name: files.get(source.id) ?? '',
      aide: 'relevés',
      rows: () => sourceRows(db, source),
    })),
    { name: 'historique.csv', aide: 'chaque version de chaque relevé', rows: () => historyRows(db, files) },
  ]
}

async function* only(text: string): AsyncGenerator<string, void> {
  yield text
}

/** Everything that the site holds, a file after the other; the last one says what the others are. */
export async function* leavingFiles(db: Db, { site, at, onPart }: Leaving): AsyncGenerator<LeavingFile, void> {
  const told: Told[] = []
  const types = { types_lieux: await storedPlaceTypes(db), types_sources: await storedTypes(db) }
  told.push({ name: 'types.json', lines: -1, aide: 'les types de lieux et de sources, avec leurs champs' })
  yield { name: 'types.json', pieces: only(`${JSON.stringify(types, null, 2)}\n`) }
  const plan = await planned(db)
  async function* written({ name, aide, rows }: Planned, part: number): AsyncGenerator<string, void> {
    const { headers, batches } = await rows()
    let lines = 0
    async function* counted() {
      for await (const batch of batches) {
        lines += batch.length
        await onPart?.(part)
        yield batch
      }
    }
    yield* csvWriter(headers, counted())
    await onPart?.(part)
    told.push({ name, lines, aide })
  }
  for (const [n, one] of plan.entries()) yield { name: one.name, pieces: written(one, n / plan.length) }
  yield { name: 'LISEZMOI.txt', pieces: only(readme(site, at, told)) }
}
