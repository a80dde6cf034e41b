import type { Updateable } from 'kysely'
import { once } from '../../../db/once.ts'
import type { Db, Schema, Trx } from '../../../db/schema.ts'
import type { Doublons, ImportEtat } from '../../../db/schema-work.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { type Actor, actorWithout, record } from '../../journal/actions.ts'
import type { JournalAction } from '../../journal/rules/kinds.ts'
import { enqueue } from '../../taches/actions.ts'
import type { Import } from '../kind.ts'
import { removeFile } from '../rules/files.ts'
import { plannedLines } from '../rules/planned.ts'
import { TASKS } from '../rules/states.ts'
import { type Overtaken, refuseOvertaken, refuseStep } from './overtaken.ts'

/** Days in which an import can be undone, and in which a dry run waits for its confirmation. */
export const UNDO_DAYS = 30

export interface NewImport {
  kind: string
  cible_id: number | null
  user_id: number
  nom_fichier: string
  fichier: string
  taille: number
  empreinte: string
  encodage: string
  feuille?: string | null
  feuilles?: string[]
  ligne_entete?: number | null
  /** Somebody has to say first where its columns go. */
  asksColumns?: boolean
}

/** Keeps an import and sends it to its dry run or to the choice of its columns, in the transaction at hand. */
export async function insertImport(
  trx: Trx,
  { feuilles = [], asksColumns = false, ...input }: NewImport,
  now: Date,
): Promise<number> {
  const etat = asksColumns ? 'colonnes' : 'recu'
  const created_at = now.toISOString()
  const { id } = await trx
    .insertInto('imports')
    .values({ ...input, feuilles: JSON.stringify(feuilles), etat, erreur: null, created_at, fini_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!asksColumns) await enqueue(trx, { kind: TASKS.analyse, payload: { import_id: id } }, now)
  return id
}

/** Does so once for each form that was shown. */
export const createImport = (db: Db, input: NewImport, jeton: string, now: Date): Promise<number> =>
  db
    .transaction()
    .execute((trx) =>
      once(trx, { jeton, userId: input.user_id, now: now.toISOString() }, () => insertImport(trx, input, now)),
    )

interface Move {
  values: Updateable<Schema['imports']> & { etat: ImportEtat; total?: number }
  task: string
  /** The line of the journal, for what somebody decided. */
  told?: { by: Actor; action: JournalAction }
  overtaken?: Overtaken | undefined
}

/** Changes the state if it still is what the page showed, and sends the work to a task. False: somebody was faster. */
function move(db: Db, imported: Import, { values, task, told, overtaken }: Move, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { id, etat, kind, travail_at } = imported
    if (task === TASKS.application) await refuseOvertaken(trx, imported, overtaken)
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set(values)
      .where('id', '=', id)
      .where('etat', '=', etat)
      // A dry run that was made once more meanwhile is another plan.
      .where('travail_at', travail_at === null ? 'is' : '=', travail_at)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await enqueue(trx, { kind: task, payload: { import_id: id } }, now)
    if (told) {
      const { by, action } = told
      const detail = { de: kind, lignes: values.total ?? 0 }
      await record(trx, by, { action, objet: 'import', objet_id: id, detail }, now.toISOString())
    }
    return true
  })
}

interface Confirmation {
  by?: Actor
  doublons?: Doublons | null
  overtaken?: Overtaken | undefined
}

/**
 * Sends the planned lines to be written; the file is needed no longer then. A second click changes nothing, which `false` tells.
 * AppError `conflit` where there is nothing to do.
 */
export async function confirmImport(
  db: Db,
  imported: Import,
  now: Date,
  { by = actorWithout(imported.user_id), doublons = null, overtaken }: Confirmation = {},
): Promise<boolean> {
  if (['en_cours', 'termine'].includes(imported.etat)) return false
  if (imported.etat !== 'pret') refuseStep('Cet import ne peut plus être confirmé.')
  if (imported.a_verifier > 0 && doublons === null) refuseStep('Dites d’abord ce que deviennent les lignes à vérifier.')
  const total = plannedLines({ ...imported, doublons })
  if (total === 0) refuseStep('Cet import n’a rien à créer ni à modifier.')
  const told = { by, action: 'import.confirmation' as const }
  const values = {
    etat: 'en_cours' as const,
    avancement: 0,
    total,
    fichier: null,
    doublons,
    travail_at: now.toISOString(),
  }
  return move(db, imported, { values, task: TASKS.application, told, overtaken }, now)
}

