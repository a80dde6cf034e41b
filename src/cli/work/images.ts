import { resolve } from 'node:path'
import type { Db } from '../../db/schema.ts'
import { actorWithout, record } from '../../features/journal/actions.ts'
import { archivePhotos, restorePhotos, verifyArchive } from '../../features/vues/actions/archive.ts'
import { type Told, verifyPhotos } from '../../features/vues/actions/verify.ts'
import { viewsShowing } from '../../features/vues/queries/photos.ts'
import { hashOfName } from '../../features/vues/rules/photo-files.ts'
import { formatSize, plural } from '../../lib/text.ts'
import { complain, DONE, REFUSED, say, textOf, type Values } from '../command.ts'
import { onCurrentSite } from './current-site.ts'

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

const folderOf = (values: Values): string => resolve(textOf(values.dossier) ?? '')

const copied = ({ copied: n, octets }: Told): string =>
  `${plural(n, 'fichier copié', 'fichiers copiés')} (${formatSize(octets)})`

export const archive = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const told = await archivePhotos(db, config.storage, folderOf(values))
    const isWhole = told.missing.length + told.damaged.length === 0
    const entry = { action: 'images.archive', resultat: isWhole ? 'ok' : 'alerte' } as const
    const detail = { lignes: told.present + told.copied }
    await record(db, actorWithout(null), { ...entry, detail }, new Date().toISOString())
    say(`${copied(told)}, ${plural(told.present, 'était déjà là', 'étaient déjà là')}.`)
    return troubles(db, told)
  })

export const verify = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const folder = textOf(values.dossier)
    const told = folder === undefined ? await verifyPhotos(db, config.storage) : await verifyArchive(resolve(folder))
    say(`${plural(told.present, 'fichier relu', 'fichiers relus')} (${formatSize(told.octets)}).`)
    return troubles(db, told)
  })

export const restore = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const told = await restorePhotos(db, config.storage, folderOf(values), { all: values.tout === true })
    say(`${copied(told)}, ${plural(told.present, 'était en place', 'étaient en place')}.`)
    return troubles(db, told)
  })
