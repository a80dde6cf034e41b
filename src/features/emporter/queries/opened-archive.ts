import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, codeOf } from '../../../lib/errors.ts'
import { FileError } from '../../imports/rules/encoding.ts'
import { type Archive, openArchive } from '../../imports/rules/feuilles/archive.ts'
import { INVENTORY } from '../rules/inventory.ts'

/** The files of `leavingFiles`, wherever they are now. Only names that our inventory may hold are ever asked for. */
export interface OpenedArchive {
  /** The bytes of a file; undefined where there is none of that name. AppError `conflit` where they cannot be read. */
  bytes(nom: string): Promise<AsyncIterable<Uint8Array> | undefined>
  close(): void
}

const NOT_THERE = 'Il n’y a rien à cet endroit\u00a0: vérifiez le chemin de l’archive.'
const NOT_OURS = `Ce n’est pas une archive de Relevés\u00a0: le fichier ${INVENTORY} n’y est pas. Une archive écrite par une version d’avant, ou arrêtée en chemin, se remet fichier par fichier\u00a0: son LISEZMOI.txt dit comment.`
const BROKEN =
  'Cette archive est abîmée, ou n’est pas arrivée en entier. Reprenez le fichier d’origine, puis recommencez.'
const TOO_LARGE =
  'Cette archive serait démesurée une fois décompressée. Si elle vient bien de votre site, décompressez-la sur le serveur et donnez le dossier à bin/releve import:tout.'

const refused = (error: unknown): unknown => {
  if (!(error instanceof FileError)) return error
  return new AppError('conflit', /démesuré|fichiers/.test(error.message) ? TOO_LARGE : BROKEN, { cause: error })
}

async function* readable(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces
  } catch (error) {
    throw refused(error)
  }
}

/** A folder that was packed again by hand has all of it in a folder within the zip. */
function prefixIn(zip: Archive): string | undefined {
  const found = zip.names.filter((name) => name === INVENTORY || name.endsWith(`/${INVENTORY}`))
  const [first = ''] = found.toSorted((a, b) => a.length - b.length)
  return found.length === 0 ? undefined : first.slice(0, -INVENTORY.length)
}

async function openZip(path: string): Promise<OpenedArchive> {
  const zip = await openArchive(path).catch((error: unknown) => {
    throw refused(error)
  })
  const prefix = prefixIn(zip)
  if (prefix === undefined) {
    zip.close()
    throw new AppError('conflit', NOT_OURS)
  }
  return {
    bytes: async (nom) => (zip.has(prefix + nom) ? readable(zip.bytes(prefix + nom)) : undefined),
    close: () => zip.close(),
  }
}

async function isFileIn(folder: string, nom: string): Promise<boolean> {
  try {
    return (await stat(join(folder, nom))).isFile()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false
    throw error
  }
}

async function openFolder(folder: string): Promise<OpenedArchive> {
  if (!(await isFileIn(folder, INVENTORY))) throw new AppError('conflit', NOT_OURS)
  return {
    bytes: async (nom) => ((await isFileIn(folder, nom)) ? createReadStream(join(folder, nom)) : undefined),
    close: () => {},
  }
}

/** Opens an archive (.zip), or the folder that `export:tout` wrote. AppError `conflit` where it is none. */
export async function openLeft(path: string): Promise<OpenedArchive> {
  const found = await stat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw new AppError('conflit', NOT_THERE)
    throw error
  })
  return found.isDirectory() ? openFolder(path) : openZip(path)
}

const LONGEST_LINE = 64 * 1024 ** 2

/** The lines of a file that we wrote: JSON has no line end within. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new AppError('conflit', BROKEN)
    yield* lines
  }
  if (rest + decoder.decode() !== '') throw new AppError('conflit', BROKEN)
}
