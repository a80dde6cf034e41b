import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../../db/schema.ts'
import { randomToken } from '../../../../lib/crypto.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import { actsFolder, removeActFiles, shareActFiles } from '../../rules/files.ts'
import type { Plan } from '../../rules/plan.ts'
import { findDossier } from '../queries/dossiers.ts'
import { proposed, proposePlaces } from '../queries/proposals.ts'
import { sendToDryRun, withSources } from './decide.ts'
import { createDossier, type ReceivedFile, surveyFiles } from './receive.ts'

/** Whoever lets a folder in decides for all of it at once. */
export interface FolderChoice {
  dir: string
  user: CurrentUser
  section_id: number | null
  status: Plan['status']
}

/** Files of the folder, and of folders in it, by their names. */
async function copied(dir: string, storage: string): Promise<ReceivedFile[]> {
  const folder = actsFolder(storage)
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: ReceivedFile[] = []
  for (const path of paths.toSorted()) {
    const fichier = `${randomToken()}.csv`
    await copyFile(path, join(folder, fichier))
    const bytes = await readFile(path)
    const empreinte = createHash('sha256').update(bytes).digest('hex')
    files.push({ fichier, nomFichier: path, taille: bytes.length, empreinte })
  }
  return files
}

/** Nobody is there to be asked: of several places that fit, the first is taken, and told. */
async function settled(db: Db, plan: Plan): Promise<{ plan: Plan; told: string[] }> {
  const told: string[] = []
  const communes = []
  for (const commune of plan.communes) {
    const { places } = commune.lieu_id === null && !commune.creer ? await proposePlaces(db, commune) : { places: [] }
    const [first] = places
    if (first) told.push(`${commune.nom}\u00a0: plusieurs lieux conviennent, «\u00a0${first.nom_long}\u00a0» est pris.`)
    communes.push({ ...commune, lieu_id: first?.id ?? commune.lieu_id })
  }
  for (const { libelle, type_source_id } of plan.classes)
    if (type_source_id === null)
      told.push(`${libelle}\u00a0: aucun type de source de ce nom, ces actes restent de côté.`)
  return { plan: { ...plan, communes }, told }
}

/** Sends all files of a folder to one dry run; null where none of them is one of acts. */
export async function sendFolder(
  db: Db,
  storage: string,
  { dir, user, section_id, status }: FolderChoice,
  now: Date,
): Promise<{ importId: number | null; problems: { nom: string; message: string }[]; told: string[]; plan: Plan }> {
  const files = await copied(dir, storage)
  const { plan: found, problems, refused } = await surveyFiles(actsFolder(storage), files)
  await removeActFiles(storage, refused)
  if (found.fichiers.length === 0) return { importId: null, problems, told: [], plan: found }
  const { plan, told } = await settled(db, await proposed(db, { ...found, section_id, status }))
  await shareActFiles(
    storage,
    found.fichiers.map(({ fichier }) => fichier),
  )
  const dossier = await findDossier(db, user, await createDossier(db, user.id, plan, now))
  const whole = await withSources(db, user, plan, false)
  const sentTo = await sendToDryRun(db, dossier, whole, now)
  return { importId: sentTo.ok ? sentTo.id : null, problems, told, plan: whole }
}
