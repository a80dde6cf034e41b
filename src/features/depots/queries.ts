import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { Paging } from '../../web/pagination.ts'

/** How many sources are kept in a repository, whoever may see them: for administrators only. */
const sourceCount = (eb: ExpressionBuilder<Schema, 'depots'>) =>
  eb
    .selectFrom('sources')
    .select((e) => e.fn.countAll<number>().as('n'))
    .whereRef('sources.depot_id', '=', 'depots.id')
    .$asScalar()

/** One page of the repositories by name, with their number of sources, and how many repositories there are. */
export async function listDepots(db: Db, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) {
  const depots = await db
    .selectFrom('depots')
    .select(['id', 'nom', 'sigle', 'ville', 'site_web'])
    .select((eb) => sourceCount(eb).as('sources'))
    .orderBy('nom_key')
    .limit(parPage)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('depots')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { depots, total }
}

/** A repository with its number of sources. AppError `introuvable` where there is none of this id. */
export async function findDepot(db: Db, id: number) {
  const depot = await db
    .selectFrom('depots')
    .select(['id', 'nom', 'sigle', 'adresse', 'ville', 'site_web', 'note', 'version'])
    .select((eb) => sourceCount(eb).as('sources'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!depot) throw new AppError('introuvable', 'Ce dépôt n’existe pas, ou il a été supprimé.')
  return { ...depot, sources: depot.sources ?? 0 }
}

export type DepotRow = Awaited<ReturnType<typeof listDepots>>['depots'][number]
