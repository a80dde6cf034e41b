import { dialectOf } from '../../../db/dialect/index.ts'
import type { Trx } from '../../../db/schema.ts'
import type { LigneAction } from '../../../db/schema-work.ts'
import { breathe } from '../../../lib/breath.ts'
import type { TaskDeps, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import type { Import, ImportSession } from '../kind.ts'
import { addMessages, planMessages, plannedLines, stage } from '../queries/lines.ts'
import { removeFile } from '../rules/files.ts'
import { Planner } from './plan.ts'
import { type LineSource, lineSource, type ReadLine } from './read-lines.ts'

/** Lines read or counted at a time, at most. */
const READ_AT_ONCE = 1000
const COUNTED_AT_ONCE = 10_000
const FORGOTTEN_AT_ONCE = 1000

/** Keeps a batch of lines with what becomes of each, as far as it can be told before the lines behind are read. */
async function keepLines<Row>(
  trx: Trx,
  importId: number,
  session: ImportSession<Row>,
  read: ReadLine<Row>[],
): Promise<number> {
  const lines = read.flatMap((one) => ('line' in one ? [one.line] : []))
  const planned = lines.length === 0 ? [] : await session.plan(trx, lines, new Map())
  const refused = read.flatMap((one) => ('line' in one ? [] : [one]))
  await stage(
    trx,
    importId,
    [...refused.map((one) => one.refused), ...plannedLines(lines, planned)].sort((a, b) => a.ligne - b.ligne),
  )
  const warnings = read.flatMap((one) =>
    'line' in one && one.warning !== undefined ? [{ ligne: one.line.ligne, message: one.warning }] : [],
  )
  const messages = [
    ...warnings,
    ...refused.map(({ refused: { ligne }, message }) => ({ ligne, message })),
    ...planMessages(planned),
  ]
  await addMessages(trx, importId, 'analyse', messages)
  return planned.filter(({ action }) => action === 'attente').length
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
      .offset(FORGOTTEN_AT_ONCE)
      .executeTakeFirst()
    let gone = db.deleteFrom('import_lignes').where('import_id', '=', importId)
    if (last) gone = gone.where('ligne', '<', last.ligne)
    await gone.execute()
    if (!last) return
    await run.alive()
  }
}

/** Reads the file into the database, each line with its plan or waiting for the line that it names. */
async function readLines<Row>(
  { db }: TaskDeps,
  run: TaskRun,
  imported: Import,
  session: ImportSession<Row>,
  source: LineSource<Row>,
) {
  const pace = new Pace({ most: READ_AT_ONCE, turnMs: () => dialectOf(db).locks.turnMs(db) })
  const count = { lines: 0, waiting: 0 }
  let bytes = 0
  const onBytes = (read: number) => {
    bytes = read
  }
  for await (const read of source.read(() => pace.size, onBytes)) {
    await pace.time(async (begun) => {
      await db.transaction().execute(async (trx) => {
        begun()
        count.waiting += await keepLines(trx, imported.id, session, read)
        const nb_lignes = count.lines + read.length
        await trx.updateTable('imports').set({ avancement: bytes, nb_lignes }).where('id', '=', imported.id).execute()
      })
      return read.length
    })
    count.lines += read.length
    await run.alive(Math.floor((50 * bytes) / imported.taille))
    await breathe()
  }
  return {
    ...count,
    remarques: source.remarks().join('\n'),
    colonnes_ignorees: source.ignored.join(', ').slice(0, 1000),
  }
}

/** Counts the plan a part of the lines at a time: one pass over a long file would keep everybody waiting. */
async function countLines({ db }: TaskDeps, importId: number, run: TaskRun) {
  const counts = new Map<string, number>()
  const last = await db
    .selectFrom('import_lignes')
    .select((eb) => eb.fn.max<number | null>('ligne').as('ligne'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last.ligne ?? 0); after += COUNTED_AT_ONCE) {
    const rows = await db
      .selectFrom('import_lignes')
      .select(['action', (eb) => eb.fn.countAll<number>().as('n')])
      .where('import_id', '=', importId)
      .where('ligne', '>', after)
      .where('ligne', '<=', after + COUNTED_AT_ONCE)
      .groupBy('action')
      .execute()
    for (const { action, n } of rows) counts.set(action, (counts.get(action) ?? 0) + n)
    await run.alive()
    await breathe()
  }
  const count = (action: LigneAction) => counts.get(action) ?? 0
  return {
    nb_lignes: [...counts.values()].reduce((sum, n) => sum + n, 0),
    a_creer: count('creer'),
    a_modifier: count('modifier'),
    inchangees: count('inchangee'),
    refusees: count('refusee'),
    a_verifier: count('verifier'),
    doublons: null,
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
  await change({
    etat: 'analyse',
    avancement: 0,
    total: 2 * taille,
    nb_lignes: 0,
    travail_at: deps.clock().toISOString(),
    travail_de: 0,
  })
  await forget(deps, id, run)
  const source = await lineSource(deps, imported, session)
  await session.begin?.(db, async () => {
    await run.alive(0)
    await breathe()
  })
  const { lines, waiting, ...told } = await readLines(deps, run, imported, session, source)
  const share = (planned: number) => Math.min(1, planned / Math.max(1, lines))
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
  await planner.run(lines - waiting, waiting)
  await session.planned?.(db)
  const counts = await countLines(deps, id, run)
  // Whoever may choose its columns anew, or say which places its names are, needs the file until the confirmation.
  const fichier = session.mapping || session.lines ? imported.fichier : null
  const planned = { etat: 'pret', fichier, total: 0, avancement: 0, ...told, ...counts }
  await dialectOf(db).toDisk(db, () => change(planned))
  if (fichier === null) await removeFile(deps.storage, imported.fichier)
}
