import { createHash } from 'node:crypto'
import { createReadStream, existsSync, type Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import { isDiskFull } from '../../../lib/disk.ts'
import { readPhoto } from '../../../lib/images/photo.ts'
import { writeFileWhole } from '../../../lib/json-file.ts'
import { isCopyOf } from '../rules/copies.ts'
import { foundFile, type HashedImage, hashOfFile, imagesFolder, namesOf, statOf } from '../rules/photo-files.ts'

const BATCH = 500

/** Names the photos that were read whole and found right, with size and date of their files: what has both still need not be read. */
const RECORD = 'relues.txt'

const markOf = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`

/** Photos of this disk that were found right before. */
export class ReadBefore {
  readonly #path: string
  readonly #marks: Map<string, string>

  private constructor(path: string, marks: Map<string, string>) {
    this.#path = path
    this.#marks = marks
  }

  static async of(folder: string): Promise<ReadBefore> {
    const path = join(folder, RECORD)
    const lines = existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : []
    const marks = lines.flatMap((line) => {
      const [, mark, name] = /^(\d+ [\d.]+) {2}(\S+)$/.exec(line) ?? []
      return mark && name ? [[name, mark] as const] : []
    })
    return new ReadBefore(path, new Map(marks))
  }

  knows(name: string, stat: Stats): boolean {
    return this.#marks.get(name) === markOf(stat)
  }

  /** A photo was found right there, or was not. */
  async tell(name: string, path: string | undefined): Promise<void> {
    const stat = path === undefined ? undefined : await statOf(path)
    if (stat) this.#marks.set(name, markOf(stat))
    else this.#marks.delete(name)
  }

  /** Where the disk is full, photos are read once more the next time. */
  save(): void {
    const lines = [...this.#marks].map(([name, mark]) => `${mark}  ${name}\n`)
    try {
      if (lines.length > 0 || existsSync(this.#path)) writeFileWhole(this.#path, lines.join(''), 0o640)
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }
}

/** All photos that the site has a row of, in batches. */
export async function* storedImages(db: Db): AsyncGenerator<SizedImage> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'sha256', 'format', 'copie_2000', 'copie_320', 'sha256_2000', 'sha256_320', 'largeur', 'hauteur'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

interface SizedImage extends HashedImage {
  largeur: number
  hauteur: number
}

export interface Told {
  /** Files that are as they should be; those that were copied now; their bytes. */
  present: number
  copied: number
  octets: number
  /** Names of files that are not there, and of those that are not what they were. */
  missing: string[]
  damaged: string[]
}

export const nothing = (): Told => ({ present: 0, copied: 0, octets: 0, missing: [], damaged: [] })

/** Has the file this hash? It is read whole. */
export async function isHash(path: string, sha256: string): Promise<boolean> {
  const digest = createHash('sha256')
  for await (const piece of createReadStream(path)) digest.update(piece as Buffer)
  return digest.digest('hex') === sha256
}

/** Counts a file where it belongs. */
export async function lookAt(
  { path, name, told }: { path: string; name: string; told: Told },
  isRight: (path: string, stat: Stats) => Promise<boolean>,
): Promise<void> {
  const stat = await statOf(path)
  if (!stat) told.missing.push(name)
  else if (stat.size === 0 || !(await isRight(path, stat))) told.damaged.push(name)
  else {
    told.present += 1
    told.octets += stat.size
  }
}

/** A copy whose hash was never kept has to be a picture, of the shape of its photo. */
async function isCopy(path: string, { largeur, hauteur }: SizedImage): Promise<boolean> {
  const read = readPhoto(await readFile(path))
  const side = path.includes('-2000.') ? 2000 : 320
  return read.ok && isCopyOf(read.photo, { ...read.photo, width: largeur, height: hauteur }, side)
}

function isRightFile(image: SizedImage, name: string, path: string): Promise<boolean> {
  const sha256 = hashOfFile(image, name)
  return sha256 === null ? isCopy(path, image) : isHash(path, sha256)
}

/**
 * Holds the photos of the site against their hashes, copies included. Those that were read before and have not changed since are not read
 * again, unless all are asked for: a disk that wears out changes no date.
 */
export async function verifyPhotos(db: Db, storage: string, { all = true } = {}): Promise<Told> {
  const [told, folder] = [nothing(), imagesFolder(storage)]
  const before = await ReadBefore.of(folder)
  for await (const image of storedImages(db))
    for (const name of namesOf(image)) {
      const path = (await foundFile(folder, name))?.path ?? join(folder, name)
      await lookAt({ path, name, told }, async (_, stat) => {
        if (!all && before.knows(name, stat)) return true
        const isRight = await isRightFile(image, name, path)
        await before.tell(name, isRight ? path : undefined)
        return isRight
      })
    }
  before.save()
  return told
}
