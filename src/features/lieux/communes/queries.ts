import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto.ts'
import { createImport } from '../../imports/actions/steps.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { ownsFile } from '../../imports/queries/imports.ts'
import { importFolder, removeFile, shareFile } from '../../imports/rules/files.ts'
import { removableLieux, removeCreated } from '../import/actions/undo.ts'
import { canLoadCommunes } from '../policy.ts'
import type { CommuneRow } from './actions.ts'
import { type FranceChoice, franceCsv } from './file.ts'
import { CommunesSession } from './session.ts'

export const COMMUNES_PATH = '/lieux/communes'
const KIND = 'communes'

/** The places of France, from the file that comes with the program: an import like others, but never of what is there already. */
export const communesImport: ImportKind<CommuneRow> = {
  kind: KIND,
  titre: 'Communes de France',
  noms: ['lieu', 'lieux'],
  liste: () => ({ href: '/lieux', label: 'Voir les lieux' }),
  formulaire: () => COMMUNES_PATH,
  sansFichier: { encore: 'Charger d’autres communes' },
  canImport: async (_db, user) => canLoadCommunes(user),
  open: async (_db, imported, now) => new CommunesSession(imported.id, now),
  remove: removeCreated,
  removable: removableLieux,
  restorable: async () => 0,
  // Places are only ever created by it.
  restore: async () => ({ restaurees: 0, messages: [] }),
}

const NAMED = 3

/** The list of imports shows this where other imports have the name of a file. */
function loadName(departements: readonly string[] | null, choices: readonly FranceChoice[]): string {
  if (departements === null) return 'Toutes les communes de France'
  const names = choices.filter(({ code }) => departements.includes(code)).map(({ nom }) => nom)
  return names.length > NAMED ? `Communes de ${names.length} départements` : `Communes\u00a0: ${names.join(', ')}`
}

export interface Load {
  departements: string[] | null
  choices: readonly FranceChoice[]
  userId: number
  /** The token of the form: pressed twice, it makes one import. */
  jeton: string
}

/** Sends the lines of these départements to a dry run; nothing is loaded before it is confirmed. Returns the import's id. */
export async function prepareLoad(db: Db, storage: string, load: Load, now: Date): Promise<number> {
  const text = await franceCsv(load.departements)
  const fichier = `${randomToken()}.csv`
  const folder = importFolder(storage)
  await mkdir(folder, { recursive: true, mode: 0o750 })
  let isKept = false
  try {
    await writeFile(join(folder, fichier), text, { mode: 0o640, flag: 'wx' })
    const file = { fichier, taille: Buffer.byteLength(text), empreinte: sha256Hex(text), encodage: 'utf-8' }
    const nom_fichier = loadName(load.departements, load.choices)
    const input = { kind: KIND, cible_id: null, user_id: load.userId, nom_fichier, ...file }
    await shareFile(storage, fichier)
    const id = await createImport(db, input, load.jeton, now)
    isKept = await ownsFile(db, id, fichier)
    return id
  } finally {
    if (!isKept) await removeFile(storage, fichier)
  }
}

/** The last load that was asked for. */
export const lastLoad = (db: Db) =>
  db
    .selectFrom('imports')
    .select(['id', 'etat', 'nom_fichier', 'creees', 'inchangees'])
    .where('kind', '=', KIND)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type LastLoad = NonNullable<Awaited<ReturnType<typeof lastLoad>>>
