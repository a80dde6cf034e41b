import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../../db/schema.ts'
import { AppError } from '../../../../lib/errors.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { insertImport, type NewImport } from '../../../imports/actions/steps.ts'
import { type Plan, sourcesOf } from '../../rules/plan.ts'
import { type Dossier, dossierById, GONE } from '../queries/dossiers.ts'
import { existingSource } from '../queries/proposals.ts'

export const KIND = 'actes'

const digest = (plan: Plan): string =>
  createHash('sha256')
    .update(
      plan.fichiers
        .map(({ empreinte }) => empreinte)
        .sort()
        .join(),
    )
    .digest('hex')

const nameOf = ({ fichiers }: Plan): string => {
  const [first] = fichiers
  const others = fichiers.length - 1
  if (others <= 0) return first?.nom ?? 'actes'
  return `${first?.nom ?? ''} et ${others === 1 ? 'un autre fichier' : `${others} autres fichiers`}`.slice(0, 200)
}

/** The plan with the sources that it leads to: those that are there are found, unless new ones are wanted. */
export async function withSources(db: Db, user: CurrentUser, plan: Plan, isNew: boolean): Promise<Plan> {
  const sources = sourcesOf(plan)
  for (const source of sources) {
    const lieu_id = plan.communes.find(({ cle }) => cle === source.commune)?.lieu_id ?? null
    if (isNew || lieu_id === null) continue
    const wanted = { lieu_id, type_source_id: source.type_source_id, section_id: plan.section_id }
    source.source_id = await existingSource(db, user, wanted)
  }
  return { ...plan, sources, nouvelles: isNew }
}

/** All acts go to one source. */
export function intoOne(plan: Plan, source: { id: number; type_source_id: number }, strict: boolean): Plan {
  const heap = plan.parts.reduce((sum, { actes }) => sum + actes, 0)
  const one = { commune: '', type_source_id: source.type_source_id, source_id: source.id, creee: false }
  return {
    ...plan,
    cible: { source_id: source.id, type_source_id: source.type_source_id, strict },
    sources: [{ ...one, actes: heap, cote: null, debut: null, fin: null }],
  }
}

/** The choices that somebody made of a dossier, apart from what became of it since. */
const choicesOf = ({ communes, classes, section_id, status, nouvelles = false, cible }: Plan) => ({
  communes: communes.map(({ lieu_id, creer }) => (creer ? 'creer' : lieu_id)),
  classes: classes.map(({ type_source_id }) => type_source_id),
  ...{ section_id, status, nouvelles, cible },
})

/** A dossier on its way to its dry run, or the one that other choices have sent there before. */
type Sent = { ok: true; id: number } | { ok: false; standing: Dossier }

/** Sends a decided dossier to its dry run, once: a second click finds the import of the first, other choices come too late. */
export const sendToDryRun = (db: Db, { id, user_id }: Dossier, plan: Plan, now: Date): Promise<Sent> =>
  db.transaction().execute(async (trx): Promise<Sent> => {
    // The second of two decisions at once waits here until the first is there.
    const held = await trx
      .updateTable('dossiers_actes')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .executeTakeFirst()
    const standing = held.numUpdatedRows > 0n ? await dossierById(trx, id) : undefined
    if (!standing) throw new AppError('introuvable', GONE)
    if (standing.import_id !== null)
      return isDeepStrictEqual(choicesOf(standing.plan), choicesOf(plan))
        ? { ok: true, id: standing.import_id }
        : { ok: false, standing }
    const importId = await insertImport(trx, importOf(id, user_id, plan), now)
    const values = { detail: JSON.stringify(plan), import_id: importId }
    await trx.updateTable('dossiers_actes').set(values).where('id', '=', id).execute()
    return { ok: true, id: importId }
  })

const importOf = (dossierId: number, user_id: number, plan: Plan): NewImport => ({
  ...{ kind: KIND, cible_id: dossierId, user_id, nom_fichier: nameOf(plan) },
  ...{ fichier: `dossier-${dossierId}`, encodage: plan.fichiers[0]?.encodage ?? 'utf-8', empreinte: digest(plan) },
  taille: plan.fichiers.reduce((sum, { taille }) => sum + taille, 0),
})
