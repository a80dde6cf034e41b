import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { Db } from '../../../db/schema.ts'

/** The storage that servers have in common which share no folder. Names are those of files below the folder of the site. */
export interface Shelf {
  /** Sends a file that is whole; it is there, over one of that name, once all of it is. StoreError. */
  put(name: string, from: string): Promise<void>
  /** Brings a file to that path, whole or not at all; false where there is none. StoreError. */
  fetch(name: string, to: string): Promise<boolean>
  /** Those of these names that are there, and their bytes. */
  known(names: readonly string[]): Promise<Map<string, number>>
  /** Says that somebody needs them, in the transaction that makes it so. */
  keep(trx: Db, names: readonly string[]): Promise<void>
  /** Says that nobody needs them any more; they go after a while. */
  lose(trx: Db, names: readonly string[], now: Date): Promise<void>
  /** Writes a few bytes and reads them back, at most once a minute: a sentence on what is wrong, undefined where nothing is. */
  trial(): Promise<string | undefined>
  /** Takes them away: at once where the storage answers, later where it does not. */
  drop(names: readonly string[]): Promise<void>
}

/** By the folder of their site. Where there is none the folder itself is what all servers share. */
const shelves = new Map<string, Shelf>()

/** Has the files of this folder kept in common; undefined ends that. */
export function useShelf(storage: string, shelf: Shelf | undefined): void {
  if (shelf) shelves.set(storage, shelf)
  else shelves.delete(storage)
}

export const shelfOf = (storage: string): Shelf | undefined => shelves.get(storage)

/** The shelf of a file, and its name there; undefined where the folder is all there is. */
function placeOf(path: string): { shelf: Shelf; name: string } | undefined {
  for (const [storage, shelf] of shelves)
    if (path.startsWith(`${storage}${sep}`)) return { shelf, name: relative(storage, path).replaceAll(sep, '/') }
  return undefined
}

/** Sends the file of this path to the other servers; `from` where it has not taken its place yet. Call it before a row names the file. StoreError. */
export async function share(path: string, from = path): Promise<void> {
  const place = placeOf(path)
  await place?.shelf.put(place.name, from)
}

/** Brings a file that another server has sent; false where none has. StoreError. */
export async function bring(path: string): Promise<boolean> {
  const place = placeOf(path)
  return place ? place.shelf.fetch(place.name, path) : false
}

/** Sees to it that a file is here, wherever it was sent to; false where it is nowhere. StoreError. */
export const present = async (path: string): Promise<boolean> => existsSync(path) || (await bring(path))

/** Takes a file away from the other servers, which nobody needs any more. */
export async function unshare(path: string): Promise<void> {
  const place = placeOf(path)
  await place?.shelf.drop([place.name])
}

const split = (paths: readonly string[]): { shelf: Shelf; names: string[] } | undefined => {
  const places = paths.flatMap((path) => placeOf(path) ?? [])
  const [first] = places
  return first && { shelf: first.shelf, names: places.map(({ name }) => name) }
}

/** Says in the transaction that needs them that files are needed. */
export async function keepShared(trx: Db, paths: readonly string[]): Promise<void> {
  const found = split(paths)
  await found?.shelf.keep(trx, found.names)
}

/** Says in the transaction that needs them no more that files may go after a while. */
export async function loseShared(trx: Db, paths: readonly string[], now: Date): Promise<void> {
  const found = split(paths)
  await found?.shelf.lose(trx, found.names, now)
}

/** Those of these paths whose files other servers have sent. */
export async function sharedOf(paths: readonly string[]): Promise<Set<string>> {
  const found = split(paths)
  if (!found) return new Set()
  const known = await found.shelf.known(found.names)
  return new Set(paths.filter((path) => known.has(placeOf(path)?.name ?? '')))
}
