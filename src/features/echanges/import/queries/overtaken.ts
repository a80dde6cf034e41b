import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { Import } from '../../../imports/kind.ts'
import type { Plan } from '../../rules/plan.ts'
import { KIND } from '../actions/decide.ts'
import { dossierById } from './dossiers.ts'

interface Other {
  id: number
  plan: Plan
  /** It ended at the very instant of this verification, which has seen what it wrote, or has not. */
  isTied: boolean
}

/** Imports of acts that write, or that have written since this one was verified. */
async function writtenSince(db: Db, importId: number, since: string): Promise<Other[]> {
  const rows = await db
    .selectFrom('imports')
    .innerJoin('dossiers_actes', 'dossiers_actes.import_id', 'imports.id')
    .select(['imports.id', 'imports.etat', 'imports.fini_at', 'dossiers_actes.detail'])
    .where('imports.kind', '=', KIND)
    .where('imports.id', '<>', importId)
    .where((eb) =>
      eb.or([
        eb('imports.etat', '=', 'en_cours'),
        eb.and([eb('imports.etat', '=', 'termine'), eb('imports.fini_at', '>=', since)]),
        eb.and([eb('imports.etat', '=', 'echec'), eb('imports.creees', '>', 0), eb('imports.travail_at', '>', since)]),
      ]),
    )
    .execute()
  return rows.map(({ id, etat, fini_at, detail }) => ({
    id,
    plan: detail as unknown as Plan,
    isTied: etat === 'termine' && fini_at === since,
  }))
}

/** The sources that a plan writes into, by their ids and by what would make two of one. */
function targetsOf({ sources, communes, cible, section_id }: Plan): Set<string> {
  const places = new Map(communes.map(({ cle, lieu_id }) => [cle, lieu_id]))
  const keys = sources.flatMap(({ commune, type_source_id, source_id }) => {
    const own = source_id === null ? [] : [`source ${source_id}`]
    if (cible) return own
    const lieu_id = places.get(commune) ?? null
    const there = lieu_id === null ? [] : [`lieu ${lieu_id} ${type_source_id} ${section_id}`]
    return [...own, ...there, `commune ${commune} ${type_source_id} ${section_id}`]
  })
  return new Set(keys)
}

/** Says what another import has written, or is writing, of what this one is about to write. */
function whyNot(plan: Plan, others: readonly Other[]): string | undefined {
  const digests = new Set(plan.fichiers.map(({ empreinte }) => empreinte))
  const targets = targetsOf(plan)
  for (const { id, plan: other, isTied } of others) {
    const file = other.fichiers.find(({ empreinte }) => digests.has(empreinte))
    if (file)
      return `Le fichier ${quoted(file.nom)} a été enregistré depuis cette vérification, ou il est en train de l’être (import n°\u00a0${id}).`
    if (!isTied && [...targetsOf(other)].some((target) => targets.has(target)))
      return `Un autre import a écrit depuis cette vérification dans une des sources où vont ces actes, ou il est en train de le faire (import n°\u00a0${id}).`
  }
  return undefined
}

/**
 * The dry run alone tells which acts are there already: where another import has written them meanwhile, it knows too little. Of two
 * confirmations at once, the second waits here and sees the first.
 */
export async function overtakenBy(
  trx: Trx,
  { id, cible_id, etat, travail_at, created_at }: Import,
): Promise<string | undefined> {
  await dialectOf(trx).locks.lock(trx, 'imports-actes')
  const dossier = await dossierById(trx, cible_id)
  if (!dossier) return undefined
  // One that failed on its way tells when it last worked, no longer when it was verified.
  const since = etat === 'pret' ? (travail_at ?? created_at) : created_at
  const why = whyNot(dossier.plan, await writtenSince(trx, id, since))
  return why && `${why} Envoyez vos fichiers de nouveau\u00a0: les actes qui sont déjà là seront reconnus.`
}
