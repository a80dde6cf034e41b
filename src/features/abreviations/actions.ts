import { dialectOf } from '../../db/dialect/index.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { sortKey } from '../../lib/text.ts'
import type { AbbreviationInput, Owner } from './form.ts'
import { FULL, MAX_LINES, taken } from './rules/line.ts'

const CHANGED = 'Cette abréviation a été modifiée entre-temps. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE = 'Cette abréviation a été modifiée entre-temps. Revoyez-la avant de la supprimer.'
const GONE = { pour: 'Cette section n’existe plus.' }

/** From here on no list grows: none gets more lines than it may have. */
export const lockLists = (trx: Trx): Promise<void> => dialectOf(trx).locks.lock(trx, 'abreviations')

export const rowOf = ({ abreviation, texte, user_id, section_id }: AbbreviationInput) => ({
  ...{ abreviation, texte, user_id, section_id },
  recherche: sortKey(`${abreviation} ${texte}`),
})

/** Lines of one person or one section. */
export const ofOwner = (db: Db, { user_id, section_id }: Owner) =>
  db
    .selectFrom('abreviations')
    .where((eb) => (user_id === null ? eb('section_id', '=', section_id) : eb('user_id', '=', user_id)))

export const countOf = async (db: Db, owner: Owner): Promise<number> =>
  (
    await ofOwner(db, owner)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

async function refuseWhenFull(trx: Trx, owner: Owner): Promise<void> {
  if ((await countOf(trx, owner)) >= MAX_LINES) refuse({ pour: FULL })
}

/** Adds a line, once for each form shown. Gives its id. */
export function addAbbreviation(db: Db, input: AbbreviationInput, sending: Sending): Promise<Saved<number>> {
  const collisions = { taken: { abreviation: taken(input.abreviation) }, gone: GONE }
  return saving(db, collisions, async (trx) => {
    await lockLists(trx)
    return once(trx, sending, async () => {
      await refuseWhenFull(trx, input)
      const { now } = sending
      const row = { ...rowOf(input), created_at: now, updated_at: now }
      const { id } = await trx.insertInto('abreviations').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    })
  })
}

/** Saves a line; it may change hands. Refused where `version` is no longer the row's. */
export function updateAbbreviation(
  db: Db,
  id: number,
  { version, ...input }: AbbreviationInput & { version: number },
  now: string,
): Promise<Saved> {
  const collisions = { taken: { abreviation: taken(input.abreviation) }, gone: GONE }
  return saving(db, collisions, async (trx) => {
    await lockLists(trx)
    const before = await trx.selectFrom('abreviations').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw new AppError('introuvable', 'Cette abréviation n’existe plus.')
    if (before.version !== version) refuse({ '': CHANGED }, before.version)
    const moves = before.user_id !== input.user_id || before.section_id !== input.section_id
    if (moves) await refuseWhenFull(trx, input)
    await trx
      .updateTable('abreviations')
      .set((eb) => ({ ...rowOf(input), updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return null
  })
}

/** Deletes a line. AppError `conflit` where it was changed since `version` (0: unknown). */
export async function deleteAbbreviation(db: Db, id: number, version: number): Promise<void> {
  let query = db.deleteFrom('abreviations').where('id', '=', id)
  if (version > 0) query = query.where('version', '=', version)
  const { numDeletedRows } = await query.executeTakeFirst()
  if (numDeletedRows > 0n) return
  const left = await db.selectFrom('abreviations').select('id').where('id', '=', id).executeTakeFirst()
  if (left) throw new AppError('conflit', CHANGED_SINCE)
}
