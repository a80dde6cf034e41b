import type { Context } from 'hono'
import type { Champ } from '../../../champs/kind.ts'
import { champsKeeping } from '../../../champs/read.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AppEnv } from '../../../web/env.ts'
import { releveParam } from '../../../web/params.ts'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { lastVersionOf } from '../queries/corbeille.ts'
import { findVisibleHistory, findVisibleReleve, type Releve } from '../queries/records.ts'
import { deskOf } from './desk.tsx'

/** The record of the path with its source and fields. 404 where this user does not see it. */
export async function recordOf(c: Context<AppEnv>) {
  const releve = await findVisibleReleve(c.var.deps.db, c.var.user, releveParam(c))
  const desk = await deskOf(c, releve.source_id)
  // A choice that is no longer offered may stay in the record that holds it.
  return { releve, source: desk.source, champs: champsKeeping(desk.champs, releve.data) }
}

export interface Opened {
  releve: Pick<
    Releve,
    'id' | 'source_id' | 'data' | 'etats' | 'lectures' | 'repere' | 'date_evenement' | 'version' | 'updated_at'
  > & {
    editor: string | null
  }
  source: VisibleSource
  champs: Champ[]
  /** The record is there no more; `editor` and `updated_at` say who deleted it and when. */
  isDeleted: boolean
}

/** The record of a form that was sent may have been deleted while it was filled in. */
export async function openedOf(c: Context<AppEnv>): Promise<Opened> {
  try {
    return { ...(await recordOf(c)), isDeleted: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'introuvable') throw error
    return deletedOf(c)
  }
}

async function deletedOf(c: Context<AppEnv>): Promise<Opened> {
  const { db } = c.var.deps
  const id = releveParam(c)
  const { source_id, isDeleted } = await findVisibleHistory(db, c.var.user, id)
  if (!isDeleted) throw new AppError('introuvable', 'Ce relevé n’existe pas, ou il ne vous est pas accessible.')
  const { source, champs } = await deskOf(c, source_id)
  const { data, etats, lectures, version, author, created_at } = await lastVersionOf(db, id)
  const releve = {
    id,
    source_id,
    data,
    etats,
    lectures,
    version,
    repere: null,
    date_evenement: null,
    updated_at: created_at,
    editor: author,
  }
  return { releve, source, champs: champsKeeping(champs, data), isDeleted: true }
}
