import { deleteUnheld } from '../../db/constraints.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { agreed, plural, sortKey } from '../../lib/text.ts'
import { kindsWanted, marksOf } from '../droits/rules/memberships.ts'
import { lockAccounts } from '../users/rules/account-lock.ts'
import type { SectionInput } from './form.ts'
import { eligibleMembers, findSection, membershipsOf } from './queries.ts'

const CHANGED = 'Cette section a été modifiée entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE =
  'Cette section a été modifiée entre-temps par quelqu’un d’autre. Revoyez-la avant de la supprimer.'
const TAKEN = { nom: 'Une section de ce nom existe déjà.' }

const sectionRow = ({ nom, description, ouverte }: SectionInput) => ({
  nom,
  nom_key: sortKey(nom),
  description,
  ouverte,
})

/** Creates a section with its members, once for each form shown. */
export function createSection(db: Db, input: SectionInput, sending: Sending): Promise<Saved<number>> {
  return saving(db, { taken: TAKEN }, async (trx) => {
    await lockMembers(trx, undefined, input)
    return once(trx, sending, async () => {
      const { id } = await trx
        .insertInto('sections')
        .values(sectionRow(input))
        .returning('id')
        .executeTakeFirstOrThrow()
      await setMembers(trx, id, input)
      return id
    })
  })
}

/** Saves a section and its members; refused where `version` is no longer that of the row. */
export function updateSection(db: Db, id: number, input: SectionInput): Promise<Saved> {
  return saving(db, { taken: TAKEN }, async (trx) => {
    await lockMembers(trx, id, input)
    const { numUpdatedRows } = await trx
      .updateTable('sections')
      .set((eb) => ({ ...sectionRow(input), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', input.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await findSection(trx, id)).version)
    await setMembers(trx, id, input)
    return null
  })
}

/** Deletes a section that has no source. AppError `conflit` where it has some, or was changed since `version` (0: unknown). */
export async function deleteSection(db: Db, id: number, version: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx)
    const section = await findSection(trx, id)
    if (section.sources > 0) throw new AppError('conflit', usedBy(section.sources))
    if (version > 0 && section.version !== version) throw new AppError('conflit', CHANGED_SINCE)
    // A source may have been put in the section since they were counted.
    await deleteUnheld(trx, usedBy(1), () => trx.deleteFrom('sections').where('id', '=', id).execute())
  })
}

/** Why a section with sources stays, and what to do. */
export const usedBy = (sources: number): string =>
  `Cette section a ${plural(sources, 'source', 'sources')}\u00a0: ${agreed(sources, 'rattachez-la', 'rattachez-les')} d’abord à une autre section.`

/** From here on accounts and members stand still. Only active accounts may join; a closed one may stay where it is. */
async function lockMembers(trx: Trx, id: number | undefined, { membres }: SectionInput): Promise<void> {
  await lockAccounts(trx)
  const eligible = new Set((await eligibleMembers(trx, id)).map((user) => user.id))
  if (!membres.every((member) => eligible.has(member.id)))
    refuse({ membres: 'Une personne choisie n’existe plus, ou son compte est désactivé.' })
}

async function setMembers(trx: Db, sectionId: number, { membres }: SectionInput): Promise<void> {
  const before = new Map((await membershipsOf(trx, sectionId)).map(({ user_id, kind }) => [user_id, kind]))
  const after = kindsWanted(membres, before)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  if (changed.length === 0) return
  const { inList } = dialectOf(trx).sql
  await trx
    .deleteFrom('section_membres')
    .where('section_id', '=', sectionId)
    .where((eb) => inList(eb.ref('user_id'), changed))
    .execute()
  const rows = changed.flatMap((user_id) => {
    const kind = after.get(user_id)
    return kind ? [{ section_id: sectionId, user_id, ...marksOf(kind) }] : []
  })
  if (rows.length > 0) await trx.insertInto('section_membres').values(rows).execute()
  // A form of one of these people that is open elsewhere shows sections that are no longer theirs.
  await trx
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where((eb) => inList(eb.ref('id'), changed))
    .execute()
}
