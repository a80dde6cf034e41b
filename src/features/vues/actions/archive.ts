import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { refusingFullDisk } from '../../../lib/disk.ts'
import { AppError } from '../../../lib/errors.ts'
import { syncFolderOf, writeFileWhole } from '../../../lib/json-file.ts'
import { share } from '../../fichiers/rules/shelves.ts'
import { foundFile, hashOfFile, hashOfName, imagesFolder, namesOf, statOf, thereOf } from '../rules/photo-files.ts'
import { isHash, lookAt, nothing, ReadBefore, storedImages, type Told, verifyPhotos } from './verify.ts'

/** Names the hash of each file, as `sha256sum -c` reads it: an archive can be checked without Relevés. */
const INVENTORY = 'empreintes.txt'
const BATCH = 500
const FULL =
  'Le disque est plein\u00a0: tout n’a pas été copié. Faites de la place, puis relancez la même commande\u00a0: elle reprend.'
const OTHER =
  'Ce dossier contient autre chose qu’une archive de photos\u00a0: choisissez-en un autre, ou un nom nouveau.'
const NONE = 'Ce dossier n’est pas une archive de photos (empreintes.txt manque).'

const ITSELF =
  'Ce dossier est celui des photos du site\u00a0: une archive au même endroit serait perdue avec elles. Choisissez-en un autre.'

const isWithin = (folder: string, other: string): boolean =>
  `${resolve(folder)}${sep}`.startsWith(`${resolve(other)}${sep}`)

type Inventory = Map<string, string>

async function readInventory(folder: string): Promise<Inventory | undefined> {
  const path = join(folder, INVENTORY)
  if (!existsSync(path)) return undefined
  const lines = (await readFile(path, 'utf8')).split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
      return sha256 && name && hashOfName(name) ? [[name, sha256] as const] : []
    }),
  )
}

function writeInventory(folder: string, inventory: Inventory): void {
  const lines = [...inventory].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sha256]) => `${sha256}  ${name}\n`)
  writeFileWhole(join(folder, INVENTORY), lines.join(''), 0o640)
}

/** Copies a file whole or not at all, to the disk; false where it is not the one of that hash. Gives its hash. */
async function copyWhole(from: string, to: string, wanted: string | null): Promise<string | undefined> {
  const draft = `${to}.${randomToken(4)}.tmp`
  const digest = createHash('sha256')
  await mkdir(dirname(to), { recursive: true, mode: 0o750 })
  try {
    const file = await open(draft, 'wx', 0o640)
    try {
      for await (const piece of createReadStream(from)) {
        digest.update(piece as Buffer)
        await file.write(piece as Buffer)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    const sha256 = digest.digest('hex')
    if (wanted !== null && sha256 !== wanted) return undefined
    await share(to, draft)
    await rename(draft, to)
    syncFolderOf(to)
    return sha256
  } finally {
    await rm(draft, { force: true })
  }
}

interface Taking {
  folder: string
  archive: string
  inventory: Inventory
  told: Told
}

async function takeIn({ folder, archive, inventory, told }: Taking, name: string, wanted: string | null) {
  const file = await foundFile(folder, name)
  if (!file) {
    told.missing.push(name)
    return
  }
  const to = join(archive, name)
  if (inventory.has(name) && (await statOf(to))?.size === file.size) {
    told.present += 1
    return
  }
  const sha256 = await copyWhole(file.path, to, wanted)
  if (sha256 === undefined) {
    told.damaged.push(name)
    return
  }
  inventory.set(name, sha256)
  told.copied += 1
  told.octets += file.size
  if (told.copied % BATCH === 0) writeInventory(archive, inventory)
}

/** Copies the photos that the archive lacks into it; takes nothing out of it. Killed anywhere, it goes on. */
export async function archivePhotos(db: Db, storage: string, archive: string): Promise<Told> {
  if (isWithin(archive, imagesFolder(storage))) throw new AppError('interdit', ITSELF)
  await mkdir(archive, { recursive: true, mode: 0o750 })
  const known = await readInventory(archive)
  const others = (await readdir(archive)).filter((name) => !/^[0-9a-f]{2}$/.test(name))
  if (!known && others.length > 0) throw new AppError('interdit', OTHER)
  const inventory: Inventory = known ?? new Map()
  const told = nothing()
  const taking = { folder: imagesFolder(storage), archive, inventory, told }
  return refusingFullDisk(FULL, async () => {
    for await (const image of storedImages(db))
      for (const name of namesOf(image)) await takeIn(taking, name, hashOfFile(image, name))
    writeInventory(archive, inventory)
    return told
  })
}

/** Reads every file of an archive again. */
export async function verifyArchive(archive: string): Promise<Told> {
  const inventory = await readInventory(archive)
  if (!inventory) throw new AppError('interdit', NONE)
  const told = nothing()
  for (const [name, sha256] of inventory)
    await lookAt({ path: join(archive, name), name, told }, (path) => isHash(path, sha256))
  return told
}

/**
 * Brings the files back that the site has a row of and lacks, or has damaged; each is held against its hash. Photos that were read before
 * and have not changed since are not read again, unless all are asked for.
 */
export async function restorePhotos(db: Db, storage: string, archive: string, { all = false } = {}): Promise<Told> {
  const inventory = await readInventory(archive)
  if (!inventory) throw new AppError('interdit', NONE)
  const [wanting, told] = [await verifyPhotos(db, storage, { all }), nothing()]
  told.present = wanting.present
  const before = await ReadBefore.of(imagesFolder(storage))
  return refusingFullDisk(FULL, async () => {
    for (const name of [...wanting.missing, ...wanting.damaged]) {
      const sha256 = inventory.get(name)
      const from = await statOf(join(archive, name))
      if (sha256 === undefined || !from) {
        told.missing.push(name)
        continue
      }
      const to = join(imagesFolder(storage), name)
      if ((await copyWhole(join(archive, name), to, sha256)) === undefined) told.damaged.push(name)
      else {
        await before.tell(name, to)
        told.copied += 1
        told.octets += from.size
      }
    }
    before.save()
    return told
  })
}

/** How many photos of the site lack their file: after an archive of everything, or a backup, came to another machine. */
export async function countMissing(db: Db, storage: string): Promise<number> {
  let count = 0
  const lacking = async (names: string[]) => names.length - (await thereOf(imagesFolder(storage), names)).size
  let names: string[] = []
  for await (const image of storedImages(db)) {
    names.push(...namesOf(image).slice(0, 1))
    if (names.length < BATCH) continue
    count += await lacking(names)
    names = []
  }
  return count + (await lacking(names))
}
