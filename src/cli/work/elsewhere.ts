import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { settingsStore } from '../../features/parametres/store.ts'
import { backupsFolder } from '../../features/sauvegardes/actions/backups.ts'
import { sendCopy } from '../../features/sauvegardes/ailleurs/actions/copy.ts'
import { fetchCopy, listCopies } from '../../features/sauvegardes/ailleurs/actions/fetch.ts'
import { parseElsewhere } from '../../features/sauvegardes/ailleurs/form.ts'
import { ElsewhereError } from '../../features/sauvegardes/ailleurs/rules/faults.ts'
import { markAt } from '../../features/sauvegardes/ailleurs/rules/remote-names.ts'
import { placeInWords } from '../../features/sauvegardes/ailleurs/rules/words.ts'
import { recordCopy } from '../../features/sauvegardes/ailleurs/task.ts'
import type { Elsewhere } from '../../lib/elsewhere.ts'
import { AppError } from '../../lib/errors.ts'
import { silentLog } from '../../lib/log.ts'
import { formatInstant, formatSize } from '../../lib/text.ts'
import { systemClock } from '../../process/deps.ts'
import { backupSite, onSite, presentAddress, secretOf } from '../../process/site.ts'
import { complain, DONE, say, textOf, type Values } from '../command.ts'
import { askPlace, confirmed } from './asking.ts'
import { restore } from './base.ts'
import { stderrLog } from './typed.ts'

const NOWHERE =
  'La copie ailleurs n’est pas réglée\u00a0: donnez COPIE_SORTE et ce qui suit (voyez --help), ou réglez-la dans les paramètres du site.'

/** The settings file of this folder; the secrets of one that was made on another machine cannot be read. */
const storeOf = (config: Config) => settingsStore(config.storage, stderrLog(), secretOf(config))

const isKnownHere = ({ storage }: Config): boolean => existsSync(join(storage, 'app', 'settings.json'))

/** A private key is given by its file, so that no list of processes and no history of a shell has it. */
function keyIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AppError('invalide', `La clé privée ${path} ne peut pas être lue.`, { cause: error })
  }
}

/** The place that was typed, or that the environment tells. AppError `invalide` with each thing that is missing or wrong. */
function placeFrom(given: Record<string, string>): Elsewhere {
  const { phrase = '', cle_privee = '', ...others } = given
  const raw = { ...others, phrase, phrase_encore: phrase, cle_privee: cle_privee === '' ? '' : keyIn(cle_privee) }
  const form = parseElsewhere(raw, null)
  if (form.ok) return form.value
  const lines = Object.entries(form.errors).map(([name, message]) => `COPIE_${name.toUpperCase()}\u00a0: ${message}`)
  throw new AppError('invalide', lines.join('\n'))
}

/** Where the copies are: told by the environment, by the settings, or by whoever sits at the terminal. */
async function placeOf(config: Config, mayAsk: boolean): Promise<Elsewhere> {
  if (config.copie.sorte !== undefined) return placeFrom(config.copie)
  const known = isKnownHere(config) ? storeOf(config).read().ailleurs : null
  if (known) return known
  if (!mayAsk || !process.stdin.isTTY) throw new AppError('invalide', NOWHERE)
  return placeFrom(await askPlace(config.copie))
}

/** A refusal of the other side becomes the refusal of a command. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ElsewhereError ? new AppError('conflit', error.message, { cause: error }) : error
  }
}

/** Says each time that one more tenth is done. */
function tenths(label: string): (percent: number) => void {
  let told = 0
  return (percent) => {
    if (percent - told < 10) return
    told = percent - (percent % 10)
    complain(`${label}\u00a0: ${told}\u00a0%`)
  }
}

export const send = (): Promise<number> =>
  onSite(async ({ db, config }) => {
    const place = await placeOf(config, false)
    const site = { ...backupSite(config, presentAddress(config)), marque: markAt(place, secretOf(config)) }
    const copied = await refusing(() => sendCopy(site, place, { progress: tenths('Copie et relecture') }))
    await recordCopy({ db, clock: systemClock }, copied)
    say(`Copiée et relue (${formatSize(copied.taille)})\u00a0: ${copied.fichier}\n${placeInWords(place)}`)
    return DONE
  })

export async function list(): Promise<number> {
  const place = await placeOf(readConfig(), false)
  const copies = await refusing(() => listCopies(place))
  if (copies.length === 0) say('Aucune copie là-bas.')
  for (const { name, at, taille } of copies) say(`${formatInstant(at)}  ${formatSize(taille).padStart(9)}  ${name}`)
  return DONE
}

/** A server of SFTP whose key nobody told: whoever sits at the terminal compares it, before anything is told to that server. */
async function withKey(place: Elsewhere): Promise<Elsewhere> {
  try {
    await listCopies(place)
    return place
  } catch (error) {
    if (!(error instanceof ElsewhereError) || error.empreinte === undefined || !process.stdin.isTTY) throw error
    if (error.fault !== 'cle_inconnue') throw error
    const isRight = await confirmed(
      `La clé de ce serveur a pour empreinte ${error.empreinte}. Est-ce celle de la fiche\u00a0?`,
    )
    if (!isRight) throw error
    return { ...place, cle_hote: error.empreinte }
  }
}

/** On a machine of its own the site forgets nothing of the place, nor under which mark it copied, but copies nothing before somebody says so. */
function keepPlace(config: Config, place: Elsewhere, marque: string): void {
  // The settings that came back were sealed on the other machine: nobody is told that they cannot be read here.
  const store = settingsStore(config.storage, silentLog, secretOf(config))
  if (store.read().ailleurs !== null) return
  store.write({ ailleurs: { ...place, chaque_nuit: false, marque } })
  say(
    'La copie de chaque nuit est arrêtée ici\u00a0: si cette machine remplace l’ancienne, cochez-la de nouveau dans les paramètres.',
  )
}

export async function bringBack(values: Values): Promise<number> {
  const config = readConfig()
  const name = textOf(values.copie) ?? ''
  const { place, backup } = await refusing(async () => {
    const checked = await withKey(await placeOf(config, true))
    const progress = tenths('Copie rapportée')
    return { place: checked, backup: await fetchCopy(config.storage, checked, name, { progress, now: systemClock() }) }
  })
  say(
    `Copie rapportée et vérifiée (${formatSize(backup.taille)})\u00a0: ${join(backupsFolder(config.storage), backup.name)}`,
  )
  if (values['sans-restaurer'] === true) return DONE
  const code = await restore({ fichier: backup.name, database: values.database, lieu: true })
  if (code === DONE) keepPlace(config, place, backup.site)
  return code
}
