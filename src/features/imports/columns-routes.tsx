import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import type { AppEnv } from '../../web/env.ts'
import { type Body, type FormErrors, readBody, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { chooseColumns, mayChoose, saveDraft } from './actions/columns.ts'
import { constantProblems, isChoice, parseColumns } from './columns-form.ts'
import type { ColumnMapping, ImportKind, ImportSession } from './kind.ts'
import type { ShownImport } from './queries/imports.ts'
import { lastMapping } from './queries/mappings.ts'
import { previewRows } from './queries/preview.ts'
import { FileError, isEncoding } from './rules/encoding.ts'
import { importFile } from './rules/files.ts'
import { guessColumns, stillFitting } from './rules/guess.ts'
import { isKnownHeader } from './rules/header.ts'
import { readMapping } from './rules/kept.ts'
import { filledKeys, type Mapping, mappingErrors, unfilled } from './rules/mapping.ts'
import { type FileSample, headerDigest, sampleOf } from './rules/sample.ts'
import { SheetError } from './rules/table-file.ts'
import { COLUMNS_TITLE, ColumnsPage, type Kept } from './views/columns.tsx'

interface Found {
  imported: ShownImport
  kind: ImportKind<unknown>
}

/** How a file is read: its encoding, or which of its sheets, and the line of its titles. */
type Reading = Pick<ShownImport, 'encodage' | 'feuille' | 'ligne_entete'>

/** A file with its columns, and where they go as far as somebody chose or it can be guessed. */
interface Choosing extends Found {
  session: ImportSession<unknown>
  mapping: ColumnMapping
  sample: FileSample
  reading: Reading
  chosen: Mapping
  kept: Kept | undefined
}

async function proposed(c: Context<AppEnv>, imported: ShownImport, mapping: ColumnMapping, sample: FileSample) {
  const entete = headerDigest(sample.headers)
  const guessed = guessColumns(sample, mapping)
  const own = readMapping(imported.correspondance, mapping)
  if (own?.entete === entete)
    return { chosen: { ...own, colonnes: stillFitting(own, guessed, mapping) }, kept: undefined }
  const last = await lastMapping(c.var.deps.db, mapping.place, entete)
  const former = readMapping(last?.correspondance, mapping)
  const constantes = former?.constantes ?? {}
  const colonnes = former ? stillFitting(former, guessed, mapping) : guessed
  const kept = former && last ? { at: last.updated_at, by: last.user_name } : undefined
  return { chosen: { entete, colonnes, constantes }, kept }
}

/** Undefined where there is nothing to choose: the import has gone on, or its header has to be ours. */
async function choosing(c: Context<AppEnv>, found: Found, asked: Reading = found.imported) {
  const { imported, kind } = found
  if (!mayChoose(imported)) return undefined
  const { db, storage, clock } = c.var.deps
  const session = await kind.open(db, imported, clock)
  const { mapping } = session
  if (!mapping) return undefined
  const path = await importFile(storage, imported.fichier)
  const { encodage, feuille, ligne_entete: entete } = asked
  const fits = (headers: string[]) => isKnownHeader(headers, session.columns)
  const read = { encodage: isEncoding(encodage) ? encodage : ('auto' as const), feuille, entete, fits }
  const { file, ...sample } = await sampleOf(path, read)
  const proposal = await proposed(c, imported, mapping, sample)
  const reading = { encodage: file.encodage, feuille: file.feuille, ligne_entete: file.headerLine }
  return { ...found, session, mapping, sample, reading, ...proposal }
}

/** As it was read before: where that fails now, the file is not there any more. */
async function choosingAgain(c: Context<AppEnv>, found: Found) {
  try {
    return await choosing(c, found)
  } catch (error) {
    throw error instanceof FileError ? new AppError('conflit', error.message) : error
  }
}

interface Shown {
  errors?: FormErrors
  raw?: Body
}

async function columnsPage(c: Context<AppEnv>, one: Choosing, { errors = {}, raw = {} }: Shown = {}) {
  const { imported, kind, mapping, sample, chosen, session, reading, kept } = one
  const preview = await previewRows(c.var.deps.db, session, { mapping, sample, chosen })
  const props = {
    ...{ imported, kind, mapping, sample, chosen, reading, kept, errors, raw, preview },
    missing: unfilled(chosen, mapping),
    filled: filledKeys(chosen, mapping),
  }
  const breadcrumb = [
    { href: '/imports', label: 'Imports' },
    { href: `/imports/${imported.id}`, label: kind.titre },
  ]
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, COLUMNS_TITLE, <ColumnsPage {...props} />, { status, breadcrumb })
}

const toImport = (c: Context<AppEnv>, { imported }: Found) => seeOther(c, `/imports/${imported.id}`)

/** Where the columns of the file go: the page. */
export async function showColumns(c: Context<AppEnv>, found: Found) {
  const one = await choosingAgain(c, found)
  return one ? columnsPage(c, one) : toImport(c, found)
}

async function constantErrors(c: Context<AppEnv>, { mapping }: Choosing, chosen: Mapping): Promise<FormErrors> {
  const errors: FormErrors = constantProblems(chosen)
  const filled = filledKeys(chosen, mapping)
  for (const [cle, text] of Object.entries(chosen.constantes)) {
    if (filled.has(cle) || errors[`constantes[${cle}]`] !== undefined) continue
    const problem = await mapping.problem(c.var.deps.db, cle, text)
    if (problem !== undefined) errors[`constantes[${cle}]`] = problem
  }
  return errors
}

