import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../db/once.ts'
import { sendingKey } from '../../web/form.ts'
import { FileError } from '../imports/rules/encoding.ts'
import { importFolder } from '../imports/rules/files.ts'
import type { OtherFile } from '../imports/upload-routes.tsx'
import { recognise } from './formats/index.ts'
import { intoOne, sendToDryRun } from './import/actions/decide.ts'
import { createDossier, surveyFiles } from './import/actions/receive.ts'
import { findDossier } from './import/queries/dossiers.ts'
import { actsFolder, removeActFiles, shareActFiles } from './rules/files.ts'

const HEAD_BYTES = 64

/** Its first cell alone says it: a table or a workbook is none of ours, whatever is wrong with it. */
async function isActFile(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1').replace(/^ï»¿/, '')
    const recognised = recognise(head.split(/[\r\n]/)[0] ?? '')
    return recognised !== undefined && 'format' in recognised
  } finally {
    await file.close()
  }
}

interface IntoSource {
  source: { id: number; type_source_id: number }
}

/** Takes a file of acts that was sent to one source: those of its type and commune go in, the others are named. */
export const actsIntoSource: OtherFile<IntoSource> = async (c, { file, raw, encodage }, { source }) => {
  const { db, storage, clock } = c.var.deps
  const sent = join(importFolder(storage), file.fichier)
  if (!(await isActFile(sent))) return undefined
  const folder = actsFolder(storage)
  await mkdir(folder, { recursive: true, mode: 0o750 })
  await rename(sent, join(folder, file.fichier))
  let isKept = false
  try {
    const { plan, problems } = await surveyFiles(folder, [file], encodage)
    const [problem] = problems
    if (problem) throw new FileError(problem.message)
    await shareActFiles(storage, [file.fichier])
    const now = clock()
    const sending = {
      ...{ userId: c.var.user.id, now: now.toISOString() },
      jeton: sendingKey(c, { ...raw, empreinte: file.empreinte }),
    }
    const strict = intoOne(plan, source, true)
    const id = await db
      .transaction()
      .execute((trx) => once(trx, sending, () => createDossier(trx, c.var.user.id, strict, now)))
    const dossier = await findDossier(db, c.var.user, id)
    isKept = dossier.plan.fichiers[0]?.fichier === file.fichier
    const taken = await sendToDryRun(db, dossier, dossier.plan, now)
    return taken.ok ? taken.id : (taken.standing.import_id ?? undefined)
  } finally {
    if (!isKept) await removeActFiles(storage, [file.fichier])
  }
}
