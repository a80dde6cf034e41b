import type { Refused } from '../../../../db/saving.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { sortKey } from '../../../../lib/text.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { FileError } from '../../../imports/rules/encoding.ts'
import { createLieu } from '../../../lieux/actions.ts'
import { createSource, recordTransition } from '../../../sources/actions/sources.ts'
import type { Commune, Plan, PlanSource } from '../../rules/plan.ts'

export interface Making {
  dossier_id: number
  import_id: number
  user: CurrentUser
  now: string
}

export const savePlan = async (db: Db, id: number, plan: Plan): Promise<void> => {
  await db
    .updateTable('dossiers_actes')
    .set({ detail: JSON.stringify(plan) })
    .where('id', '=', id)
    .execute()
}

const reason = ({ errors }: Refused): string => Object.values(errors).join(' ')

const communeType = async (db: Db): Promise<number | null> =>
  (await db.selectFrom('types_lieux').select('id').where('nom_key', '=', sortKey('Commune')).executeTakeFirst())?.id ??
  null

/** A place of this name that somebody has made there meanwhile. */
async function placeThere(db: Db, { nom, parent_id }: Commune): Promise<number | undefined> {
  const row = await db
    .selectFrom('lieux')
    .select('id')
    .where('nom_tri', '=', sortKey(nom))
    .where('lieu_parent_id', parent_id === null ? 'is' : '=', parent_id)
    .executeTakeFirst()
  return row?.id
}

/** Its token is the same in each attempt: who is killed in between makes no second one. */
async function makePlace(db: Db, commune: Commune, at: number, { dossier_id, import_id, user, now }: Making) {
  const there = await placeThere(db, commune)
  if (there !== undefined) return there
  const input = {
    ...{ nom: commune.nom, code: commune.code_insee === '' ? null : commune.code_insee.slice(0, 20) },
    ...{ type_id: await communeType(db), lieu_parent_id: commune.parent_id },
    ...{ latitude: null, longitude: null, note: null },
  }
  const made = await createLieu(db, input, { userId: user.id, jeton: `actes-${dossier_id}-lieu-${at}`, now })
  if (!made.ok) throw new FileError(`Le lieu ${quoted(commune.nom)} n’a pas pu être créé. ${reason(made)}`)
  await db.updateTable('lieux').set({ import_id }).where('id', '=', made.value).execute()
  return made.value
}

async function validate(trx: Trx, id: number, { user, now }: Making): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set((eb) => ({ status: 'validee', updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'a_relever')
    .executeTakeFirst()
  const move = { source_id: id, user_id: user.id, de: 'a_relever' as const, vers: 'validee' as const, now }
  if (numUpdatedRows > 0n) await recordTransition(trx, move)
}

async function makeSource(db: Db, plan: Plan, source: PlanSource, at: number, making: Making): Promise<number> {
  const commune = plan.communes.find(({ cle }) => cle === source.commune)
  const { user, now, dossier_id } = making
  const input = {
    ...{ titre: null, type_source_id: source.type_source_id, lieu_id: commune?.lieu_id ?? null, membres: [] },
    ...{ section_id: plan.section_id, depot_id: null, cote: source.cote?.slice(0, 120) || null, url: null },
    ...{ note: null, annee_debut: source.debut, annee_fin: source.fin },
  }
  const made = await createSource(db, user, input, { userId: user.id, jeton: `actes-${dossier_id}-source-${at}`, now })
  if (!made.ok) throw new FileError(`Une source n’a pas pu être créée. ${reason(made)}`)
  if (plan.status === 'validee') await db.transaction().execute((trx) => validate(trx, made.value, making))
  return made.value
}

/** Makes the places and sources that the plan lacks, and writes down each as soon as it is there. */
export async function makeTargets(db: Db, plan: Plan, making: Making): Promise<void> {
  for (const [at, commune] of plan.communes.entries()) {
    if (!commune.creer || commune.lieu_id !== null) continue
    commune.lieu_id = await makePlace(db, commune, at, making)
    await savePlan(db, making.dossier_id, plan)
  }
  for (const [at, source] of plan.sources.entries()) {
    if (source.source_id !== null) continue
    source.source_id = await makeSource(db, plan, source, at, making)
    source.creee = true
    await savePlan(db, making.dossier_id, plan)
  }
}
