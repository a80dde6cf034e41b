import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { insertSource, type SourceInput } from '../sources/actions/sources.ts'
import { checkSource } from '../sources/queries/checks.ts'
import { findRegister } from './queries.ts'

interface NewSource {
  /** The type of the source of a kind of act. */
  typeOf: (acte: ActKind) => number
  section: number | null
  /** Ids of those to whom it is entrusted. */
  membres: number[]
}

const isTaken = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('registre_sources').select('source_id').where('registre_id', '=', id).executeTakeFirst()) !==
  undefined

/** Makes the source of a register, à relever, and gives its id; AppError where the register is lost, or taken. */
export async function takeRegister(
  trx: Trx,
  user: CurrentUser,
  id: number,
  { typeOf, section, membres }: NewSource,
  now: string,
): Promise<number> {
  // Two people who take the same register at once: one of them is told.
  await dialectOf(trx).locks.lock(trx, 'registres')
  const line = await findRegister(trx, id)
  if (line.etat !== 'conserve') throw new AppError('conflit', 'Ce registre n’est pas conservé.')
  if (await isTaken(trx, id)) throw new AppError('conflit', 'Ce registre est déjà pris.')
  const { lieu_id, depot_id, cote, url, note, annee_debut, annee_fin } = line
  const input: SourceInput = {
    ...{ lieu_id, depot_id, cote, url, note, annee_debut, annee_fin, titre: null, membres },
    ...{ type_source_id: typeOf(line.acte), section_id: section },
  }
  const checked = await checkSource(trx, user, input, undefined)
  if (!checked.ok) throw new AppError('invalide', Object.values(checked.errors).join(' '))
  const source = await insertSource(trx, user, input, now)
  await trx.insertInto('registre_sources').values({ source_id: source, registre_id: id }).execute()
  return source
}
