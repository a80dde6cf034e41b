import { createHash } from 'node:crypto'
import type { Db } from '../../../../db/schema.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { createImport } from '../../../imports/actions/steps.ts'
import { type Plan, sourcesOf } from '../../rules/plan.ts'
import type { Dossier } from '../queries/dossiers.ts'
import { existingSource } from '../queries/proposals.ts'
import { savePlan } from './targets.ts'

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
  return { ...plan, sources }
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

/** Sends a decided dossier to its dry run, once: a second click finds the import of the first. */
export async function sendToDryRun(db: Db, dossier: Dossier, plan: Plan, now: Date): Promise<number> {
  if (dossier.import_id !== null) return dossier.import_id
  await savePlan(db, dossier.id, plan)
  const id = await createImport(
    db,
    {
      ...{ kind: KIND, cible_id: dossier.id, user_id: dossier.user_id, nom_fichier: nameOf(plan) },
      ...{ fichier: `dossier-${dossier.id}`, encodage: plan.fichiers[0]?.encodage ?? 'utf-8', empreinte: digest(plan) },
      taille: plan.fichiers.reduce((sum, { taille }) => sum + taille, 0),
    },
    `dossier-${dossier.id}`,
    now,
  )
  await db.updateTable('dossiers_actes').set({ import_id: id }).where('id', '=', dossier.id).execute()
  return id
}
