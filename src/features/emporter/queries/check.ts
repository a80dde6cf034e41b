import { createHash } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import { BASE_TABLES, carriedFile, STREAMED_TABLES } from '../rules/carried.ts'
import { INVENTORY, type Inventory, type InventoryFile, readInventory, Seal, someNames } from '../rules/inventory.ts'
import type { OpenedArchive } from './opened-archive.ts'

const MOST_INVENTORY = 16 * 1024 ** 2

export interface Checked {
  inventory: Inventory
  /** SHA-256 of the inventory: it tells an archive from any other. */
  empreinte: string
  /** Files for people that somebody changed since; what comes back does not follow them. */
  edited: ReadonlySet<string>
}

/** The inventory alone. AppError `conflit` where there is none to be read. */
export async function inventoryOf(opened: OpenedArchive): Promise<Pick<Checked, 'inventory' | 'empreinte'>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (await opened.bytes(INVENTORY)) ?? []) {
    size += piece.length
    if (size > MOST_INVENTORY) throw new AppError('conflit', `Le fichier ${INVENTORY} est démesuré.`)
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  const inventory = readInventory(bytes.toString('utf8').replace(/^\ufeff/, ''))
  if (typeof inventory === 'string') throw new AppError('conflit', inventory)
  return { inventory, empreinte: createHash('sha256').update(bytes).digest('hex') }
}

type Found = 'same' | 'edited' | 'missing'

async function compared(opened: OpenedArchive, { nom, octets, empreinte }: InventoryFile): Promise<Found> {
  const pieces = await opened.bytes(nom)
  if (!pieces) return 'missing'
  const seal = new Seal()
  for await (const piece of pieces) {
    seal.add(piece)
    // No need to read what is longer than it was to its end.
    if (seal.octets > octets) return 'edited'
  }
  return seal.octets === octets && seal.end() === empreinte ? 'same' : 'edited'
}

const missing = (names: readonly string[]) =>
  new AppError('conflit', `Il manque à cette archive\u00a0: ${someNames(names)}. Reprenez l’archive d’origine.`)

const spoiled = (names: readonly string[]) =>
  new AppError(
    'conflit',
    `Ces fichiers ne sont plus tels qu’ils étaient partis\u00a0: ${someNames(names)}. Sans eux rien ne peut être remis\u00a0: reprenez l’archive d’origine.`,
  )

/**
 * Reads all of an archive and holds each file against the inventory. AppError `conflit` where one is missing, or one of those
 * that come back is not what it was.
 */
export async function check(opened: OpenedArchive, alive: (part: number) => Promise<void>): Promise<Checked> {
  const { inventory, empreinte } = await inventoryOf(opened)
  const wanted = [...BASE_TABLES, ...STREAMED_TABLES].map(({ name }) => carriedFile(name))
  const told = new Set(inventory.fichiers.map(({ nom }) => nom))
  const untold = wanted.filter((nom) => !told.has(nom))
  if (untold.length > 0) throw missing(untold)
  const found = new Map<string, Found>()
  for (const [n, file] of inventory.fichiers.entries()) {
    found.set(file.nom, await compared(opened, file))
    await alive(n / inventory.fichiers.length)
  }
  const those = (kind: Found) => [...found].filter(([, how]) => how === kind).map(([nom]) => nom)
  if (those('missing').length > 0) throw missing(those('missing'))
  const lost = those('edited').filter((nom) => nom.startsWith('reprise/'))
  if (lost.length > 0) throw spoiled(lost)
  return { inventory, empreinte, edited: new Set(those('edited')) }
}
