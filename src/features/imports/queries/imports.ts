import type { Db } from '../../../db/schema.ts'
import type { ImportEtat, LigneAction } from '../../../db/schema-work.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { Import, ImportLine } from '../kind.ts'

/** An import as its own pages need it: of this user, or any for an admin. AppError `introuvable` otherwise. */
export async function findImport(db: Db, user: CurrentUser, id: number) {
  let query = db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .selectAll('imports')
    .select('users.name as user_name')
    .where('imports.id', '=', id)
  if (user.role !== 'admin') query = query.where('imports.user_id', '=', user.id)
  const found = await query.executeTakeFirst()
  if (!found) throw new AppError('introuvable', 'Cet import n’existe pas, ou il ne vous est pas accessible.')
  return found
}

export type ShownImport = Awaited<ReturnType<typeof findImport>>

export const importById = (db: Db, id: number): Promise<Import | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Imports of this user, of everybody for an admin, newest first. */
export async function listImports(db: Db, user: CurrentUser, { offset, parPage }: { offset: number; parPage: number }) {
  let query = db.selectFrom('imports')
  if (user.role !== 'admin') query = query.where('imports.user_id', '=', user.id)
  const [imports, counted] = await Promise.all([
    query
      .leftJoin('users', 'users.id', 'imports.user_id')
      .select(['imports.id', 'kind', 'nom_fichier', 'etat', 'nb_lignes', 'creees', 'modifiees', 'imports.created_at'])
      .select('users.name as user_name')
      .orderBy('imports.id', 'desc')
      .limit(parPage)
      .offset(offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { imports, total: counted.total }
}

export type ListedImport = Awaited<ReturnType<typeof listImports>>['imports'][number]

const USED: ImportEtat[] = ['pret', 'en_cours', 'termine']

/** The last import of the very same file into the same place, unless it was given up or taken back. */
export const sameFile = (db: Db, { id, kind, cible_id, empreinte }: Import) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .select(['imports.id', 'imports.etat', 'imports.created_at', 'users.name as user_name'])
    .where('empreinte', '=', empreinte)
    .where('kind', '=', kind)
    .where('cible_id', cible_id === null ? 'is' : '=', cible_id)
    .where('imports.id', '<', id)
    .where('etat', 'in', USED)
    .orderBy('imports.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type SameFile = NonNullable<Awaited<ReturnType<typeof sameFile>>>

/** Messages of an import in the order of the lines; those of an undo have no line. */
export const messagesOf = (db: Db, importId: number) =>
  db
    .selectFrom('import_messages')
    .select(['id', 'phase', 'ligne', 'message'])
    .where('import_id', '=', importId)
    .orderBy('phase')
    .orderBy('ligne')
    .orderBy('id')

export const listMessages = (db: Db, importId: number, { offset, limit }: { offset: number; limit: number }) =>
  messagesOf(db, importId).limit(limit).offset(offset).execute()

export type Message = Awaited<ReturnType<typeof listMessages>>[number]

export async function countMessages(db: Db, importId: number): Promise<number> {
  const { n } = await db
    .selectFrom('import_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return n
}

interface StoredLine {
  ligne: number
  cle: string | null
  renvoi: string | null
  contenu: Record<string, unknown> | null
}

/** A stored line as its kind wrote it. */
export function lineOf<Row>({ ligne, cle, renvoi, contenu }: StoredLine): ImportLine<Row> {
  return { ligne, cle, renvoi, row: contenu as Row }
}

export const LINE_COLUMNS = ['ligne', 'cle', 'renvoi', 'contenu'] as const

/** The first lines that would be or were stored. */
export async function firstLines<Row>(
  db: Db,
  importId: number,
  limit: number,
): Promise<(ImportLine<Row> & { action: LigneAction })[]> {
  const rows = await db
    .selectFrom('import_lignes')
    .select([...LINE_COLUMNS, 'action'])
    .where('import_id', '=', importId)
    .where('action', 'in', ['creer', 'modifier', 'inchangee', 'verifier'])
    .where('contenu', 'is not', null)
    .orderBy('ligne')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...lineOf<Row>(row), action: row.action }))
}

/** Lines that changed something, with its former values, in the order of the file after line `after`. */
export async function changedLines<Row>(db: Db, importId: number, after: number, limit: number) {
  const rows = await db
    .selectFrom('import_lignes')
    .select([...LINE_COLUMNS, 'avant'])
    .where('import_id', '=', importId)
    .where('ligne', '>', after)
    .where('action', '=', 'modifier')
    .where('avant', 'is not', null)
    .orderBy('ligne')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...lineOf<Row>(row), avant: row.avant ?? {} }))
}

/** A form sent twice has brought its file twice: only the first one belongs to the import. */
export async function ownsFile(db: Db, importId: number, fichier: string): Promise<boolean> {
  const imported = await importById(db, importId)
  return imported?.fichier === fichier
}
