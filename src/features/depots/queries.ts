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

/** A repository with its number of sources, and of lines of the inventory. AppError `introuvable` where there is none of this id. */
export async function findDepot(db: Db, id: number) {
  const depot = await db
    .selectFrom('depots')
    .select(['id', 'nom', 'sigle', 'adresse', 'ville', 'site_web', 'note', 'version'])
    .select(['diffusion', 'hotes_images', 'credit', 'licence', 'verifie_liens'])
    .select((eb) => [
      sourceCount(eb).as('sources'),
      eb
        .selectFrom('registres')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('registres.depot_id', '=', 'depots.id')
        .$asScalar()
        .as('registres'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!depot) throw new AppError('introuvable', 'Ce dépôt n’existe pas, ou il a été supprimé.')
  return { ...depot, sources: depot.sources ?? 0, registres: depot.registres ?? 0 }
}

/** The patterns of addresses of views that a repository has had, the present ones first. */
export const linksOf = (db: Db, depotId: number) =>
  db
    .selectFrom('depot_liens')
    .select(['id', 'modele', 'de', 'a'])
    .select((eb) =>
      eb
        .selectFrom('source_vues')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('lien_id', '=', 'depot_liens.id')
        .as('vues'),
    )
    .select((eb) =>
      eb
        .selectFrom('source_vues')
        .select((e) => e.fn.count<number>('ark').distinct().as('n'))
        .whereRef('lien_id', '=', 'depot_liens.id')
        .as('registres'),
    )
    .where('depot_id', '=', depotId)
    .orderBy((eb) => eb.fn.coalesce('a', eb.val('9')), 'desc')
    .orderBy('id')
    .execute()

export type DepotLink = Awaited<ReturnType<typeof linksOf>>[number]

export type DepotRow = Awaited<ReturnType<typeof listDepots>>['depots'][number]
