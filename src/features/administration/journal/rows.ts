import type { Db } from '../../../db/schema.ts'
import type { Cell, Rows } from '../../../lib/rows.ts'
import { actionLabel, detailInWords, RESULTATS } from '../../journal/rules/kinds.ts'
import type { JournalFilter } from './queries.ts'
import { type JournalLine, streamJournal } from './queries.ts'

interface Column {
  header: string
  value(line: JournalLine): Cell
}

const COLUMNS: Column[] = [
  { header: 'instant', value: (line) => line.at },
  { header: 'qui', value: (line) => line.auteur },
  { header: 'adresse', value: (line) => line.adresse },
  { header: 'action', value: (line) => actionLabel(line.action) },
  { header: 'resultat', value: (line) => RESULTATS[line.resultat].label },
  { header: 'objet', value: (line) => line.objet },
  { header: 'objet_id', value: (line) => line.objet_id },
  { header: 'objet_nom', value: (line) => line.compte },
  { header: 'precisions', value: (line) => detailInWords(line.detail) },
  { header: 'requete', value: (line) => line.requete },
]

async function* batches(db: Db, filter: JournalFilter) {
  for await (const lines of streamJournal(db, filter))
    yield lines.map((line) => COLUMNS.map(({ value }) => value(line)))
}

/** The lines that pass the filter, newest first; instants in UTC. */
export const journalRows = (db: Db, filter: JournalFilter): Rows => ({
  headers: COLUMNS.map(({ header }) => header),
  batches: batches(db, filter),
})
