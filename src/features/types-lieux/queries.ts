import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { Paging } from '../../web/pagination.ts'

const lieuCount = (eb: ExpressionBuilder<Schema, 'types_lieux'>) =>
  eb
    .selectFrom('lieux')
    .select((e) => e.fn.countAll<number>().as('n'))
    .whereRef('lieux.type_id', '=', 'types_lieux.id')
    .$asScalar()

/** One page of the types in their order, with the number of places of each, and how many types there are. */
export async function listTypesLieux(db: Db, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) {
  const types = await db
    .selectFrom('types_lieux')
    .select(['id', 'nom', 'ordre', 'dans_nom_long'])
    .select((eb) => lieuCount(eb).as('lieux'))
    .orderBy('ordre')
    .orderBy('nom_key')
    .limit(parPage)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('types_lieux')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { types, total }
}

export type TypeLieuRow = Awaited<ReturnType<typeof listTypesLieux>>['types'][number]

/** A type with its number of places. AppError `introuvable` where there is none of this id. */
export async function findTypeLieu(db: Db, id: number) {
  const type = await db
    .selectFrom('types_lieux')
    .select(['id', 'nom', 'ordre', 'dans_nom_long', 'version'])
    .select((eb) => lieuCount(eb).as('lieux'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!type) throw new AppError('introuvable', 'Ce type de lieu n’existe pas, ou il a été supprimé.')
  return { ...type, lieux: type.lieux ?? 0 }
}

/** The order that puts a new type after all others. */
export async function nextOrdre(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('types_lieux')
    .select((eb) => eb.fn.max<number | null>('ordre').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
