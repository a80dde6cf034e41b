import type { Selectable } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Schema, Trx } from '../../../db/schema.ts'
import type { ComparedFile, RemiseDetail } from '../../../db/schema-remises.ts'
import { AppError } from '../../../lib/errors.ts'
import { actorWithout, record } from '../../journal/actions.ts'
import { Pace } from '../../taches/pace.ts'
import { storedColumns } from '../queries/carried-rows.ts'
import type { Checked } from '../queries/check.ts'
import type { OpenedArchive } from '../queries/opened-archive.ts'
import { carriedFile, STREAMED_TABLES, type StreamedName } from '../rules/carried.ts'
import { Seal } from '../rules/inventory.ts'
import { leavingFiles } from './files.ts'
import { type Accounts, putBackBase, rowsIn } from './put-back-base.ts'
import { mendHistory, putBackRows } from './put-back-rows.ts'

export type Remise = Selectable<Schema['remises']>

/** An archive that is put back, and the site that it goes to. */
export interface PuttingBack {
  db: Db
  clock: () => Date
  opened: OpenedArchive
  checked: Checked
  /** Hears how much is done, from 0 to 1. */
  alive(part: number): Promise<void>
}

const MOST = 300
const MOVED = 'Cette archive est déjà en train d’être remise par un autre programme\u00a0: attendez qu’il ait fini.'

/** Moves the mark, in the transaction that writes what it stands for: two that write are told apart by it. */
async function mark(
  trx: Trx,
  { id, etape, lignes }: Remise,
  to: Partial<Pick<Remise, 'etape' | 'lignes'>>,
): Promise<void> {
  const moved = await trx
    .updateTable('remises')
    .set(to)
    .where('id', '=', id)
    .where('etat', '=', 'en_cours')
    .where('etape', '=', etape)
    .where('lignes', '=', lignes)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new AppError('conflit', MOVED)
}

const accountsOf = ({ detail }: Remise): Accounts =>
  new Map(Object.entries(detail.comptes ?? {}).map(([there, here]) => [Number(there), here]))

export const remiseById = (db: Db, id: number): Promise<Remise | undefined> =>
  db.selectFrom('remises').selectAll().where('id', '=', id).executeTakeFirst()

async function current(db: Db, id: number): Promise<Remise> {
  const remise = await remiseById(db, id)
  if (!remise) throw new AppError('conflit', MOVED)
  return remise
}

async function base({ db, clock, opened, checked }: PuttingBack, remise: Remise): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const accounts = await putBackBase(trx, opened, checked.inventory.numeros, clock().toISOString())
    const detail: RemiseDetail = { ...remise.detail, comptes: Object.fromEntries(accounts) }
    await trx
      .updateTable('remises')
      .set({ detail: JSON.stringify(detail) })
      .where('id', '=', remise.id)
      .execute()
    await mark(trx, remise, { etape: STREAMED_TABLES[0].name, lignes: 0 })
  })
}

/** One table after the other, from the row after the last one that is back. */
async function streamed(work: PuttingBack, id: number, name: StreamedName, told: (rows: number) => Promise<void>) {
  const { db, opened } = work
  let remise = await current(db, id)
  const table = STREAMED_TABLES.find((one) => one.name === name)
  if (remise.etape !== name || !table) return
  const accounts = accountsOf(remise)
  const pace = new Pace({ most: MOST, turnMs: () => dialectOf(db).locks.turnMs(db) })
  let passed = 0
  for await (const slice of rowsIn(opened, table, await storedColumns(db), () => pace.size)) {
    const rows = slice.slice(Math.max(0, remise.lignes - passed))
    passed += slice.length
    if (rows.length === 0) continue
    const lignes = remise.lignes + rows.length
    await pace.time(async (begun) => {
      await db.transaction().execute(async (trx) => {
        begun()
        await mark(trx, remise, { lignes })
        await putBackRows(trx, name, rows, accounts)
      })
      return rows.length
    })
    remise = { ...remise, lignes }
    await told(rows.length)
  }
  const next = STREAMED_TABLES[STREAMED_TABLES.indexOf(table as never) + 1]?.name ?? 'fin'
  await db.transaction().execute((trx) => mark(trx, remise, { etape: next, lignes: 0 }))
}

/** Each file as this site would write it now, beside the one of the archive. */
async function compare({ db, checked, alive }: PuttingBack, at: string): Promise<ComparedFile[]> {
  const { inventory, edited } = checked
  const here = new Map<string, { lignes: number | undefined; empreinte: string }>()
  const leaving = { site: inventory.site, at, onPart: (part: number) => alive(0.8 + part / 5) }
  for await (const { name, pieces, lines } of leavingFiles(db, leaving)) {
    const seal = new Seal()
    for await (const piece of pieces) seal.add(piece)
    here.set(name, { lignes: lines?.(), empreinte: seal.end() })
  }
  return inventory.fichiers.flatMap(({ nom, lignes, empreinte }) => {
    if (lignes === null) return []
    const one = here.get(nom)
    const isSame = one?.empreinte === empreinte
    return [{ nom, lignes, ici: one?.lignes ?? 0, isSame, isEdited: edited.has(nom) }]
  })
}

async function open(work: PuttingBack, id: number): Promise<void> {
  const { db, clock } = work
  while ((await mendHistory(db)) > 0) await work.alive(0.8)
  const now = clock().toISOString()
  await dialectOf(db).toDisk(db, () =>
    db.transaction().execute(async (trx) => {
      const remise = await current(trx, id)
      // Those that were leaving over there were not yet gone.
      await trx.updateTable('sources').set({ retrait_at: null }).where('retrait_at', 'is not', null).execute()
      await mark(trx, remise, { etape: 'controle', lignes: 0 })
      await record(trx, actorWithout(remise.user_id), { action: 'remettre' }, now)
    }),
  )
}

/** Puts all of it back, from where it stands; killed anywhere, it goes on there. Ends with the comparison. */
export async function putBack(work: PuttingBack, id: number): Promise<void> {
  const { db, clock, checked } = work
  const first = await current(db, id)
  if (first.etape === '') await base(work, first)
  const lines = new Map(checked.inventory.fichiers.map(({ nom, lignes }) => [nom, lignes ?? 0]))
  const total = STREAMED_TABLES.reduce((sum, { name }) => sum + (lines.get(carriedFile(name)) ?? 0), 1)
  let done = 0
  for (const { name } of STREAMED_TABLES)
    await streamed(work, id, name, (rows) => {
      done += rows
      return work.alive((0.8 * done) / total)
    })
  if ((await current(db, id)).etape === 'fin') await open(work, id)
  const { detail } = await current(db, id)
  const fichiers = await compare(work, clock().toISOString())
  await db
    .updateTable('remises')
    .set({ etat: 'finie', erreur: null, detail: JSON.stringify({ ...detail, fichiers }) })
    .where('id', '=', id)
    .execute()
}
