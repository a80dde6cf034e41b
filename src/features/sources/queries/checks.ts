import type { Db } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { managedSectionIds } from '../../droits/policy.ts'
import type { SourceInput } from '../actions/sources.ts'

/** The names that a title is made of, or what is wrong beside which field. */
export type Checked = { ok: true; names: { type: string; lieu: string | null } } | { ok: false; errors: FormErrors }

/** Only the database knows these faults of a posted source. `currentId`: the source that is being changed. */
export async function checkSource(
  trx: Db,
  user: CurrentUser,
  input: SourceInput,
  currentId: number | undefined,
): Promise<Checked> {
  const problems = {
    type_source_id: await typeProblem(trx, input, currentId),
    lieu_id: await missing(trx, 'lieux', input.lieu_id, 'Ce lieu n’existe pas.'),
    section_id: await sectionProblem(trx, user, input),
    depot_id: await missing(trx, 'depots', input.depot_id, 'Ce dépôt n’existe pas.'),
    membres: await membresProblem(trx, input.membres, currentId),
  }
  const errors: FormErrors = {}
  for (const [name, message] of Object.entries(problems)) if (message) errors[name] = message
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const type = await rowName(trx, 'types_sources', input.type_source_id)
  return { ok: true, names: { type: type ?? '', lieu: await rowName(trx, 'lieux', input.lieu_id) } }
}

type Named = 'lieux' | 'depots' | 'sections' | 'types_sources'

async function rowName(trx: Db, table: Named, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await trx.selectFrom(table).select('nom').where('id', '=', id).executeTakeFirst()
  return row?.nom ?? null
}

const missing = async (trx: Db, table: Named, id: number | null, message: string): Promise<string | undefined> =>
  id !== null && (await rowName(trx, table, id)) === null ? message : undefined

async function typeProblem(trx: Db, input: SourceInput, currentId: number | undefined): Promise<string | undefined> {
  const current =
    currentId !== undefined &&
    (await trx
      .selectFrom('sources')
      .select(['type_source_id', 'nb_releves'])
      .where('id', '=', currentId)
      .executeTakeFirst())
  if (current && current.nb_releves > 0 && current.type_source_id !== input.type_source_id) {
    const held = plural(current.nb_releves, 'relevé', 'relevés')
    return `Le type ne peut plus changer\u00a0: la source contient ${held}.`
  }
  return missing(trx, 'types_sources', input.type_source_id, 'Choisissez le type dans la liste.')
}

/** Admins choose any section or none, managers one of those they manage. */
async function sectionProblem(trx: Db, user: CurrentUser, { section_id }: SourceInput): Promise<string | undefined> {
  const managed = await managedSectionIds(trx, user)
  if (managed === undefined) return missing(trx, 'sections', section_id, 'Cette section n’existe pas.')
  if (section_id === null) return 'Choisissez une des sections que vous gérez.'
  return managed.includes(section_id) ? undefined : 'Cette section n’est pas une de celles que vous gérez.'
}

/** Only active users may be added; one who became inactive stays where he or she is already assigned. */
async function membresProblem(
  trx: Db,
  ids: readonly number[],
  currentId: number | undefined,
): Promise<string | undefined> {
  if (ids.length === 0) return undefined
  const users = await trx.selectFrom('users').select(['id', 'is_active']).where('id', 'in', ids).execute()
  if (users.length < ids.length) return 'Un des membres choisis n’existe pas.'
  const inactive = users.filter((one) => !one.is_active).map((one) => one.id)
  if (inactive.length === 0) return undefined
  const kept = await trx
    .selectFrom('source_membres')
    .select('user_id')
    .where('source_id', '=', currentId ?? 0)
    .where('user_id', 'in', inactive)
    .execute()
  return kept.length < inactive.length ? 'Un des membres choisis a un compte inactif.' : undefined
}
