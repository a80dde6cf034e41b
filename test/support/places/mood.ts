/** A test says by it what goes wrong at a server that keeps copies. */
export interface Mood {
  /** Bytes of one file after which there is no room any more. */
  roomFor?: number
  /** Bytes of one file that is written after which the connection is cut. */
  cutAfter?: number
  /** Bytes of one file that is read after which the connection is cut. */
  cutReadAfter?: number
  /** It takes what is written and never says so. */
  isSilent?: boolean
  /** One byte of each file that is stored is another one. */
  alters?: boolean
  /** It takes what is sent and stores nothing of it. */
  drops?: boolean
  /** It takes so many bytes a second, and no more. */
  bytesPerSecond?: number
  /** Nobody may delete a file. */
  keepsAll?: boolean
  /** It does not say which uploads were begun and never ended (S3). */
  listsNoUploads?: boolean
}

/** A file as it comes in: as it is stored, or altered. */
export function stored(bytes: Buffer, { alters }: Mood): Buffer {
  if (!alters || bytes.length === 0) return bytes
  const other = Buffer.from(bytes)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}
