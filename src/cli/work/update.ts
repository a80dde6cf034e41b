import { createInterface } from 'node:readline/promises'
import { type Config, readConfig } from '../../config.ts'
import { checkForUpdate } from '../../features/mises-a-jour/releases/check.ts'
import { BACK_BY_IMAGE, BY_IMAGE, UPDATE_COMMAND } from '../../features/mises-a-jour/releases/rules/commands.ts'
import { tellNotes } from '../../features/mises-a-jour/releases/rules/notes.ts'
import { endUpdate, type Outcome, type UpdatedSite } from '../../features/mises-a-jour/update/actions/outcome.ts'
import { goBackTo, type ReturnPoint, returnPoints } from '../../features/mises-a-jour/update/actions/rollback.ts'
import { aloneUpdating, recordUpdate, updateSite } from '../../features/mises-a-jour/update/actions/update.ts'
import { externalState } from '../../features/sauvegardes/externe/queries.ts'
import { AppError } from '../../lib/errors.ts'
import { formatInstant, formatSize } from '../../lib/text.ts'
import { readVersion, systemClock } from '../../process/deps.ts'
import { failureTold } from '../../process/failure.ts'
import { whileOthersWait } from '../../process/servers.ts'
import { backupSite, givenAddress, onSite, presentAddress, settingsOf } from '../../process/site.ts'
import { complain, DONE, REFUSED, say, textOf, type Values } from '../command.ts'

const updatedSite = (config: Config, { debug }: Values): UpdatedSite => ({
  home: config.home,
  storage: config.storage,
  // Asked for when it is needed: what was broken off is ended wherever the database is.
  get backup() {
    return backupSite(config, presentAddress(config))
  },
  say: complain,
  reasonOf: (error) => failureTold(error, debug === true),
  writeDown: (from, to) => recordUpdate(presentAddress(config), systemClock(), from, to),
})

function tell(outcome: Outcome | undefined, version: string): number {
  if (outcome?.echec !== undefined) {
    complain(
      `La mise à jour n’a pas eu lieu : le site est resté à la version ${outcome.version}, avec toutes ses données.`,
    )
    return REFUSED
  }
  say(outcome ? `Relevés est à la version ${outcome.version}.` : `Relevés est à jour (version ${version}).`)
  return DONE
}

/** AppError where another image brings another version: what would be written here goes with the container. */
function refuseInImage({ update: { isImage } }: Config, reason: string): void {
  if (isImage) throw new AppError('conflit', `${reason} Rien n’a été changé.`)
}

async function applyUpdate(config: Config, values: Values): Promise<number> {
  refuseInImage(config, BY_IMAGE)
  const externe = () => onSite(({ db }) => externalState(db, settingsOf(config), systemClock()))
  const choices = { versions: config.update, externe, wantsOwn: values.sauvegarde === true }
  const updating = () => updateSite(Object.assign(updatedSite(config, values), choices))
  const outcome = await whileOthersWait(config, givenAddress(config), updating)
  return tell(outcome, readVersion(config))
}

/** Is the site allowed to ask by itself? */
const mayAsk = (config: Config): boolean => settingsOf(config).update_check_enabled

export async function check(values: Values): Promise<number> {
  const config = readConfig()
  const version = readVersion(config)
  if (values.force !== true && !mayAsk(config)) {
    say('La recherche de mises à jour est désactivée dans les réglages du site (--force : chercher tout de même).')
    return DONE
  }
  const { storage, update } = config
  const { nouvelle, nouveautes, ecartee } = await checkForUpdate({
    storage,
    version,
    versions: update,
    now: systemClock(),
  })
  if (nouvelle === null) {
    say(`Relevés est à jour (version ${version}).`)
    return DONE
  }
  say(`La version ${nouvelle} de Relevés est disponible ; ce site utilise la version ${version}.`)
  tellNotes(say, nouveautes)
  if (update.auto && nouvelle !== ecartee) return applyUpdate(config, values)
  if (update.auto) say('Ce site est revenu de cette version : elle n’est plus mise en place d’elle-même.')
  say(update.isImage ? BY_IMAGE : `Pour la mettre en place : ${UPDATE_COMMAND}`)
  return DONE
}

async function resume(config: Config, values: Values): Promise<number> {
  const ending = () => aloneUpdating(config.storage, () => endUpdate(updatedSite(config, values)))
  const outcome = await whileOthersWait(config, givenAddress(config), ending)
  return outcome ? tell(outcome, '') : DONE
}

export async function update(values: Values): Promise<number> {
  const config = readConfig()
  return values.reprendre === true ? resume(config, values) : applyUpdate(config, values)
}

const withoutCode = (others: number): string =>
  others === 1
    ? 'Une sauvegarde n’est pas dans cette liste\u00a0: elle est d’un autre moteur, ou le code de sa version n’est plus sur ce serveur. Pour la remettre avec le code en place\u00a0: releve db:restore'
    : `${others} sauvegardes ne sont pas dans cette liste\u00a0: elles sont d’un autre moteur, ou le code de leur version n’est plus sur ce serveur. Pour en remettre une avec le code en place\u00a0: releve db:restore`

function listPoints(points: readonly ReturnPoint[]): void {
  for (const [i, { at, version, taille, name }] of points.entries())
    say(`${String(i + 1).padStart(3)}. ${formatInstant(at)} · version ${version} · ${formatSize(taille)} · ${name}`)
}

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const line = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await line.question('Numéro de la sauvegarde à remettre (Entrée : aucune) : ')).trim()
  } finally {
    line.close()
  }
}

export async function rollback(values: Values): Promise<number> {
  const named = textOf(values.sauvegarde)
  const config = readConfig()
  refuseInImage(config, BACK_BY_IMAGE)
  const site = updatedSite(config, values)
  const { points, others } = await returnPoints(site)
  if (others > 0 && named === undefined) complain(withoutCode(others))
  if (points.length === 0) throw new AppError('conflit', 'Il n’y a aucune sauvegarde à laquelle revenir.')
  if (named === undefined) listPoints(points)
  const chosen = named ?? (await ask())
  if (chosen === '') return DONE
  const point = points.find(({ name }, i) => name === chosen || String(i + 1) === chosen)
  if (!point)
    throw new AppError('invalide', `Aucune sauvegarde ne s’appelle ainsi : ${chosen}. Voyez : releve app:rollback`)
  await whileOthersWait(config, givenAddress(config), () => goBackTo(site, point))
  say(`Relevés est revenu à la version ${point.version} et à sa base du ${formatInstant(point.at)}.`)
  return DONE
}
