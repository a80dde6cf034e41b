import { join } from 'node:path'
import type { Db } from '../../../../db/schema.ts'
import { breathe } from '../../../../lib/breath.ts'
import { quoted } from '../../../../lib/typo.ts'
import { type Encoding, FileError } from '../../../imports/rules/encoding.ts'
import { openActFile, readActs } from '../../rules/act-file.ts'
import { removeActFiles } from '../../rules/files.ts'
import { emptyPlan, type Plan, type PlanFile } from '../../rules/plan.ts'
import { Survey } from '../../rules/survey.ts'

/** A file that lies in a folder of ours, under a name of ours. */
export interface ReceivedFile {
  fichier: string
  nomFichier: string
  taille: number
  empreinte: string
}

/** Lines surveyed between two breaths. */
const AT_ONCE = 500

const UNKNOWN =
  'la première ligne n’est celle d’aucun programme connu (Nimègue, ExpoActes, Ancestris). Un fichier de tableur s’importe depuis la page de sa source.'
const TWICE = 'ce fichier est déjà là, octet pour octet.'
const NO_ACT = 'ce fichier ne contient aucun acte.'

/** The name its owner gave the file, without folder or control signs. */
const shownName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .normalize('NFC')
    .slice(0, 200) || 'actes.txt'

/** An association has hundreds of communes; a file whose columns have slipped has as many as lines, and each is looked up. */
const MOST_CHOICES = 3000
const TOO_MANY =
  'Ce fichier nomme plus de 3\u202f000 communes\u00a0: ses colonnes sont sans doute décalées. Vérifiez la troisième.'
const TOO_MANY_TOGETHER =
  'Avec ce fichier, les communes seraient plus de 3\u202f000\u00a0: envoyez-le dans un second import.'

function refuseTooMany(choices: number, message: string): void {
  if (choices > MOST_CHOICES) throw new FileError(message)
}

/** Reads a file once, to tell what it holds. FileError where it is none, or holds no act. */
async function surveyed(path: string, choice: Encoding | 'auto', survey: Survey) {
  const file = await openActFile(path, choice)
  if (!file) throw new FileError(UNKNOWN)
  let last = 0
  let acts = 0
  for await (const lines of readActs(file, () => AT_ONCE)) {
    for (const line of lines) {
      survey.add(line)
      if ('act' in line) acts += 1
    }
    last = lines.at(-1)?.ligne ?? last
    refuseTooMany(survey.choices, TOO_MANY)
    await breathe()
  }
  return { encodage: file.encodage, format: file.format.nom, lignes: last, acts }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * Takes files of acts into a plan: what they hold, nothing decided. A file that cannot be read is named with its reason and thrown
 * away; the others go on without it.
 */
export async function surveyFiles(
  folder: string,
  files: readonly ReceivedFile[],
  choice: Encoding | 'auto' = 'auto',
): Promise<{ plan: Plan; problems: { nom: string; message: string }[]; refused: string[] }> {
  const survey = new Survey()
  const kept: PlanFile[] = []
  const problems: { nom: string; message: string }[] = []
  const refused: string[] = []
  let debut = 0
  for (const { fichier, nomFichier, taille, empreinte } of files) {
    const nom = shownName(nomFichier)
    try {
      if (kept.some((one) => one.empreinte === empreinte)) throw new FileError(TWICE)
      // A survey of its own first: what a broken file holds must not be counted.
      const probe = new Survey()
      const { acts, ...read } = await surveyed(join(folder, fichier), choice, probe)
      if (acts === 0) throw new FileError(probe.firstRefusal ?? NO_ACT)
      refuseTooMany(survey.choices + probe.choices, TOO_MANY_TOGETHER)
      survey.merge(probe)
      kept.push({ fichier, nom, taille, empreinte, debut, ...read })
      debut += read.lignes
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      problems.push({ nom, message: lowerFirst(error.message) })
      refused.push(fichier)
    }
  }
  return { plan: { ...emptyPlan(), fichiers: kept, ...survey.found() }, problems, refused }
}

export const problemSentence = ({ nom, message }: { nom: string; message: string }): string =>
  `${quoted(nom)}\u00a0: ${message}`

export async function createDossier(db: Db, userId: number, plan: Plan, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('dossiers_actes')
    .values({ user_id: userId, detail: JSON.stringify(plan), import_id: null, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Throws a dossier away that was not confirmed, with its files. */
export async function dropDossier(db: Db, storage: string, { id, plan }: { id: number; plan: Plan }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('dossiers_actes')
    .where('id', '=', id)
    .where('import_id', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n)
    await removeActFiles(
      storage,
      plan.fichiers.map(({ fichier }) => fichier),
    )
}
