import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import { sendFolder } from '../../features/echanges/import/actions/folder.ts'
import { actesImport } from '../../features/echanges/import/kind.ts'
import { confirmImport } from '../../features/imports/actions/steps.ts'
import type { Import, ReportTable } from '../../features/imports/kind.ts'
import { importById, messagesOf } from '../../features/imports/queries/imports.ts'
import { importHandlers } from '../../features/imports/task.ts'
import { settingsStore } from '../../features/parametres/store.ts'
import { runTasks, type TaskDeps } from '../../features/taches/loop.ts'
import { IMPORT_KINDS } from '../../import-kinds.ts'
import { AppError } from '../../lib/errors.ts'
import { plural, sortKey } from '../../lib/text.ts'
import type { CurrentUser } from '../../web/env.ts'
import { complain, DONE, MISUSED, REFUSED, say, textOf, type Values } from '../command.ts'
import { onCurrentSite } from './current-site.ts'
import { stderrLog } from './typed.ts'

const POLL_MS = 500
const WORKING = ['recu', 'analyse', 'en_cours']

/** Works itself, or waits for the site that serves and was faster. */
async function finished(deps: TaskDeps, id: number): Promise<Import> {
  for (;;) {
    await runTasks(deps, importHandlers(IMPORT_KINDS))
    const imported = await importById(deps.db, id)
    if (!imported) throw new AppError('introuvable', 'Cet import n’existe plus.')
    if (!WORKING.includes(imported.etat)) return imported
    await wait(POLL_MS)
  }
}

async function account(db: Db, name: string | undefined): Promise<CurrentUser> {
  let query = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('is_active', '=', true)
  query = name === undefined ? query.where('role', '=', 'admin') : query.where('name', '=', name)
  const found = await query.orderBy('id').executeTakeFirst()
  if (!found) throw new AppError('introuvable', 'Aucun compte actif de ce nom, ou aucun administrateur.')
  return found
}

async function sectionId(db: Db, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const key = sortKey(name)
  const found = await db.selectFrom('sections').select('id').where('nom_key', '=', key).executeTakeFirst()
  if (!found) throw new AppError('introuvable', `Aucune section ne s’appelle « ${name} ».`)
  return found.id
}

const cellText = (cell: ReportTable['rows'][number][number] | undefined): string =>
  typeof cell === 'object' ? cell.label : (cell ?? '')

function sayTables(tables: readonly ReportTable[]): void {
  for (const { caption, headers, rows } of tables) {
    say(`\n${caption}\n${headers.join(' | ')}`)
    for (const row of rows) say(row.map(cellText).join(' | '))
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** One line an event: files that were not taken, lines that stay aside or are to be looked at. */
async function writeReport(db: Db, path: string, id: number, problems: { nom: string; message: string }[]) {
  const messages = await messagesOf(db, id).execute()
  const lines = [
    'quoi;ligne;message',
    ...problems.map(({ nom, message }) => `fichier;;${quoted(`${nom} : ${message}`)}`),
    ...messages.map(({ phase, ligne, message }) => `${phase};${ligne ?? ''};${quoted(message)}`),
  ]
  await writeFile(path, `\ufeff${lines.join('\r\n')}\r\n`)
}

/** Confirms what the dry run found good; lines that may be there already stay aside. */
async function written(deps: TaskDeps, id: number): Promise<Import> {
  const planned = await finished(deps, id)
  if (planned.etat !== 'pret' || planned.a_creer === 0) return planned
  const doublons = planned.a_verifier > 0 ? 'laisser' : null
  await confirmImport(deps.db, planned, deps.clock(), { doublons, overtaken: actesImport.overtaken })
  return finished(deps, id)
}

async function tell({ db }: TaskDeps, imported: Import): Promise<void> {
  const { id, creees, inchangees, refusees, a_verifier } = imported
  say(
    `Import n° ${id} : ${plural(creees, 'acte créé', 'actes créés')}, ${plural(inchangees, 'déjà là', 'déjà là')}, ${plural(refusees, 'refusé', 'refusés')}, ${plural(a_verifier, 'laissé de côté', 'laissés de côté')} parce qu’il en est de mêmes date et noms.`,
  )
  sayTables((await actesImport.report?.(db, imported)) ?? [])
  if (imported.erreur !== null) complain(imported.erreur)
}

async function run(deps: TaskDeps, values: Values, status: 'en_cours' | 'validee'): Promise<number> {
  const { db, storage } = deps
  const user = await account(db, textOf(values.compte))
  const section_id = await sectionId(db, textOf(values.section))
  const dir = resolve(textOf(values.dossier) ?? '')
  const sent = await sendFolder(db, storage, { dir, user, section_id, status }, deps.clock())
  for (const { nom, message } of sent.problems) say(`Pas pris : ${nom} : ${message}`)
  for (const told of sent.told) say(told)
  if (sent.importId === null) {
    complain('Ce dossier ne contient aucun fichier d’actes.')
    return REFUSED
  }
  const imported = await written(deps, sent.importId)
  await tell(deps, imported)
  const path = textOf(values.rapport)
  if (path !== undefined) await writeReport(db, resolve(path), imported.id, sent.problems)
  return imported.etat === 'echec' ? REFUSED : DONE
}

export function importActs(values: Values): Promise<number> {
  const status = textOf(values.statut) ?? 'en_cours'
  if (status !== 'en_cours' && status !== 'validee') {
    complain('--statut est en_cours ou validee.')
    return Promise.resolve(MISUSED)
  }
  return onCurrentSite(async ({ db, config, secret }) => {
    const log = stderrLog()
    const settings = settingsStore(config.storage, log, secret)
    return run({ db, clock: () => new Date(), log, storage: config.storage, settings }, values, status)
  })
}
