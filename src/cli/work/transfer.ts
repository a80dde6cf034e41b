import { type Config, readConfig } from '../../config.ts'
import {
  databaseAddress,
  readSiteConfig,
  storedAddress,
  writeSiteConfig,
} from '../../features/presence/installation.ts'
import { handedOver, isServed } from '../../features/presence/presence.ts'
import { transferBase } from '../../features/sauvegardes/actions/transfer.ts'
import { describeAddress, tryDatabase } from '../../features/setup/database.ts'
import { AppError } from '../../lib/errors.ts'
import { plural } from '../../lib/text.ts'
import { refuseBesideOthers } from '../../process/servers.ts'
import { backupSite, presentAddress } from '../../process/site.ts'
import { complain, DONE, say, textOf, type Values } from '../command.ts'

const ENV_WINS =
  'La variable DATABASE_URL donne la base de ce site, qui est en service : arrêtez-le d’abord, puis recommencez. Ou ajoutez --copie.'
const COPIED = 'Le site garde sa base : ce qui y est écrit désormais n’est pas dans la copie.'
const TELL_ENV = 'Donnez maintenant la nouvelle adresse à la variable DATABASE_URL, puis relancez le site.'

const NOT_FOLLOWED =
  'Le site n’est pas passé tout entier à la nouvelle base en deux minutes (son journal dit pourquoi) : il garde l’ancienne, où rien ne manque. La nouvelle est remplie : donnez-en une autre, ou videz-la, avant de recommencer.'

/**
 * Writes the new address down, and waits until every process that serves the site has gone over to it. AppError `conflit` where
 * one of them cannot: all have the old one again.
 */
async function switchSite({ storage }: Config, from: string, to: string): Promise<void> {
  const stored = readSiteConfig(storage)
  if (typeof stored !== 'object') throw new AppError('conflit', 'Le fichier storage/config.json ne peut pas être lu.')
  writeSiteConfig(storage, { ...stored, database: storedAddress(storage, to) })
  if (await handedOver(storage, to)) return
  writeSiteConfig(storage, stored)
  await handedOver(storage, from)
  throw new AppError('conflit', NOT_FOLLOWED)
}

/** An address where a database can be made that this site does not use yet. */
async function targetOf(config: Config, given: string, from: string): Promise<string> {
  const to = databaseAddress(config.storage, given)
  if (to === from) throw new AppError('invalide', 'Cette base est déjà celle du site.')
  const outcome = await tryDatabase(config.storage, { moteur: 'donnee', url: to }, undefined)
  if (!outcome.ok) throw new AppError('conflit', outcome.message)
  return to
}

export async function transfer(values: Values): Promise<number> {
  const config = readConfig()
  const given = textOf(values.to)
  if (!given) throw new AppError('invalide', 'Il faut --to ADRESSE. Voyez : releve db:transfer --help')
  const moves = values.copie !== true
  if (moves && config.databaseUrl && isServed(config.storage)) throw new AppError('conflit', ENV_WINS)
  const site = backupSite(config, presentAddress(config))
  if (moves) await refuseBesideOthers(config, site.address)
  const to = await targetOf(config, given, site.address)
  const switchTo = config.databaseUrl ? () => Promise.resolve() : () => switchSite(config, site.address, to)
  const rows = await transferBase(site, to, { say: complain, ...(moves && { switchTo }) })
  say(
    `${plural(rows, 'ligne copiée, relue et comparée', 'lignes copiées, relues et comparées')} : rien ne manque, rien n’est changé.`,
  )
  if (!moves) say(COPIED)
  else if (config.databaseUrl) say(TELL_ENV)
  else
    say(
      `Le site utilise maintenant cette base. L’ancienne est restée où elle était : ${describeAddress(site.address)}.`,
    )
  return DONE
}
