import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { BaseMismatch, FORMS } from '../../../db/bases.ts'
import { AppError } from '../../../lib/errors.ts'
import { type Added, type TarEntry, TarError, type TarWriter, tarEntries } from '../../../lib/tar.ts'

export const MANIFEST = 'manifeste.json'
const SUMS = 'SHA256SUMS'
/** Folder of the archive with what the site keeps beside its database. */
export const FILES = 'fichiers/'
const FORMAT = 1

const Entry = z.object({ name: z.string(), size: z.number(), sha256: z.string() })

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Relevés that made it. */
  version: z.string(),
  /** ISO instant. */
  cree_le: z.string(),
  origine: z.string(),
  site: z.string(),
  moteur: z.string(),
  base: z.object({
    forme: z.enum(FORMS),
    fichier: Entry,
    contenu: z.string().optional(),
    migrations: z.array(z.string()),
    tables: z.record(z.string(), z.object({ lignes: z.number(), empreinte: z.string() })),
    derniers: z.record(z.string(), z.number()),
  }),
})

type Manifest = z.infer<typeof Manifest>

export const newManifest = (rest: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...rest })

const DAMAGED = 'Cette sauvegarde est abîmée ou incomplète\u00a0: rien n’a été changé. Prenez-en une autre.'
const STRANGE =
  'Ce fichier n’est pas une sauvegarde que cette version de Relevés sache lire\u00a0: rien n’a été changé.'

/** Last in the archive, so that after `tar xf` anybody may run `sha256sum -c SHA256SUMS`. */
export async function writeEnd(writer: TarWriter, manifest: Manifest, added: readonly Added[]): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const all = [...added, await writer.add(MANIFEST, [text])]
  await writer.add(SUMS, [Buffer.from(all.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))])
  await writer.end()
}

function content(path: string, { offset, size }: TarEntry): Readable {
  return size === 0 ? Readable.from([]) : createReadStream(path, { start: offset, end: offset + size - 1 })
}

export interface OpenArchive {
  manifest: Manifest
  /** Names of its entries. */
  names: string[]
  /** The bytes of an entry. */
  read(name: string): Readable
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Every entry has its sum, and is what it was. */
async function checkSums(path: string, entries: readonly TarEntry[]): Promise<void> {
  const last = entries.at(-1)
  if (last?.name !== SUMS) throw new TarError('no sums at the end')
  const lines = (await buffer(content(path, last))).toString('utf8')
  let found = ''
  for (const entry of entries.slice(0, -1)) found += `${await digestOf(content(path, entry))}  ${entry.name}\n`
  if (found !== lines) throw new TarError('the sums do not agree')
}

/** The errors that a damaged file leads to, as one refusal; any other is a bug, or the disk. */
export async function refusingDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TarError || error instanceof SyntaxError || error instanceof BaseMismatch)
      throw new AppError('invalide', DAMAGED)
    throw error
  }
}

/** Opens a backup of which every byte is as it was written. AppError `invalide` for any other file. */
export function openArchive(path: string): Promise<OpenArchive> {
  return refusingDamage(async () => {
    const entries = await tarEntries(path)
    await checkSums(path, entries)
    return opened(path, entries)
  })
}

/** Opens a backup without reading all of it: what it says of itself is not verified. */
export const peekArchive = (path: string): Promise<OpenArchive> =>
  refusingDamage(async () => opened(path, await tarEntries(path)))

async function opened(path: string, entries: readonly TarEntry[]): Promise<OpenArchive> {
  const read = (name: string): Readable => {
    const entry = entries.find((one) => one.name === name)
    if (!entry) throw new TarError(`no entry ${name}`)
    return content(path, entry)
  }
  const parsed = Manifest.safeParse(JSON.parse((await buffer(read(MANIFEST))).toString('utf8')))
  if (!parsed.success) throw new AppError('invalide', STRANGE)
  return { manifest: parsed.data, names: entries.map(({ name }) => name), read }
}