/** Nothing of it was written yet: a dry run, or a file that could not be read. */
const isUntouched = ({ etat, creees, modifiees }: Import): boolean =>
  etat === 'pret' || etat === 'colonnes' || (etat === 'echec' && creees + modifiees === 0)

/** Gives an import up before anything was written. */
export async function abandonImport(
  db: Db,
  storage: string,
  imported: Import,
  abandoned?: (trx: Trx, imported: Import) => Promise<void>,
): Promise<void> {
  if (imported.etat === 'abandonne') return
  if (!isUntouched(imported)) refuseStep('Cet import ne peut plus être abandonné\u00a0: annulez-le.')
  const isGivenUp = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set({ etat: 'abandonne', fichier: null })
      .where('id', '=', imported.id)
      .where('etat', '=', imported.etat)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await abandoned?.(trx, imported)
    return numUpdatedRows > 0n
  })
  if (isGivenUp) await removeFile(storage, imported.fichier)
}

/** May what the import wrote still be taken back? */
export function canUndo({ etat, creees, modifiees, fini_at }: Import, now: Date): boolean {
  if (creees + modifiees === 0) return false
  if (etat === 'echec') return true
  return etat === 'termine' && fini_at !== null && now.getTime() - Date.parse(fini_at) <= UNDO_DAYS * DAY_MS
}

/** Sends a finished import, or one that failed on its way, to be taken back. */
export async function undoImport(
  db: Db,
  imported: Import,
  now: Date,
  by: Actor = actorWithout(imported.user_id),
): Promise<void> {
  if (['annulation', 'annule'].includes(imported.etat)) return
  if (!canUndo(imported, now))
    refuseStep(`Un import s’annule pendant ${UNDO_DAYS} jours, quand il a écrit quelque chose.`)
  const total = imported.creees + imported.modifiees
  const told = { by, action: 'import.annulation' as const }
  const begun = { avancement: 0, total, curseur: '', erreur: null, travail_at: null }
  const values = { etat: 'annulation' as const, ...begun }
  await move(db, imported, { values, task: TASKS.annulation, told }, now)
}

/** Goes on with an import that an error stopped, where it stood. */
export async function resumeImport(db: Db, imported: Import, now: Date, overtaken?: Overtaken): Promise<void> {
  if (imported.etat !== 'echec') return
  const again = (etat: ImportEtat, task: string) =>
    move(db, imported, { values: { etat, erreur: null }, task, overtaken }, now)
  if (imported.curseur !== '') await again('annulation', TASKS.annulation)
  else if (imported.fichier !== null) await again('recu', TASKS.analyse)
  else if (imported.total > 0) await again('en_cours', TASKS.application)
  else refuseStep('Cet import ne peut pas être repris. Envoyez le fichier de nouveau.')
}

/** The import stops here; `erreur` is told to who started it. */
export async function failImport(db: Db, id: number, erreur: string): Promise<void> {
  await db.updateTable('imports').set({ etat: 'echec', erreur }).where('id', '=', id).execute()
}

/** The dry run cannot be made by the columns as they were chosen; the file waits for another choice. */
export async function askColumns(db: Db, id: number, erreur: string): Promise<void> {
  await db.updateTable('imports').set({ etat: 'colonnes', erreur }).where('id', '=', id).execute()
}

/** Makes the dry run once more, by what was decided since. AppError `conflit` where the import has gone on meanwhile. */
export async function analyseAgain(trx: Trx, { id }: Import, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ etat: 'recu', erreur: null })
    .where('id', '=', id)
    .where('etat', '=', 'pret')
    .where('fichier', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuseStep('Cet import a avancé entre-temps.')
  await enqueue(trx, { kind: TASKS.analyse, payload: { import_id: id } }, now)
}

/** Notes when and where work was taken up: its speed is told from there, whatever time a killed process was away. */
export async function beginWork({ db, clock }: { db: Db; clock: () => Date }, id: number): Promise<void> {
  await db
    .updateTable('imports')
    .set((eb) => ({ travail_at: clock().toISOString(), travail_de: eb.ref('avancement') }))
    .where('id', '=', id)
    .execute()
}
