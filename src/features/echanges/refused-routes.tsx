import { join } from 'node:path'
import type { Context } from 'hono'
import { AppError, codeOf } from '../../lib/errors.ts'
import { download } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { idParam } from '../../web/params.ts'
import { present } from '../fichiers/rules/shelves.ts'
import { findImport } from '../imports/queries/imports.ts'
import { isEncoding } from '../imports/rules/encoding.ts'
import { KIND } from './import/actions/decide.ts'
import { dossierById } from './import/queries/dossiers.ts'
import { reasonRows, refusedLines } from './import/queries/refused.ts'
import { type ActFile, openActFile } from './rules/act-file.ts'
import { actsFolder } from './rules/files.ts'
import { bytesOfSpans, spansOf } from './rules/raw-lines.ts'

const GONE = 'Ces lignes ne sont plus là\u00a0: elles se gardent un mois. Reprenez le fichier d’origine.'

async function opened(path: string, encodage: string): Promise<ActFile | undefined> {
  await present(path)
  return openActFile(path, isEncoding(encodage) ? encodage : 'auto').catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

/** The refused lines of one file of an import of acts, where they stand in it. */
async function findRefused(c: Context<AppEnv>) {
  const { db, storage } = c.var.deps
  const imported = await findImport(db, c.var.user, idParam(c))
  const dossier = imported.kind === KIND ? await dossierById(db, imported.cible_id) : undefined
  const sent = dossier?.plan.fichiers[idParam(c, 'n') - 1]
  const file = sent && (await opened(join(actsFolder(storage), sent.fichier), sent.encodage))
  const lines = sent ? await refusedLines(db, imported.id, sent) : []
  if (!sent || !file || lines.length === 0) throw new AppError('introuvable', GONE)
  return { imported, sent, file, lines, spans: await spansOf(file, lines) }
}

const EXTENSION = /\.([a-z0-9]{1,5})$/i

/** « Saint_Malo_N » and « TXT »: they come back under the name that they had, which some programs look at. */
function nameOf(nom: string): { stem: string; extension: string } {
  const [whole = '', extension = 'txt'] = EXTENSION.exec(nom) ?? []
  return { stem: nom.slice(0, nom.length - whole.length), extension }
}

/** Refused lines of an import of acts, to be mended and sent again: as they came, and why beside. */
export const refusedRoutes = router()
  .get('/:id/refus/:n', async (c) => {
    const { sent, file, spans } = await findRefused(c)
    const { stem, extension } = nameOf(sent.nom)
    const kind = { extension, mediaType: 'application/octet-stream' }
    return download(c, `Lignes refusées de ${stem}`, kind, bytesOfSpans(file.path, file.encodage, spans))
  })
  .route(
    '/',
    exportRoutes('/:id/refus/:n/motifs', async (c) => {
      const { imported, sent, lines, spans } = await findRefused(c)
      const title = `Motifs des lignes refusées de ${nameOf(sent.nom).stem}`
      return { title, rows: reasonRows(c.var.deps.db, imported.id, sent, { lines, spans }) }
    }),
  )
