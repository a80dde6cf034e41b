import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { Import } from '../../../imports/kind.ts'
import { relevesImport } from '../../../releves/import/kind.ts'
import type { Plan } from '../../rules/plan.ts'
import { KIND } from '../actions/decide.ts'
import { dossierById } from './dossiers.ts'

interface Other {
  id: number
  plan: Plan
  /** It ended at the very instant of this verification, which has seen what it wrote, or has not. */
  isTied: boolean
}

const RECORDS = relevesImport.kind

/** Whoever confirms an import of acts or of records holds it. */
const LOCK = 'imports-actes'

/** One that failed on its way tells when it last worked, no longer when it was verified. */
const verifiedAt = ({ etat, travail_at, created_at }: Import): string =>
  etat === 'pret' ? (travail_at ?? created_at) : created_at

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

/** An import of records that writes into one of these sources, or that has written there since. */
async function recordsInto(db: Db, sources: readonly number[], since: string): Promise<number | undefined> {
  const other = await db
    .selectFrom('imports')
    .select('id')
    .where('kind', '=', RECORDS)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('cible_id').$castTo<number>(), [...sources]))
    .where((eb) =>
      eb.or([
        eb('etat', '=', 'en_cours'),
        eb.and([eb('etat', '=', 'termine'), eb('fini_at', '>', since)]),
        eb.and([eb('etat', '=', 'echec'), eb('creees', '>', 0), eb('travail_at', '>', since)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other?.id
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

const written = (id: number): string =>
  `Un autre import a écrit depuis cette vérification dans une des sources où vont ces actes, ou il est en train de le faire (import n°\u00a0${id}).`

/** Says what another import of acts has written, or is writing, of what this one is about to write. */
function whyNot(plan: Plan, others: readonly Other[]): string | undefined {
  const digests = new Set(plan.fichiers.map(({ empreinte }) => empreinte))
  const targets = targetsOf(plan)
  for (const { id, plan: other, isTied } of others) {
    const file = other.fichiers.find(({ empreinte }) => digests.has(empreinte))
    if (file)
      return `Le fichier ${quoted(file.nom)} a été enregistré depuis cette vérification, ou il est en train de l’être (import n°\u00a0${id}).`
    if (!isTied && [...targetsOf(other)].some((target) => targets.has(target))) return written(id)
  }
  return undefined
}

/**
 * The dry run alone tells which acts are there already: where another import has written them meanwhile, it knows too little. Of two
 * confirmations at once, the second waits here and sees the first.
 */
export async function overtakenBy(trx: Trx, imported: Import): Promise<string | undefined> {
  await dialectOf(trx).locks.lock(trx, LOCK)
  const dossier = await dossierById(trx, imported.cible_id)
  if (!dossier) return undefined
  const { plan } = dossier
  const since = verifiedAt(imported)
  const sources = plan.sources.flatMap(({ source_id }) => source_id ?? [])
  const other = await recordsInto(trx, sources, since)
  const why =
    whyNot(plan, await writtenSince(trx, imported.id, since)) ?? (other === undefined ? other : written(other))
  return why && `${why} Envoyez vos fichiers de nouveau\u00a0: les actes qui sont déjà là seront reconnus.`
}

/** Says so of an import of records into one source: acts have been written there since its verification, or are being written. */
export async function overtakenByActs(trx: Trx, imported: Import): Promise<string | undefined> {
  await dialectOf(trx).locks.lock(trx, LOCK)
  const others = await writtenSince(trx, imported.id, verifiedAt(imported))
  const other = others.find(
    ({ plan, isTied }) => !isTied && plan.sources.some(({ source_id }) => source_id === imported.cible_id),
  )
  if (!other) return undefined
  return `Un import d’actes a écrit dans cette source depuis cette vérification, ou il est en train de le faire (import n°\u00a0${other.id}). Envoyez votre fichier de nouveau\u00a0: les lignes qui sont déjà là seront reconnues.`
}
