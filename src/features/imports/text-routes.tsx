import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import type { AppEnv } from '../../web/env.ts'
import { type Body, sendingKey } from '../../web/form.ts'
import { StoreError } from '../fichiers/rules/store-error.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { createImport } from './actions/steps.ts'
import type { ImportKind } from './kind.ts'
import { ownsFile } from './queries/imports.ts'
import { FileError } from './rules/encoding.ts'
import { importFolder, removeFile, shareFile } from './rules/files.ts'
import { readHeader } from './rules/header.ts'
import { openTable } from './rules/table-file.ts'

interface Written {
  /** CSV, in UTF-8. */
  text: string
  /** Shown in the place of the name of a file. */
  name: string
  /** The form that it came from: a second sending of it is the same import. */
  raw: Body
}

type Taken = { ok: true; id: number } | { ok: false; message: string }

/** Sends lines that a page of ours has written to the dry run of an import, as a file that is uploaded goes. */
export async function takeText<Row>(
  c: Context<AppEnv>,
  kind: ImportKind<Row>,
  cibleId: number | null,
  { text, name, raw }: Written,
): Promise<Taken> {
  const { db, storage, clock } = c.var.deps
  await ensureWritable(c)
  const user_id = c.var.user.id
  const opened = { id: 0, cible_id: cibleId, user_id, created_at: clock().toISOString() }
  const session = await kind.open(db, opened, clock)
  const fichier = `${randomToken()}.csv`
  const path = join(importFolder(storage), fichier)
  await mkdir(importFolder(storage), { recursive: true })
  let isKept = false
  try {
    await writeFile(path, text, { mode: 0o600 })
    readHeader((await openTable(path, { encodage: 'utf-8' })).headers, session.columns)
    const bytes = Buffer.from(text)
    const file = { fichier, taille: bytes.length, empreinte: createHash('sha256').update(bytes).digest('hex') }
    const input = { ...file, encodage: 'utf-8', nom_fichier: name, kind: kind.kind, cible_id: cibleId, user_id }
    await shareFile(storage, fichier)
    const id = await createImport(db, input, sendingKey(c, raw), clock())
    isKept = await ownsFile(db, id, fichier)
    return { ok: true, id }
  } catch (error) {
    if (!(error instanceof FileError || error instanceof StoreError)) throw error
    return { ok: false, message: error.message }
  } finally {
    if (!isKept) await removeFile(storage, fichier)
  }
}
