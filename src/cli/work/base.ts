import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig, startCommand } from '../../config.ts'
import { baseAt, migrateBase } from '../../db/bases.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import {
  databaseAddress,
  hasMarker,
  newSecret,
  storedAddress,
  writeMarker,
  writeSiteConfig,
} from '../../features/presence/installation.ts'
import { type BackupSite, backupsFolder, makeBackup } from '../../features/sauvegardes/actions/backups.ts'
import { type Restored, restoreBackup } from '../../features/sauvegardes/actions/restore.ts'
import { endNote } from '../../features/sauvegardes/rules/restoration-note.ts'
import { tooLargeInWords } from '../../features/sauvegardes/rules/size.ts'
import { tryDatabase } from '../../features/setup/database.ts'
import { AppError } from '../../lib/errors.ts'
import { readJson } from '../../lib/json-file.ts'
import { formatInstant, formatSize, plural } from '../../lib/text.ts'
import { failureTold } from '../../process/failure.ts'
import { whileOthersWait } from '../../process/servers.ts'
import {
  answering,
  backupSite,
  givenAddress,
  isInstalled,
  NO_BASE,
  onSite,
  presentAddress,
} from '../../process/site.ts'
import { complain, DONE, say, textOf, type Values } from '../command.ts'

export const migrate = (): Promise<number> =>
  onSite(async ({ db, config }) => {
    const pending = await pendingMigrations(db)
    await migrateBase(presentAddress(config))
    say(pending.length === 0 ? 'La base est à jour.' : `Base mise à niveau : ${pending.join(', ')}.`)
    return DONE
  })

export async function backup(): Promise<number> {
  const config = readConfig()
  const site = backupSite(config, presentAddress(config))
  const base = baseAt(site.address)
  const made = await answering(base, async () => {
    const warning = tooLargeInWords(await base.size())
    if (warning !== undefined) complain(warning)
    return makeBackup(site, 'manuelle')
  })
  say(`Sauvegarde faite et relue (${formatSize(made.taille)}) :\n${join(backupsFolder(site.storage), made.name)}`)
  return DONE
}

/** A file as it is given on the command line, or the name of one of our backups. */
function backupPath(storage: string, given: string): string {
  const known = join(backupsFolder(storage), given)
  const path = !given.includes('/') && existsSync(known) ? known : resolve(given)
  if (!existsSync(path)) throw new AppError('invalide', `Ce fichier n’existe pas : ${path}`)
  return path
}

/** A machine on which nothing is installed yet gets its configuration first: a restoration that is killed can be begun again. */
async function freshSite(config: Config, given: string | undefined): Promise<BackupSite> {
  const { storage, databaseUrl } = config
  const url = given === undefined || given === 'sqlite' ? 'sqlite:database.sqlite' : given
  const outcome = await tryDatabase(storage, { moteur: 'donnee', url: databaseUrl ?? url }, databaseUrl)
  if (!outcome.ok) throw new AppError('conflit', outcome.message)
  const address = databaseAddress(storage, databaseUrl ?? url)
  const database = databaseUrl ? {} : { database: storedAddress(storage, address) }
  writeSiteConfig(storage, { ...database, secret: config.secret ?? newSecret() })
  return backupSite(config, address)
}

/** The marker of a site that came back on another machine. */
function markInstalled({ storage, version, clock }: BackupSite, isPlaceKnown: boolean): void {
  const stored = readJson(join(storage, 'app', 'settings.json')) as Record<string, unknown> | undefined
  const at = typeof stored?.installed_at === 'string' ? stored.installed_at : clock().toISOString()
  writeMarker(storage, version, at)
  if (stored?.ailleurs && !isPlaceKnown) say('Les secrets de la copie ailleurs ne voyagent pas avec une sauvegarde.')
  if (stored?.smtp)
    say('Le mot de passe du serveur de courriel ne voyage pas : saisissez-le de nouveau dans les réglages.')
}

function tell(site: BackupSite, { creeLe, lignes, copie, abimee }: Restored): void {
  say(
    `Sauvegarde du ${formatInstant(creeLe)} restaurée : ${plural(lignes.releves ?? 0, 'relevé', 'relevés')}, ${plural(lignes.sources ?? 0, 'source', 'sources')}, ${plural(lignes.users ?? 0, 'compte', 'comptes')}.`,
  )
  if (copie) say(`Ce qui était en place est gardé ici :\n${join(backupsFolder(site.storage), copie.name)}`)
  if (abimee) say(`La base qui ne se lisait plus est gardée ici :\n${abimee}`)
}

async function restoreNow(values: Values): Promise<number> {
  const config = readConfig()
  const path = backupPath(config.storage, textOf(values.fichier) ?? '')
  const database = textOf(values.database)
  const wasInstalled = isInstalled(config)
  if (wasInstalled && database)
    throw new AppError(
      'conflit',
      'Ce site est installé : sa base est celle de sa configuration, --database ne la change pas.',
    )
  const address = givenAddress(config)
  if (wasInstalled && !address) throw new AppError('conflit', NO_BASE)
  const site = wasInstalled && address ? backupSite(config, address) : await freshSite(config, database)
  const choices = {
    force: values.force === true,
    withoutCopy: values['sans-copie'] === true,
    keepsSessions: values['garder-sessions'] === true,
    leaving: textOf(values['sans-tables'])?.split(',') ?? [],
    say: complain,
  }
  const restoring = () => answering(baseAt(site.address), () => restoreBackup(site, path, choices))
  tell(site, await whileOthersWait(config, site.address, restoring))
  if (!hasMarker(config.storage)) markInstalled(site, values.lieu === true)
  if (!wasInstalled) say(`Lancez « ${startCommand(config)} » pour ouvrir le site.`)
  return DONE
}

/** Restores; where the page asked for it (`suivi`), its end is noted for the page. `lieu`: its caller knows the secrets of the place elsewhere. */
export async function restore(values: Values): Promise<number> {
  if (values.suivi !== true) return restoreNow(values)
  const { storage } = readConfig()
  try {
    const code = await restoreNow(values)
    endNote(storage, 'faite', '')
    return code
  } catch (error) {
    endNote(storage, 'refusee', failureTold(error))
    throw error
  }
}
