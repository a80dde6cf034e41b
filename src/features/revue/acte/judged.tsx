import type { Context } from 'hono'
import type { Champ } from '../../../champs/kind.ts'
import { champsKeeping } from '../../../champs/read.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AppEnv } from '../../../web/env.ts'
import { releveParam } from '../../../web/params.ts'
import { lastVersionOf } from '../../releves/queries/corbeille.ts'
import { findVisibleHistory, findVisibleReleve } from '../../releves/queries/records.ts'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { readSource } from './page.tsx'

/** The act that something is said of. */
export interface Judged {
  releve: { id: number; source_id: number; data: ReleveData; editor: string | null }
  source: VisibleSource
  champs: readonly Champ[]
  /** It is there no more; `editor` deleted it. */
  isDeleted: boolean
}

/** The act of the path with its source, which this user must be able to decide on; it may have been deleted while it was read. */
export async function judgedAct(c: Context<AppEnv>): Promise<Judged> {
  const { releve, isDeleted } = await storedOrDeleted(c)
  const source = await readSource(c, releve.source_id)
  const champs = champsKeeping(await champsOf(c.var.deps.db, source.type_source_id), releve.data)
  return { releve, source, champs, isDeleted }
}

async function storedOrDeleted(c: Context<AppEnv>): Promise<Pick<Judged, 'releve' | 'isDeleted'>> {
  const { db } = c.var.deps
  const id = releveParam(c)
  try {
    return { releve: await findVisibleReleve(db, c.var.user, id), isDeleted: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'introuvable') throw error
    const { source_id, isDeleted } = await findVisibleHistory(db, c.var.user, id)
    if (!isDeleted) throw error
    const { data, author } = await lastVersionOf(db, id)
    return { releve: { id, source_id, data, editor: author }, isDeleted }
  }
}
