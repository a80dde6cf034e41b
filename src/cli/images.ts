import { resolve } from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import {
  archivePhotos,
  restorePhotos,
  type Told,
  verifyArchive,
  verifyPhotos,
} from '../features/vues/actions/archive.ts'
import { AppError } from '../lib/errors.ts'
import { formatSize, plural } from '../lib/text.ts'
import { type InstalledSite, onSite } from '../process/site.ts'
import { type Command, complain, DONE, REFUSED, say, textOf, type Values } from './command.ts'

const OTHER_VERSION = 'La base est d’une autre version : lancez d’abord « releve db:migrate ».'
/** More names than these help nobody. */
const NAMES = 20

function complainOf(names: readonly string[], one: string, many: string): void {
  if (names.length === 0) return
  complain(`${plural(names.length, one, many)} :`)
  for (const name of names.slice(0, NAMES)) complain(`  ${name}`)
  if (names.length > NAMES) complain('  …')
}

/** Says what is wrong, and gives the exit code. */
function troubles({ missing, damaged }: Told): number {
  complainOf(missing, 'fichier manque', 'fichiers manquent')
  complainOf(damaged, 'fichier est abîmé', 'fichiers sont abîmés')
  return missing.length + damaged.length === 0 ? DONE : REFUSED
}

const onCurrentSite = (work: (site: InstalledSite) => Promise<number>): Promise<number> =>
  onSite(async (site) => {
    if ((await pendingMigrations(site.db)).length > 0) throw new AppError('interdit', OTHER_VERSION)
    return work(site)
  })

const folderOf = (values: Values): string => resolve(textOf(values.dossier) ?? '')

const copied = ({ copied: n, octets }: Told): string =>
  `${plural(n, 'fichier copié', 'fichiers copiés')} (${formatSize(octets)})`

const archive = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const told = await archivePhotos(db, config.storage, folderOf(values))
    say(`${copied(told)}, ${plural(told.present, 'était déjà là', 'étaient déjà là')}.`)
    return troubles(told)
  })

const verify = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const folder = textOf(values.dossier)
    const told = folder === undefined ? await verifyPhotos(db, config.storage) : await verifyArchive(resolve(folder))
    say(`${plural(told.present, 'fichier relu', 'fichiers relus')} (${formatSize(told.octets)}).`)
    return troubles(told)
  })

const restore = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const told = await restorePhotos(db, config.storage, folderOf(values))
    say(`${copied(told)}, ${plural(told.present, 'était en place', 'étaient en place')}.`)
    return troubles(told)
  })

/** Photos of registers have an archive of their own. */
export const imagesCommands: Record<string, Command> = {
  'images:archive': {
    summary: 'copie les photos des registres dans un dossier, les nouvelles seules',
    help: `releve images:archive DOSSIER

Copie dans un dossier, sur un autre disque de préférence, les photos que ce dossier n’a pas encore. Rien n’en est retiré. Le site
peut rester en service ; arrêtée en chemin, la même commande reprend. empreintes.txt permet de vérifier l’archive sans Relevés :
sha256sum -c empreintes.txt. Les sauvegardes du site ne contiennent pas les photos : faites les deux.

Code de sortie : 0 tout est copié, 1 refusé, ou des photos manquent sur le site ou y sont abîmées, 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    run: archive,
  },
  'images:verify': {
    summary: 'relit toutes les photos du site, ou celles d’une archive',
    help: `releve images:verify [DOSSIER]

Relit chaque photo et compare son empreinte : celles du site, ou celles de l’archive faite par images:archive.

Code de sortie : 0 tout est là, 1 des fichiers manquent ou sont abîmés, 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    isArgumentOptional: true,
    run: verify,
  },
  'images:restore': {
    summary: 'remet sur le site les photos qui lui manquent, depuis leur archive',
    help: `releve images:restore DOSSIER

Remet les photos que la base connaît et qui manquent sur le disque, ou y sont abîmées. Après une panne : restaurez d’abord la base
(db:restore) ou remettez l’archive de tout (import:tout), puis lancez cette commande. Chaque fichier est comparé à son empreinte.

Code de sortie : 0 toutes les photos sont là, 1 il en manque encore, 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    run: restore,
  },
}
