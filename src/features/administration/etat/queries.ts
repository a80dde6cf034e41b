import cluster from 'node:cluster'
import { sql } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { type CopyState, copiesOf } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import { diskRoom } from '../../../lib/disk.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { type Incident, readIncidents } from '../../../lib/incidents.ts'
import { memoryOfAll } from '../../../lib/memory.ts'
import type { Deps } from '../../../web/env.ts'
import { roomOfFiles } from '../../fichiers/queries.ts'
import { shelfOf } from '../../fichiers/rules/shelves.ts'
import { servingPids } from '../../presence/presence.ts'
import { type OtherServer, servers } from '../../presence/servers-queries.ts'
import { listBackups } from '../../sauvegardes/actions/backups.ts'
import { lastCopy } from '../../sauvegardes/ailleurs/queries.ts'
import { externalState } from '../../sauvegardes/externe/queries.ts'
import type { ExternalState } from '../../sauvegardes/externe/rules/age.ts'
import { newestOf } from '../../sauvegardes/rules/retention.ts'
import { isStuck } from '../../taches/actions.ts'

/** Errors are told for so long: whoever was given a reference may write a week later. */
const ERRORS_MS = 30 * DAY_MS

export interface SiteState {
  version: string
  node: string
  moteur: { label: string; version: string }
  /** Sentences on what is wrong with how the database is reached. */
  soucis: string[]
  /** Servers that follow that of the database, and are read. */
  copies: CopyState[]
  /** Bytes, of the database. */
  octets: number
  releves: number
  /** Bytes, of the disk of the storage folder. */
  disque: Awaited<ReturnType<typeof diskRoom>>
  /** Bytes that the processes which serve hold together; undefined where the system does not tell. */
  memoire: number | undefined
  processus: number
  /** ISO instant from which the process that answers has run. */
  depuis: string
  taches: { attente: number; enCours: number; garees: number; echecs: number }
  sauvegarde: { at: string; taille: number } | undefined
  /** The storage that the servers of the site have in common; undefined where there is none. `souci`: a sentence on what is wrong there. */
  fichiers: { fichiers: number; octets: number; souci: string | undefined } | undefined
  /** Servers that share no folder and serve now. */
  serveurs: OtherServer[]
  /** ISO instant of the last copy elsewhere; undefined where there is none. */
  copie: string | undefined
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
  /** Those of the last day, the newest first. */
  lentes: Incident[]
  /** Those of the last thirty days, likewise. */
  erreurs: Incident[]
}

/** Records by the counters of their sources: millions are not counted for a page that is asked for every minute. */
async function countsOf(db: Db) {
  const row = await db
    .selectNoFrom((eb) => {
      const tasks = eb.selectFrom('taches').select((e) => e.fn.countAll<number>().as('n'))
      return [
        eb.selectFrom('sources').select(sql<number>`coalesce(sum(nb_releves), 0)`.as('n')).as('releves'),
        tasks.where('etat', '=', 'attente').as('attente'),
        tasks.where('etat', '=', 'en_cours').as('enCours'),
        tasks.where('etat', '=', 'garee').as('garees'),
        tasks.where(isStuck).as('echecs'),
      ]
    })
    .executeTakeFirstOrThrow()
  const { releves, ...taches } = row
  const n = (count: number | null) => Number(count ?? 0)
  return {
    releves: n(releves),
    taches: {
      attente: n(taches.attente),
      enCours: n(taches.enCours),
      garees: n(taches.garees),
      echecs: n(taches.echecs),
    },
  }
}

/** The supervisor is one of them. */
function processesOf(storage: string): Pick<SiteState, 'memoire' | 'processus'> {
  const serving = new Set([process.pid, ...servingPids(storage)])
  const all = cluster.isWorker ? [process.ppid, ...serving] : [...serving]
  return { processus: serving.size, memoire: memoryOfAll(all) }
}

/** Servers without a common folder, and their storage, which is tried. */
async function sharedState(db: Db, storage: string, now: Date): Promise<Pick<SiteState, 'fichiers' | 'serveurs'>> {
  const shelf = shelfOf(storage)
  if (!shelf) return { fichiers: undefined, serveurs: [] }
  return { fichiers: { ...(await roomOfFiles(db)), souci: await shelf.trial() }, serveurs: await servers(db, now) }
}

/** How the site does: of this server, but for the database, which all its servers share. */
export async function siteState({ db, clock, storage, settings, version }: Deps): Promise<SiteState> {
  const now = clock()
  const dialect = dialectOf(db)
  const incidents = readIncidents(storage, new Date(now.getTime() - ERRORS_MS))
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString()
  const newest = newestOf(listBackups(storage), now)
  return {
    ...{ version, node: process.version, moteur: { label: dialect.label, version: await dialect.version(db) } },
    soucis: await dialect.concerns(db),
    copies: copiesOf(db)?.copies.states() ?? [],
    ...{ octets: await dialect.size(db), ...(await countsOf(db)), ...processesOf(storage) },
    ...{ disque: await diskRoom(storage), sauvegarde: newest && { at: newest.at, taille: newest.taille } },
    ...(await sharedState(db, storage, now)),
    copie: (await lastCopy(db, now))?.at,
    externe: await externalState(db, settings.read(), now),
    depuis: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    lentes: incidents.filter(({ genre, at }) => genre === 'lente' && at >= yesterday),
    erreurs: incidents.filter(({ genre }) => genre === 'erreur'),
  }
}
