import { resolve } from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { actorWithout, record } from '../features/journal/actions.ts'
import { archivePhotos, restorePhotos, verifyArchive } from '../features/vues/actions/archive.ts'
import { type Told, verifyPhotos } from '../features/vues/actions/verify.ts'
import { viewsShowing } from '../features/vues/queries/photos.ts'
import { hashOfName } from '../features/vues/rules/photo-files.ts'
import { AppError } from '../lib/errors.ts'
import { formatSize, plural } from '../lib/text.ts'
import { type InstalledSite, onSite } from '../process/site.ts'
import { type Command, complain, DONE, REFUSED, say, textOf, type Values } from './command.ts'

const OTHER_VERSION = 'La base est d’une autre version : lancez d’abord « releve db:migrate ».'
/** More names than these help nobody. */
const NAMES = 20

async function complainOf(db: Db, names: readonly string[], one: string, many: string): Promise<void> {
  if (names.length === 0) return
  complain(`${plural(names.length, one, many)} :`)
  const some = names.slice(0, NAMES)
  const views = await viewsShowing(
    db,
    some.flatMap((name) => hashOfName(name)?.sha256 ?? []),
  )
  for (const name of some) {
    const view = views.get(hashOfName(name)?.sha256 ?? '')
    complain(view === undefined ? `  ${name}` : `  ${name} (${view})`)
  }
  if (names.length > NAMES) complain('  …')
}

/** Says what is wrong, and gives the exit code. */
async function troubles(db: Db, { missing, damaged }: Told): Promise<number> {
  await complainOf(db, missing, 'fichier manque', 'fichiers manquent')
  await complainOf(db, damaged, 'fichier est abîmé', 'fichiers sont abîmés')
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
    const isWhole = told.missing.length + told.damaged.length === 0
    const entry = { action: 'images.archive', resultat: isWhole ? 'ok' : 'alerte' } as const
    const detail = { lignes: told.present + told.copied }
    await record(db, actorWithout(null), { ...entry, detail }, new Date().toISOString())
    say(`${copied(told)}, ${plural(told.present, 'était déjà là', 'étaient déjà là')}.`)
    return troubles(db, told)
  })

const verify = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const folder = textOf(values.dossier)
    const told = folder === undefined ? await verifyPhotos(db, config.storage) : await verifyArchive(resolve(folder))
    say(`${plural(told.present, 'fichier relu', 'fichiers relus')} (${formatSize(told.octets)}).`)
    return troubles(db, told)
  })

const restore = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const told = await restorePhotos(db, config.storage, folderOf(values), { all: values.tout === true })
    say(`${copied(told)}, ${plural(told.present, 'était en place', 'étaient en place')}.`)
    return troubles(db, told)
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

Relit chaque photo et ses copies, et compare leurs empreintes : celles du site, ou celles de l’archive faite par images:archive.
Ce qui manque ou est abîmé est nommé, avec sa source et sa vue.

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
(db:restore) ou remettez l’archive de tout (import:tout), puis lancez cette commande. Chaque fichier est comparé à son empreinte ;
une photo déjà relue, dont ni la taille ni la date n’ont changé depuis, ne l’est pas une seconde fois.

  --tout   relit toutes les photos du site : après une panne de disque, par exemple

Code de sortie : 0 toutes les photos sont là, 1 il en manque encore, 2 options à corriger.`,
    options: { tout: { type: 'boolean' } },
    argument: 'dossier',
    run: restore,
  },
}
