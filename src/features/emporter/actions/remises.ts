import { rmSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import type { ComparedFile, RemiseEtat } from '../../../db/schema-remises.ts'
import { AppError } from '../../../lib/errors.ts'
import { present, unshare } from '../../fichiers/rules/shelves.ts'
import { enqueue } from '../../taches/actions.ts'
import { type Checked, check } from '../queries/check.ts'
import { ensureEmpty } from '../queries/emptiness.ts'
import { type OpenedArchive, openLeft } from '../queries/opened-archive.ts'
import { putBack, type Remise, remiseById } from './put-back.ts'

export const REMETTRE = 'remettre'

/** Below `tmp`, as archives that leave. */
const ARRIVALS = join('app', 'tmp', 'remettre')
export const arrivalFolder = (storage: string): string => join(storage, ARRIVALS)

/** Where an archive is on this server that came to another one; one that the command line was given is where it was. */
const pathHere = (storage: string, chemin: string): string =>
  dirname(chemin).endsWith(`${sep}${ARRIVALS}`) ? join(storage, ARRIVALS, basename(chemin)) : chemin

/** Brings an archive to this server that came to another one. StoreError. */
export async function bringHere(db: Db, storage: string, id: number): Promise<void> {
  const remise = await remiseById(db, id)
  if (!remise?.chemin) return
  const chemin = pathHere(storage, remise.chemin)
  if (chemin === remise.chemin || !(await present(chemin))) return
  await db.updateTable('remises').set({ chemin }).where('id', '=', id).execute()
}

/** Takes an archive away that came to this site. */
export async function dropArrived(path: string): Promise<void> {
  rmSync(path, { force: true })
  await unshare(path)
}

/** The archive that this site was given last; one is asked about at a time. */
export const lastRemise = (db: Db): Promise<Remise | undefined> =>
  db.selectFrom('remises').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

const UNDER_WAY: readonly RemiseEtat[] = ['recue', 'verifiee', 'en_cours', 'arretee']

const BEGUN =
  'La remise d’une archive est commencée sur ce site\u00a0: terminez-la avec la même archive. Rien de celle-ci n’a été écrit.'

/** AppError `conflit` where the site takes no archive at this moment. */
export async function ensureTakes(db: Db): Promise<void> {
  const last = await lastRemise(db)
  if (last && UNDER_WAY.includes(last.etat)) throw new AppError('conflit', BEGUN)
  await ensureEmpty(db)
}

/** Has an archive that just came looked through. */
export function receive(db: Db, chemin: string, userId: number, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await ensureTakes(trx)
    const at = now.toISOString()
    const row = { chemin, etat: 'recue' as const, empreinte: null, erreur: null, user_id: userId, created_at: at }
    const { id } = await trx.insertInto('remises').values(row).returning('id').executeTakeFirstOrThrow()
    await enqueue(trx, { kind: REMETTRE, payload: { remise: id } }, now)
    return id
  })
}

async function move(db: Db, id: number, from: readonly RemiseEtat[], to: RemiseEtat, erreur: string | null = null) {
  const moved = await db
    .updateTable('remises')
    .set({ etat: to, erreur })
    .where('id', '=', id)
    .where('etat', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

const NOT_NOW = 'Cette archive n’attend plus cette décision\u00a0: regardez où elle en est.'

/** Somebody has looked at what the archive holds: it is put back. AppError `conflit` where it does not wait for that. */
export function goOn(db: Db, id: number, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await move(trx, id, ['verifiee', 'arretee'], 'en_cours'))) throw new AppError('conflit', NOT_NOW)
    await enqueue(trx, { kind: REMETTRE, payload: { remise: id } }, now)
  })
}

/** The archive is given up before anything of it was written. */
export async function giveUp(db: Db, storage: string, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('remises')
    .where('id', '=', id)
    .where('etat', 'in', ['verifiee', 'refusee'])
    .returning('chemin')
    .executeTakeFirst()
  if (!gone) throw new AppError('conflit', NOT_NOW)
  if (gone.chemin !== null) await dropArrived(pathHere(storage, gone.chemin))
}

export interface Doing {
  db: Db
  clock: () => Date
  alive(part: number): Promise<void>
}

const OTHER =
  'Ce n’est pas l’archive avec laquelle la remise a commencé\u00a0: reprenez celle-là. Rien de plus n’a été écrit.'

/** An archive that was looked through: what it holds is written down, and it waits for a yes. */
export async function lookThrough({ db, alive }: Doing, id: number, opened: OpenedArchive): Promise<Checked> {
  await ensureEmpty(db)
  const checked = await check(opened, alive)
  const { inventory, empreinte, edited } = checked
  const fichiers: ComparedFile[] = inventory.fichiers.flatMap(({ nom, lignes }) =>
    lignes === null ? [] : [{ nom, lignes, isEdited: edited.has(nom) }],
  )
  const detail = JSON.stringify({ site: inventory.site, le: inventory.le, fichiers })
  const set = { etat: 'verifiee', empreinte, detail } as const
  await db.updateTable('remises').set(set).where('id', '=', id).where('etat', '=', 'recue').execute()
  return checked
}

/** Puts an archive back that somebody said yes to, or goes on where that stopped. */
export async function work({ db, clock, alive }: Doing, remise: Remise, opened: OpenedArchive): Promise<void> {
  const checked = await check(opened, (part) => alive(part / 20))
  if (checked.empreinte !== remise.empreinte) throw new AppError('conflit', OTHER)
  await putBack({ db, clock, opened, checked, alive }, remise.id)
}

const UNWELL = 'Le site n’a pas pu continuer\u00a0: voyez « Courriels et travaux en échec », puis reprenez.'

/** Nobody is at it any more. */
export async function stop(db: Db, id: number, why = UNWELL): Promise<void> {
  // As long as nothing of it is here, the site may still take another archive.
  const isUntouched = ((await remiseById(db, id))?.etape ?? '') === ''
  await move(db, id, ['recue', 'verifiee', 'en_cours'], isUntouched ? 'refusee' : 'arretee', why)
}

/** Does what an archive waits for, and writes down why not. Throws what is nobody's decision: it is tried again. */
export async function proceed(doing: Doing, id: number): Promise<void> {
  const { db } = doing
  const remise = await remiseById(db, id)
  if (!remise?.chemin || !['recue', 'en_cours'].includes(remise.etat)) return
  let opened: OpenedArchive | undefined
  try {
    opened = await openLeft(remise.chemin)
    if (remise.etat === 'recue') await lookThrough(doing, id, opened)
    else await work(doing, remise, opened)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await stop(db, id, error.message)
  } finally {
    opened?.close()
  }
}

/** For the command line: takes an archive up, or goes on with the one that it is. Returns its id, and whether it was begun before. */
export async function takeUp(
  db: Db,
  chemin: string,
  empreinte: string,
  now: Date,
): Promise<{ id: number; isBegun: boolean }> {
  const last = await lastRemise(db)
  const isSame = last?.empreinte === empreinte && ['en_cours', 'arretee'].includes(last.etat)
  if (last && isSame) {
    await db.updateTable('remises').set({ chemin, etat: 'en_cours', erreur: null }).where('id', '=', last.id).execute()
    return { id: last.id, isBegun: true }
  }
  // Nothing of that one is here: who types the command has decided for another.
  if (last?.etape === '') await stop(db, last.id, '')
  await ensureTakes(db)
  const row = {
    chemin,
    etat: 'recue' as const,
    empreinte: null,
    erreur: null,
    user_id: null,
    created_at: now.toISOString(),
  }
  const { id } = await db.insertInto('remises').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, isBegun: false }
}
