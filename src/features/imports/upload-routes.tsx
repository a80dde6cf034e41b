import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomToken } from '../../lib/crypto.ts'
import type { AppEnv } from '../../web/env.ts'
import { type Body, choice, type FormErrors, sendingKey, shown } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'
import { type Received, takesFile, type UploadedFile } from '../../web/upload.ts'
import { StoreError } from '../fichiers/rules/store-error.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { expectWork } from '../taches/wake.ts'
import { createImport } from './actions/steps.ts'
import type { ImportKind } from './kind.ts'
import { ownsFile } from './queries/imports.ts'
import { ENCODING_CHOICES, type Encoding, FileError } from './rules/encoding.ts'
import { importFile, importFolder, removeFile, shareFile } from './rules/files.ts'
import { isOurs } from './rules/guess.ts'
import { isKnownHeader, readHeader } from './rules/header.ts'
import { sampleOf } from './rules/sample.ts'
import { openTable, SheetError, type TableChoice } from './rules/table-file.ts'
import type { UploadFormState } from './upload-views.tsx'

type ReceivedImport =
  | { ok: true; id: number; asksColumns: boolean }
  | { ok: false; status: ContentfulStatusCode; raw: Body; errors: FormErrors }

const EncodingForm = choice(ENCODING_CHOICES)
const CHOOSE_FILE = 'Choisissez un fichier csv, txt, xlsx ou ods.'

/**
 * Encoding, sheet and header of a file that was just received, and whether somebody has to say where its columns go. FileError where
 * it is none that this kind can read.
 */
async function inspect<Row>(
  c: Context<AppEnv>,
  kind: ImportKind<Row>,
  cibleId: number | null,
  file: UploadedFile,
  asked: { encodage: Encoding | 'auto'; feuille: string },
) {
  const { db, storage, clock } = c.var.deps
  const session = await kind.open(
    db,
    { id: 0, cible_id: cibleId, user_id: c.var.user.id, created_at: clock().toISOString() },
    clock,
  )
  const path = await importFile(storage, file.fichier)
  const choice: TableChoice = { ...asked, fits: (headers) => isKnownHeader(headers, session.columns) }
  if (session.mapping) {
    const sample = await sampleOf(path, choice)
    return { ...sample.file, asksColumns: !isOurs(sample, session.mapping) }
  }
  const table = await openTable(path, choice)
  readHeader(table.headers, session.columns)
  return { ...table, asksColumns: false }
}

/** Takes a received file that is no table into an import of its own, whose id it gives; undefined where it is none of its files. */
export type OtherFile<Asked> = (c: Context<AppEnv>, came: Came, asked: Asked) => Promise<number | undefined>

/** A route that takes the file of an import. */
interface ImportRoute<Row, Asked> {
  kind: ImportKind<Row>
  /** Rights, and where the file goes: asked before it is taken in. */
  before(c: Context<AppEnv>): Asked | Promise<Asked>
  /** Where the lines go, the source of records; null for kinds that have no such place. */
  cibleId(asked: Asked): number | null
  /** Makes a file of another program one of ours, in its place: its size then, undefined where it stays as it is. */
  convert?(path: string): Promise<number | undefined>
  /** Files of other programs that are no tables. */
  other?: OtherFile<Asked> | undefined
  /** The form again, with its errors. */
  formPage(
    c: Context<AppEnv>,
    form: UploadFormState,
    status: ContentfulStatusCode,
    asked: Asked,
  ): Response | Promise<Response>
}

/** The handler of such a route. What is wrong with the file comes back in the form, and no file stays behind. */
export const importUpload = <Row, Asked>({
  kind,
  before,
  cibleId,
  convert,
  other,
  formPage,
}: ImportRoute<Row, Asked>) =>
  takesFile<Asked>({
    before: async (c) => {
      const asked = await before(c)
      expectWork()
      return asked
    },
    folder: ({ storage }) => importFolder(storage),
    received: async (c, received, asked) => {
      const bound = other && ((came: Came) => other(c, came, asked))
      const taken = await takeImport(c, { kind, convert, other: bound }, cibleId(asked), received)
      if (taken.ok) return seeOther(c, `/imports/${taken.id}${taken.asksColumns ? '/colonnes' : ''}`)
      const { raw, errors, status } = taken
      return formPage(c, { raw, errors, jeton: randomToken() }, status, asked)
    },
  })

