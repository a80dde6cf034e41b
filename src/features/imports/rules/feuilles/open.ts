import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { FileError } from '../encoding.ts'
import { type Archive, openArchive } from './archive.ts'
import { isLockedOds, openOds } from './ods.ts'
import type { Workbook } from './workbook.ts'
import { openXlsx, xlsxRoot } from './xlsx.ts'

const CHOOSE = 'Choisissez un fichier csv, txt, xlsx ou ods.'
const AGAIN = 'Ouvrez-le dans votre tableur et enregistrez-le au format xlsx, ods ou CSV.'
const LOCKED =
  'Ce classeur est protégé par un mot de passe. Ouvrez-le dans votre tableur, enregistrez-le sans mot de passe, puis choisissez-le ici.'
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'

type Signature = 'zip' | 'ole' | undefined

async function signatureOf(path: string): Promise<Signature> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const text = buffer.toString('latin1', 0, bytesRead)
    if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].includes(text)) return 'zip'
    return text === '\xd0\xcf\x11\xe0' ? 'ole' : undefined
  } finally {
    await file.close()
  }
}

/** The names of the parts of an OLE file stand in it as UTF-16, wherever its list of parts is. */
async function holds(path: string, names: readonly string[]): Promise<string | undefined> {
  const wanted = names.map((name) => Buffer.from(name, 'utf16le'))
  const overlap = Math.max(...wanted.map((bytes) => bytes.length))
  let before = Buffer.alloc(0)
  const found = new Set<string>()
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.concat([before, chunk as Buffer])
    names.forEach((name, i) => {
      if (bytes.includes(wanted[i] ?? '')) found.add(name)
    })
    before = bytes.subarray(-overlap)
  }
  return names.find((name) => found.has(name))
}

/** Why a file of before 2007, or a locked one of after, is not read. */
async function refuseOle(path: string): Promise<never> {
  const part = await holds(path, ['EncryptedPackage', 'WordDocument', 'PowerPoint Document'])
  if (part === 'EncryptedPackage') throw new FileError(LOCKED)
  if (part !== undefined) throw new FileError(`Ce fichier n’est pas un tableau. ${CHOOSE}`)
  throw new FileError(`Ce fichier est un classeur d’un ancien Excel (xls), que nous ne lisons pas. ${AGAIN}`)
}

function refuseArchive(names: readonly string[], type: string): never {
  const begins = (start: string) => names.some((name) => name.startsWith(start))
  if (begins('xl/')) throw new FileError(`Ce fichier est un classeur binaire (xlsb), que nous ne lisons pas. ${AGAIN}`)
  if (names.some((name) => name.endsWith('.iwa')))
    throw new FileError('Ce fichier est de Numbers. Dans Numbers, exportez-le au format Excel (xlsx) ou CSV.')
  if (begins('word/') || begins('ppt/') || type.startsWith('application/vnd.oasis.opendocument'))
    throw new FileError(`Ce fichier est un document de bureautique, mais pas un classeur. ${CHOOSE}`)
  throw new FileError(
    'Ce fichier est une archive zip. Décompressez-la, puis choisissez le fichier csv, txt, xlsx ou ods qu’elle contient.',
  )
}

async function workbookOf(archive: Archive, path: string): Promise<Workbook> {
  const type = (await archive.text('mimetype'))?.trim() ?? ''
  if (type.startsWith(ODS_TYPE)) {
    if (await isLockedOds(archive)) throw new FileError(LOCKED)
    return openOds(archive)
  }
  const root = await xlsxRoot(archive)
  const isXlsx = archive.names.some((name) => name.startsWith('xl/'))
  return isXlsx && root?.endsWith('.xml') ? openXlsx(archive, path, root) : refuseArchive(archive.names, type)
}

/** The workbook that a file is, told by what is in it; undefined where it is none. FileError where it cannot be read. */
export async function openWorkbook(path: string): Promise<Workbook | undefined> {
  const signature = await signatureOf(path)
  if (signature === undefined) return undefined
  if (signature === 'ole') return refuseOle(path)
  const archive = await openArchive(path)
  try {
    const workbook = await workbookOf(archive, path)
    if (workbook.feuilles.length === 0) throw new FileError('Ce classeur n’a aucune feuille de calcul.')
    return workbook
  } catch (error) {
    archive.close()
    throw error
  }
}