function missingErrors(chosen: Mapping, mapping: ColumnMapping): FormErrors {
  const message =
    'Ce champ est obligatoire et aucune colonne n’y va\u00a0: choisissez-en une, ou donnez ici une valeur.'
  return Object.fromEntries(unfilled(chosen, mapping).map(({ cle }) => [`constantes[${cle}]`, message]))
}

/** The choice for a file that is read otherwise: a column that nobody moved is guessed anew by its new title. */
function recoded(raw: Body, before: Choosing, after: Choosing): Mapping {
  const typed = parseColumns(raw, { ...before, shown: before.chosen })
  const isMoved = (n: number) => typed.colonnes[n]?.vers !== before.chosen.colonnes[n]?.vers
  const colonnes = after.chosen.colonnes.map((choice, n) => (isMoved(n) ? (typed.colonnes[n] ?? choice) : choice))
  return { ...after.chosen, colonnes, constantes: typed.constantes }
}

/** The form may ask that the file be read otherwise; another sheet has its titles elsewhere. */
function askedReading(raw: Body, { encodage, feuille, ligne_entete }: Reading): Reading & { isOther: boolean } {
  const sheet = feuille === null ? null : shown(raw, 'feuille') || feuille
  const line = Number(shown(raw, 'ligne_entete') || ligne_entete)
  const isOtherLine = Number.isInteger(line) && line > 0 && line !== ligne_entete
  const isOtherSheet = sheet !== feuille
  const asked = {
    encodage: feuille === null ? shown(raw, 'encodage') || encodage : encodage,
    feuille: sheet,
    ligne_entete: isOtherSheet && !isOtherLine ? null : isOtherLine ? line : ligne_entete,
  }
  return { ...asked, isOther: isOtherLine || isOtherSheet || asked.encodage !== encodage }
}

const errorField = (error: FileError, asked: Reading, before: Reading): string => {
  if (error instanceof SheetError) return 'feuille'
  if (asked.ligne_entete !== before.ligne_entete && asked.ligne_entete !== null) return 'ligne_entete'
  return asked.feuille === null ? 'encodage' : 'feuille'
}

async function readOtherwise(c: Context<AppEnv>, before: Choosing, raw: Body, asked: Reading) {
  const chosen = parseColumns(raw, { ...before, shown: before.chosen })
  const problems = constantProblems(chosen)
  if (Object.keys(problems).length > 0) return columnsPage(c, { ...before, chosen }, { errors: problems, raw })
  try {
    if (asked.feuille === null && !isEncoding(asked.encodage))
      throw new FileError('Choisissez une valeur dans la liste.')
    const after = await choosing(c, before, asked)
    if (!after) return toImport(c, before)
    await saveDraft(c.var.deps.db, before.imported, { mapping: recoded(raw, before, after), ...after.reading })
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const errors = { [errorField(error, asked, before.reading)]: error.message }
    return columnsPage(c, { ...before, chosen }, { errors, raw })
  }
  return seeOther(
    c,
    `/imports/${before.imported.id}/colonnes`,
    'Le fichier est lu autrement\u00a0: relisez l’aperçu, puis vérifiez le fichier.',
  )
}

/** A second click has chosen nothing else; another choice is told that it counts for nothing. */
function tooLate(c: Context<AppEnv>, { imported }: Found, raw: Body) {
  const path = `/imports/${imported.id}`
  const isOnItsWay = ['recu', 'analyse'].includes(imported.etat)
  if (isOnItsWay && isChoice(raw, imported.correspondance))
    return seeOther(c, path, 'Le fichier est déjà en cours de vérification.')
  const message = isOnItsWay
    ? 'Ce fichier est déjà en cours de vérification avec d’autres choix de colonnes, faits dans un autre onglet\u00a0: les vôtres ne sont pas retenus. Quand elle sera finie, vous pourrez revoir les colonnes.'
    : 'Les colonnes de cet import ne se choisissent plus\u00a0: il a avancé entre-temps.'
  throw new AppError('conflit', message, { instead: { href: path, label: 'Voir cet import' } })
}

/** Takes the choice: to be shown again with its preview, or for good, which sends the file to its dry run. */
export async function postColumns(c: Context<AppEnv>, found: Found) {
  const one = await choosingAgain(c, found)
  const raw = await readBody(c)
  if (!one) return tooLate(c, found, raw)
  const { imported, mapping, sample, reading } = one
  const { isOther, ...asked } = askedReading(raw, reading)
  if (isOther) return readOtherwise(c, one, raw, asked)
  const chosen = parseColumns(raw, { ...one, shown: one.chosen })
  const isPreview = shown(raw, 'action') === 'apercu'
  const errors = {
    ...mappingErrors(chosen, sample.headers, mapping),
    ...(isPreview ? {} : missingErrors(chosen, mapping)),
    ...(await constantErrors(c, one, chosen)),
  }
  if (Object.keys(errors).length > 0) return columnsPage(c, { ...one, chosen }, { errors, raw })
  const { db, clock } = c.var.deps
  const choice = { mapping: chosen, ...reading }
  if (isPreview) {
    await saveDraft(db, imported, choice)
    return seeOther(c, `/imports/${imported.id}/colonnes#apercu`)
  }
  await chooseColumns(db, imported, choice, mapping.place, clock())
  return toImport(c, found)
}
