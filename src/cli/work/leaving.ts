import { resolve } from 'node:path'
import type { Db } from '../../db/schema.ts'
import type { ComparedFile } from '../../db/schema-remises.ts'
import { remiseById } from '../../features/emporter/actions/put-back.ts'
import { type Doing, lookThrough, stop, takeUp, work } from '../../features/emporter/actions/remises.ts'
import { writeFolder } from '../../features/emporter/actions/write.ts'
import { inventoryOf } from '../../features/emporter/queries/check.ts'
import { type OpenedArchive, openLeft } from '../../features/emporter/queries/opened-archive.ts'
import { settingsStore } from '../../features/parametres/store.ts'
import { countMissing } from '../../features/vues/actions/archive.ts'
import { AppError } from '../../lib/errors.ts'
import { plural } from '../../lib/text.ts'
import { complain, DONE, say, textOf, type Values } from '../command.ts'
import { onCurrentSite } from './current-site.ts'
import { stderrLog } from './typed.ts'

export const exportAll = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config, secret }) => {
    const folder = resolve(textOf(values.dossier) ?? '')
    const site = settingsStore(config.storage, stderrLog(), secret).read().site_name
    const count = await writeFolder(db, folder, { site, at: new Date().toISOString() })
    say(`${plural(count, 'fichier écrit', 'fichiers écrits')} dans ${folder}.`)
    say('LISEZMOI.txt dit à quoi sert chacun.')
    return DONE
  })

/** « 30 % », each time a tenth more is done. */
function tenths(): (part: number) => Promise<void> {
  let told = 0
  return async (part) => {
    const tenth = Math.floor(10 * part)
    if (tenth <= told) return
    told = tenth
    say(`${10 * tenth} %`)
  }
}

const edited = (files: readonly ComparedFile[]) => files.filter(({ isEdited }) => isEdited)

function sayEdited(files: readonly ComparedFile[]): void {
  complain('Ces fichiers ont été changés depuis que l’archive a été faite ; ce qui revient est ce qui était parti :')
  for (const { nom } of edited(files)) complain(`  ${nom}`)
}

function sayReport(fichiers: readonly ComparedFile[]): void {
  const files = fichiers.filter(({ nom }) => nom.endsWith('.csv'))
  say('\nfichier | dans l’archive | ici')
  for (const { nom, lignes, ici, isSame, isEdited } of files) {
    const mark = isEdited ? ' | changé dans l’archive depuis' : ' | différent'
    say(`${nom} | ${lignes} | ${ici ?? 0}${isSame && !isEdited ? '' : mark}`)
  }
  const others = files.filter(({ isSame, isEdited }) => isEdited || !isSame).length
  say(
    others === 0
      ? '\nTout est revenu : chaque fichier que ce site écrirait est celui de l’archive.'
      : `\nTout est revenu. ${plural(others, 'fichier n’est pas le même', 'fichiers ne sont pas les mêmes')} ici : le tableau dit pourquoi.`,
  )
}

/** Looks the archive through; a file that somebody changed needs the consent of whoever asks. */
async function consented(doing: Doing, id: number, opened: OpenedArchive, mayDiffer: boolean): Promise<void> {
  await lookThrough({ ...doing, alive: async () => {} }, id, opened)
  const files = (await remiseById(doing.db, id))?.detail.fichiers ?? []
  if (edited(files).length > 0) sayEdited(files)
  if (edited(files).length > 0 && !mayDiffer)
    throw new AppError('conflit', 'Rien n’a été écrit. Ajoutez --malgre-tout pour remettre l’archive quand même.')
  await doing.db.updateTable('remises').set({ etat: 'en_cours' }).where('id', '=', id).execute()
}

async function putAllBack(db: Db, opened: OpenedArchive, path: string, mayDiffer: boolean): Promise<void> {
  const doing: Doing = { db, clock: () => new Date(), alive: tenths() }
  const { id, isBegun } = await takeUp(db, path, (await inventoryOf(opened)).empreinte, new Date())
  if (isBegun) say('La remise reprend où elle s’était arrêtée.')
  try {
    if (!isBegun) await consented(doing, id, opened, mayDiffer)
    const remise = await remiseById(db, id)
    if (remise) await work(doing, remise, opened)
  } catch (error) {
    await stop(db, id, error instanceof AppError ? error.message : undefined)
    throw error
  }
  sayReport((await remiseById(db, id))?.detail.fichiers ?? [])
  say('Les comptes sont revenus sans mot de passe : invitez-les depuis la page des utilisateurs.')
}

/** The archive has the rows of photos, not their files. */
function sayMissing(n: number): void {
  if (n > 0)
    complain(
      `${plural(n, 'photo de registre attend', 'photos de registres attendent')} encore leur fichier : « releve images:restore DOSSIER » les remet depuis leur archive.`,
    )
}

export const importAll = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config }) => {
    const path = resolve(textOf(values.archive) ?? '')
    const opened = await openLeft(path)
    try {
      await putAllBack(db, opened, path, values['malgre-tout'] === true)
    } finally {
      opened.close()
    }
    sayMissing(await countMissing(db, config.storage))
    return DONE
  })
