import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import type { RemoteFile } from '../rules/remote-names.ts'

export type Bytes = AsyncIterable<Uint8Array>

/** A folder elsewhere, with a connection where it needs one. Its methods reject with an ElsewhereError for what its side refuses. */
export interface Place {
  /** Files of the folder, its own folders left out. */
  list(): Promise<RemoteFile[]>
  /** Writes a file of exactly `size` bytes, over one that is there. */
  write(name: string, body: Bytes, size: number): Promise<void>
  /** The bytes of a file, as they come. */
  read(name: string): Promise<Bytes>
  /** Takes the name of another file, which goes; undefined where a file is there whole or not at all (S3). */
  rename: ((from: string, to: string) => Promise<void>) | undefined
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>
  /** Removes what was begun and never ended, of names that `isOurs`, where files do not show it (S3). */
  clean?(isOurs: (name: string) => boolean): Promise<void>
  /** Ends the connection, at once: what is under way fails. */
  close(): void
}

export interface OpenOptions {
  /** Milliseconds without an answer, or without a byte, after which the other side is given up. */
  silenceMs: number
  /** Is handed the fingerprint of a server whose key is not known yet; without it such a server is refused. */
  onNewKey?: (fingerprint: string) => void
  /** Is told whenever bytes leave that were handed over long before, as those of a part of a file (S3). */
  onMoved?: () => void
}

/** Connects to the place. What it is made of is loaded by the first that needs it. */
export async function openPlace(place: Elsewhere, options: OpenOptions): Promise<Place> {
  switch (place.sorte) {
    case 'sftp':
      return (await import('./places/sftp.ts')).openSftp(place, options)
    case 'webdav':
      return (await import('./places/webdav.ts')).openWebdav(place, options)
    case 's3':
      return (await import('./places/s3.ts')).openS3(place, options)
  }
}
