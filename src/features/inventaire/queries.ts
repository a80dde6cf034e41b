import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import type { RegisterState } from '../../db/schema-couverture.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { visibleSources } from '../droits/policy.ts'
import { idsBelow } from '../lieux/queries/places.ts'
import { registerName } from './rules/words.ts'

/** null leaves a criterion out. */
export interface RegisterFilter {
  acte: ActKind | null
  /** A place, everything below it included. */
  lieu: { id: number; chemin: string } | null
  etat: RegisterState | null
  /** Only those that are kept and that no source takes. */
  libres: boolean
}

const COLUMNS = [
  ...(['registres.id', 'registres.lieu_id', 'registres.acte', 'registres.cote', 'registres.etat'] as const),
  ...(['registres.annee_debut', 'registres.annee_fin', 'registres.depot_id', 'registres.url'] as const),
  ...(['registres.note', 'registres.version', 'lieux.nom_long as lieu', 'depots.nom as depot'] as const),
] as const

const withNames = (db: Db) =>
  db
    .selectFrom('registres')
    .innerJoin('lieux', 'lieux.id', 'registres.lieu_id')
    .leftJoin('depots', 'depots.id', 'registres.depot_id')

function found(db: Db, { acte, lieu, etat, libres }: RegisterFilter) {
  let query = withNames(db)
  if (acte !== null) query = query.where('registres.acte', '=', acte)
  if (lieu !== null) query = query.where('registres.lieu_id', 'in', idsBelow(db, lieu.chemin))
  if (etat !== null) query = query.where('registres.etat', '=', etat)
  if (libres)
    query = query
      .where('registres.etat', '=', 'conserve')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('registre_sources')
              .select('registre_id')
              .whereRef('registre_sources.registre_id', '=', 'registres.id'),
          ),
        ),
      )
  return query
}

/** One page of the lines that fit, by place, kind and year, and how many fit. */
export async function listRegisters(
  db: Db,
  user: CurrentUser,
  filter: RegisterFilter,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  const { total } = await found(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found(db, filter)
    .select(COLUMNS)
    .orderBy('lieux.nom_tri')
    .orderBy('registres.lieu_id')
    .orderBy('registres.acte')
    .orderBy('registres.annee_debut')
    .orderBy('registres.id')
    .limit(parPage)
    .offset(offset)
    .execute()
  const taken = await takenBy(
    db,
    user,
    rows.map(({ id }) => id),
  )
  return { total, lines: rows.map((row) => ({ ...row, ...(taken.get(row.id) ?? FREE) })) }
}

export type RegisterRow = Awaited<ReturnType<typeof listRegisters>>['lines'][number]

/** The sources of a line that the reader sees; of the others it is said that the register is taken, and nothing more. */
export interface Taking {
  isTaken: boolean
  sources: { id: number; titre: string }[]
}

const FREE: Taking = { isTaken: false, sources: [] }

async function takenBy(db: Db, user: CurrentUser, ids: number[]): Promise<Map<number, Taking>> {
  if (ids.length === 0) return new Map()
  const links = await db
    .selectFrom('registre_sources')
    .leftJoin(
      (eb) => eb.selectFrom('sources').select(['id', 'titre', 'titre_tri']).where(visibleSources(user)).as('seen'),
      (join) => join.onRef('seen.id', '=', 'registre_sources.source_id'),
    )
    .select(['registre_id', 'seen.id', 'seen.titre'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('registre_id'), ids))
    .orderBy('seen.titre_tri')
    .orderBy('registre_sources.source_id')
    .execute()
  const taken = new Map<number, Taking>()
  for (const { registre_id, id, titre } of links) {
    const taking = taken.get(registre_id) ?? { isTaken: true, sources: [] }
    if (id !== null && titre !== null) taking.sources.push({ id, titre })
    taken.set(registre_id, taking)
  }
  return taken
}

/** A line of the inventory; AppError `introuvable` where there is none of this id. */
export async function findRegister(db: Db, id: number) {
  const line = await withNames(db).select(COLUMNS).where('registres.id', '=', id).executeTakeFirst()
  if (!line) throw new AppError('introuvable', 'Cette ligne de l’inventaire n’existe pas, ou elle a été supprimée.')
  return line
}

export type Register = Awaited<ReturnType<typeof findRegister>>

/** All that the filter finds. */
export const registerIds = async (db: Db, filter: RegisterFilter): Promise<number[]> =>
  (await found(db, filter).select('registres.id').orderBy('registres.id').execute()).map(({ id }) => id)

/** The names of these lines, by id. */
export async function registerNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await withNames(db)
    .select(COLUMNS)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('registres.id'), [...ids]))
    .execute()
  return new Map(rows.map((row) => [row.id, registerName(row)]))
}

/** The lines that fit after this id, a batch of them. */
export const linesAfter = (db: Db, filter: RegisterFilter, id: number, limit: number) =>
  found(db, filter).select(COLUMNS).where('registres.id', '>', id).orderBy('registres.id').limit(limit).execute()

/** Repositories in the order of their names, for the choice of a form. */
export const depotChoices = (db: Db) => db.selectFrom('depots').select(['id', 'nom']).orderBy('nom_key').execute()
