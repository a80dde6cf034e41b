import type { Db } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { Paging } from '../../../web/pagination.ts'
import { visibleSources } from '../../droits/policy.ts'
import { TO_DO } from '../../droits/status.ts'
import { idsBelow } from '../../lieux/queries/places.ts'

/** null leaves the criterion out. */
export interface TakeableFilter {
  /** A place, everything below it included. */
  lieu: { id: number; chemin: string } | null
}

/** Sources that this user sees and that wait for somebody: given back, or entrusted to nobody and not begun. */
const takeable = (db: Db, user: CurrentUser, { lieu }: TakeableFilter) =>
  db
    .selectFrom('sources')
    .where(visibleSources(user))
    .where('sources.status', 'in', TO_DO)
    .where('sources.retrait_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sources.a_reprendre_at', 'is not', null),
        eb.and([
          eb('sources.status', '=', 'a_relever'),
          eb.not(
            eb.exists(
              eb.selectFrom('source_membres').select('user_id').whereRef('source_membres.source_id', '=', 'sources.id'),
            ),
          ),
        ]),
      ]),
    )
    .$if(lieu !== null, (query) => query.where('sources.lieu_id', 'in', idsBelow(db, lieu?.chemin ?? '')))

/** One page of them, those that were given back first, by title, and how many there are. */
export async function listTakeable(
  db: Db,
  user: CurrentUser,
  filter: TakeableFilter,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  const { total } = await takeable(db, user, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const sources = await takeable(db, user, filter)
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('demandes_registres as own', (join) =>
      join.onRef('own.source_id', '=', 'sources.id').on('own.user_id', '=', user.id).on('own.etat', '=', 'ouverte'),
    )
    .select(['sources.id', 'sources.titre', 'sources.nb_releves', 'sources.a_reprendre_at'])
    .select(['sources.annee_debut', 'sources.annee_fin', 'lieux.nom_long as lieu', 'own.id as demande'])
    .orderBy((eb) => eb.case().when('sources.a_reprendre_at', 'is', null).then(1).else(0).end())
    .orderBy('sources.titre_tri')
    .orderBy('sources.id')
    .limit(parPage)
    .offset(offset)
    .execute()
  return { total, sources }
}

export type TakeableRow = Awaited<ReturnType<typeof listTakeable>>['sources'][number]
