import { createHash } from 'node:crypto'
import { plural } from '../../../lib/text.ts'

export const INVENTORY = 'inventaire.json'
/** It grows when an archive of before could not be read as one of today. */
export const FORMAT = 1

export interface InventoryFile {
  nom: string
  octets: number
  /** Lines beside the one of its headers; null where they tell nothing. */
  lignes: number | null
  /** SHA-256, in hexadecimal. */
  empreinte: string
}

/** It says of each file of an archive how it was when it was written. */
export interface Inventory {
  format: number
  site: string
  /** ISO instant. */
  le: string
  /** No row of these tables has, or had, a higher number. */
  numeros: Record<string, number>
  fichiers: InventoryFile[]
}

/** Hears the bytes of a file as they go by: their number and their print. */
export class Seal {
  readonly #hash = createHash('sha256')
  octets = 0

  add(piece: string | Uint8Array): void {
    this.#hash.update(piece)
    this.octets += Buffer.byteLength(piece)
  }

  end(): string {
    return this.#hash.digest('hex')
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** A name that we write; nothing else is ever looked for in an archive or a folder. */
const NAME = /^(?:[A-Za-z_]+\.(?:csv|json|txt)|reprise\/[a-z_]+\.jsonl|releves\/\d{4,}[^\\/\p{Cc}]{0,200}\.csv)$/u

const isFile = (value: unknown): value is InventoryFile => {
  const { nom, octets, lignes, empreinte } = (value ?? {}) as Partial<InventoryFile>
  const isNamed = typeof nom === 'string' && NAME.test(nom) && nom !== INVENTORY
  const isSealed = typeof empreinte === 'string' && /^[0-9a-f]{64}$/.test(empreinte)
  return isNamed && isSealed && isCount(octets) && (lignes === null || isCount(lignes))
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** The inventory, or in words why there is none. */
export function readInventory(text: string): Inventory | string {
  let read: Partial<Inventory> | null
  try {
    read = JSON.parse(text)
  } catch {
    return `Le fichier ${INVENTORY} est abîmé\u00a0: reprenez l’archive d’origine.`
  }
  const { format, site, le, numeros, fichiers } = read ?? {}
  if (isCount(format) && format > FORMAT)
    return 'Cette archive vient d’une version plus récente de Relevés\u00a0: mettez d’abord ce site à jour.'
  const isWhole = format === FORMAT && typeof site === 'string' && isInstant(le)
  const numbers = Object.entries(numeros ?? { '': -1 })
  if (!isWhole || !Array.isArray(fichiers) || !fichiers.every(isFile) || !numbers.every(([, n]) => isCount(n)))
    return `Le fichier ${INVENTORY} n’est pas celui d’une archive de Relevés\u00a0: reprenez l’archive d’origine.`
  if (new Set(fichiers.map(({ nom }) => nom)).size < fichiers.length)
    return `Le fichier ${INVENTORY} nomme deux fois le même fichier\u00a0: reprenez l’archive d’origine.`
  return { format, site, le, numeros: Object.fromEntries(numbers), fichiers }
}

const SHOWN = 5

/** « a.csv, b.csv et 3 autres ». */
export function someNames(names: readonly string[]): string {
  const rest = names.length - SHOWN
  return rest <= 0 ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} et ${plural(rest, 'autre', 'autres')}`
}