/** Gives the errors of the form whose file cannot be taken, and the status; throws what is no fault of the file. */
function refusalOf(error: unknown): [FormErrors, ContentfulStatusCode] {
  if (error instanceof StoreError) return [{ fichier: error.message }, 503]
  if (!(error instanceof FileError)) throw error
  return [{ [error instanceof SheetError ? 'feuille' : 'fichier']: error.message }, 422]
}

interface Takers<Row> {
  kind: ImportKind<Row>
  convert: ((path: string) => Promise<number | undefined>) | undefined
  other: ((came: Came) => Promise<number | undefined>) | undefined
}

/** A file as it came, with what its form says of it. */
interface Came {
  file: UploadedFile
  raw: Body
  encodage: Encoding | 'auto'
}

/** Looks at the received file and sends it to its dry run. */
async function takeImport<Row>(
  c: Context<AppEnv>,
  takers: Takers<Row>,
  cibleId: number | null,
  received: Received,
): Promise<ReceivedImport> {
  const raw = received.fields
  const formAgain = (errors: FormErrors, status: ContentfulStatusCode = 422) =>
    ({ ok: false, status, raw, errors }) as const
  if (!received.ok) return formAgain({ fichier: received.message }, received.status)
  const { file } = received
  if (!file) return formAgain({ fichier: CHOOSE_FILE })
  let taken: (ReceivedImport & { ok: true; isKept: boolean }) | undefined
  try {
    await ensureWritable(c)
    const asked = EncodingForm.safeParse(shown(raw, 'encodage') || 'auto')
    if (!asked.success) return formAgain({ encodage: 'Choisissez une valeur dans la liste.' })
    const found = await takeFile(c, takers, cibleId, { file, raw, encodage: asked.data })
    taken = found
    return found
  } catch (error) {
    return formAgain(...refusalOf(error))
  } finally {
    if (!taken?.isKept) await removeFile(c.var.deps.storage, file.fichier)
  }
}

/** FileError where it cannot be read. `isKept`: the import waits for the file. */
async function takeFile<Row>(
  c: Context<AppEnv>,
  { kind, convert, other }: Takers<Row>,
  cibleId: number | null,
  came: Came,
): Promise<ReceivedImport & { ok: true; isKept: boolean }> {
  const { db, storage, clock } = c.var.deps
  const { file, raw, encodage: choice } = came
  const elsewhere = await other?.(came)
  if (elsewhere !== undefined) return { ok: true, id: elsewhere, asksColumns: false, isKept: false }
  const converted = await convert?.(await importFile(storage, file.fichier))
  const table = await inspect(c, kind, cibleId, file, { encodage: choice, feuille: shown(raw, 'feuille') })
  const { encodage, feuille, feuilles, headerLine, asksColumns } = table
  const { fichier, nomFichier, taille: sent, empreinte } = file
  const read = { encodage, feuille, feuilles, ligne_entete: headerLine, asksColumns, taille: converted ?? sent }
  const input = { fichier, empreinte, ...read, nom_fichier: shownName(nomFichier) }
  const owner = { kind: kind.kind, cible_id: cibleId, user_id: c.var.user.id }
  await shareFile(storage, fichier)
  const id = await createImport(db, { ...owner, ...input }, sendingKey(c, { ...raw, empreinte }), clock())
  return { ok: true, id, asksColumns, isKept: await ownsFile(db, id, fichier) }
}

/** The name its owner gave the file, without folder or control signs. */
const shownName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .normalize('NFC')
    .slice(0, 200) || 'fichier.csv'
