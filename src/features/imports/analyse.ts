import { unguard } from '../../lib/csv.ts'
import type { TaskDeps, TaskRun } from '../taches/loop.ts'
import { breathe } from './breath.ts'
import { type CsvFile, type CsvRecord, openCsv, readCsv } from './csv-file.ts'
import { isEncodage } from './encoding.ts'
import { importFile, removeFile } from './files.ts'
import { readHeader } from './header.ts'
import type { Import, ImportSession } from './kind.ts'
import { addMessages, type NewMessage, type StagedLine, stage } from './lines.ts'
import { Planner } from './plan.ts'

const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const CONTROL_MESSAGE = 'Cette ligne contient un caractère interdit (caractère de contrôle).'

/** Cells by column, as their writer meant them. */
function cellReader(cells: string[], positions: Map<string, number>) {
  return (nom: string): string => {
    const at = positions.get(nom)
    return at === undefined
      ? ''
      : unguard(cells[at] ?? '')
          .normalize('NFC')
          .trim()
  }
}

function staged<Row>(record: CsvRecord, session: ImportSession<Row>, positions: Map<string, number>) {
  const { ligne } = record
  const refuse = (message: string, cle: string | null = null) => {
    const line: StagedLine = { ligne, action: 'refusee', cle, renvoi: null, contenu: null }
    return { line, message: { ligne, message } }
  }
  if ('problem' in record) return refuse(record.problem)
  if (record.cells.some((cell) => CONTROL.test(cell))) return refuse(CONTROL_MESSAGE)
  const parsed = session.parseLine(cellReader(record.cells, positions))
  if (!parsed.ok) return refuse(parsed.message, parsed.cle)
  const { row, cle, renvoi } = parsed
  const line: StagedLine = { ligne, action: 'attente', cle, renvoi, contenu: JSON.stringify(row) }
  return { line, message: undefined }
}

/** Removes what an earlier, interrupted dry run left, a batch at a time. */
async function forget({ db }: TaskDeps, importId: number, run: TaskRun): Promise<void> {
  await db.deleteFrom('import_messages').where('import_id', '=', importId).execute()
  for (;;) {
    const last = await db
      .selectFrom('import_lignes')
      .select('ligne')
      .where('import_id', '=', importId)
      .orderBy('ligne')
      .limit(1)
      .offset(5000)
      .executeTakeFirst()
    let gone = db.deleteFrom('import_lignes').where('import_id', '=', importId)
    if (last) gone = gone.where('ligne', '<', last.ligne)
    await gone.execute()
    if (!last) return
    await run.alive()
  }
}

/** Reads the file line by line into the database: good lines to be planned, others with their message. */
async function readLines<Row>(
  deps: TaskDeps,
  run: TaskRun,
  imported: Import,
  session: ImportSession<Row>,
  file: CsvFile,
) {
  const { positions, ignored } = readHeader(file.headers, session.columns)
  let read = 0
  for await (const records of readCsv(file, (bytes) => {
    read = bytes
  })) {
    const lines = records.map((record) => staged(record, session, positions))
    const messages = lines.flatMap(({ message }): NewMessage[] => (message ? [message] : []))
    await deps.db.transaction().execute(async (trx) => {
      await stage(
        trx,
        imported.id,
        lines.map(({ line }) => line),
      )
      await addMessages(trx, imported.id, 'analyse', messages)
      await trx.updateTable('imports').set({ avancement: read }).where('id', '=', imported.id).execute()
    })
    await run.alive(Math.floor((50 * read) / imported.taille))
    await breathe()
  }
  return ignored.join(', ').slice(0, 1000)
}

async function countLines({ db }: TaskDeps, importId: number) {
  const rows = await db
    .selectFrom('import_lignes')
    .select(['action', (eb) => eb.fn.countAll<number>().as('n')])
    .where('import_id', '=', importId)
    .groupBy('action')
    .execute()
  const count = (action: string) => rows.find((row) => row.action === action)?.n ?? 0
  return {
    nb_lignes: rows.reduce((sum, row) => sum + row.n, 0),
    a_creer: count('creer'),
    a_modifier: count('modifier'),
    inchangees: count('inchangee'),
    refusees: count('refusee'),
  }
}

/**
 * The dry run: every line read, planned and counted; nothing of the site is changed. An interrupted one begins again.
 * FileError where the file cannot be imported at all.
 */
export async function analyse<Row>(
  deps: TaskDeps,
  run: TaskRun,
  imported: Import,
  session: ImportSession<Row>,
): Promise<void> {
  const { db } = deps
  const { id, taille } = imported
  const change = (values: object) => db.updateTable('imports').set(values).where('id', '=', id).execute()
  await change({ etat: 'analyse', avancement: 0, total: 2 * taille })
  await forget(deps, id, run)
  const path = await importFile(deps.storage, imported.fichier)
  const file = await openCsv(path, isEncodage(imported.encodage) ? imported.encodage : 'auto')
  const colonnes_ignorees = await readLines(deps, run, imported, session, file)
  const { nb_lignes } = await countLines(deps, id)
  const share = (planned: number) => Math.min(1, planned / Math.max(1, nb_lignes))
  const planner = new Planner(db, id, session, {
    async committing(trx, planned) {
      const avancement = Math.floor(taille * (1 + share(planned)))
      await trx.updateTable('imports').set({ avancement }).where('id', '=', id).execute()
    },
    async committed(planned) {
      await run.alive(Math.floor(50 + 50 * share(planned)))
      await breathe()
    },
  })
  await planner.run()
  const counts = await countLines(deps, id)
  await change({ etat: 'pret', fichier: null, colonnes_ignorees, total: 0, avancement: 0, ...counts })
  await removeFile(deps.storage, imported.fichier)
}
