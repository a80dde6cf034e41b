import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { registerName } from '../../inventaire/rules/words.ts'
import { decidableBy } from '../policy.ts'

/** At most so many on a page; what is answered makes room for the next. */
const SHOWN = 100
const OWN_SHOWN = 20

/** A register taken since the request was written is asked for as the source that it became. */
const asked = (db: Db) =>
  db
    .selectFrom('demandes_registres')
    .innerJoin('users', 'users.id', 'demandes_registres.user_id')
    .leftJoin('sources', 'sources.id', 'demandes_registres.source_id')
    .leftJoin('registres', 'registres.id', 'demandes_registres.registre_id')
    .leftJoin('lieux', 'lieux.id', 'registres.lieu_id')
    .select(['demandes_registres.id', 'demandes_registres.user_id', 'demandes_registres.source_id'])
    .select(['demandes_registres.registre_id', 'demandes_registres.message', 'demandes_registres.etat'])
    .select(['demandes_registres.created_at', 'demandes_registres.decide_at', 'demandes_registres.reponse'])
    .select(['users.name', 'users.is_active', 'users.created_at as depuis', 'sources.titre', 'lieux.nom_long as lieu'])
    .select(['registres.acte', 'registres.annee_debut', 'registres.annee_fin'])

type AskedRow = Awaited<ReturnType<ReturnType<typeof asked>['execute']>>[number]

/** « Baptêmes de Dinard, 1760-1768 », or the line of the inventory in words. */
function titled<R extends AskedRow>(row: R): R & { titre: string } {
  const { acte, lieu, annee_debut, annee_fin } = row
  if (row.titre !== null || acte === null || lieu === null || annee_debut === null || annee_fin === null)
    return { ...row, titre: row.titre ?? '' }
  return { ...row, titre: registerName({ acte, lieu, annee_debut, annee_fin }) }
}

/** How much each of these people did: sources finished with their hand, records typed, and when last. */
async function workOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('saisies')
    .innerJoin('sources', 'sources.id', 'saisies.source_id')
    .select('saisies.user_id')
    .select((eb) => [
      eb.fn.sum<number>('saisies.n').as('actes'),
      eb.fn.max<string>('saisies.derniere_at').as('derniere'),
      sql<number>`count(distinct case when ${eb.ref('sources.status')} = 'validee' then ${eb.ref('sources.id')} end)`.as(
        'finis',
      ),
    ])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('saisies.user_id'), [...ids]))
    .groupBy('saisies.user_id')
    .execute()
  return new Map(
    rows.map(({ user_id, actes, derniere, finis }) => [user_id, { actes, derniere, finis: Number(finis) }]),
  )
}

const NONE = { actes: 0, derniere: null, finis: 0 }

/** The open requests on which this user decides, the oldest first, each with what its person did before. */
export async function requestsToDecide(db: Db, user: CurrentUser) {
  const rows = await asked(db)
    .where('demandes_registres.etat', '=', 'ouverte')
    .where((eb) => decidableBy(user)(eb as never))
    .orderBy('demandes_registres.id')
    .limit(SHOWN)
    .execute()
  const work = await workOf(
    db,
    rows.map(({ user_id }) => user_id),
  )
  return rows.map((row) => ({ ...titled(row), work: work.get(row.user_id) ?? NONE }))
}

export type PendingRequest = Awaited<ReturnType<typeof requestsToDecide>>[number]

/** One of them; AppError `introuvable` where it is not this user's to decide. */
export async function requestToDecide(db: Db, user: CurrentUser, id: number): Promise<PendingRequest> {
  const row = await asked(db)
    .where('demandes_registres.id', '=', id)
    .where((eb) => decidableBy(user)(eb as never))
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable', 'Cette demande n’existe pas, ou vous n’avez pas à y répondre.')
  return { ...titled(row), work: (await workOf(db, [row.user_id])).get(row.user_id) ?? NONE }
}

/** Registers that this user asked for lately, the newest first. */
export const ownRequests = async (db: Db, userId: number) =>
  (
    await asked(db)
      .where('demandes_registres.user_id', '=', userId)
      .orderBy('demandes_registres.id', 'desc')
      .limit(OWN_SHOWN)
      .execute()
  ).map(titled)

export type OwnRequest = Awaited<ReturnType<typeof ownRequests>>[number]

/** How many wait for an answer of this user. */
export async function countToDecide(db: Db, user: CurrentUser): Promise<number> {
  const { n } = await db
    .selectFrom('demandes_registres')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('etat', '=', 'ouverte')
    .where(decidableBy(user))
    .executeTakeFirstOrThrow()
  return n
}

/** The source that a register became; undefined where nobody took it. */
export async function sourceOfRegister(db: Db, registre: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('registre_sources')
    .select('source_id')
    .where('registre_id', '=', registre)
    .orderBy('source_id')
    .executeTakeFirst()
  return row?.source_id
}
