import type { Db } from '../../db/schema.ts'
import type { Body } from '../../lib/body.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../sources/policy.ts'

export interface StoredDraft {
  id: number
  source_id: number
  releve_id: number | null
  cle: string
  version: number
  contenu: Body
  updated_at: string
}

const COLUMNS = ['id', 'source_id', 'releve_id', 'cle', 'version', 'contenu', 'updated_at'] as const

/** The draft of this key, if this user left one. */
export function findDraft(db: Db, userId: number, cle: string): Promise<StoredDraft | undefined> {
  return db
    .selectFrom('brouillons')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('cle', '=', cle)
    .executeTakeFirst()
}

/** What this user left in the forms of new records of a source, newest first. */
export function draftsOfSource(db: Db, userId: number, sourceId: number): Promise<StoredDraft[]> {
  return db
    .selectFrom('brouillons')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('releve_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** All drafts of a user in the sources that he or she sees, newest first; `MAX_DRAFTS` at most. */
export function listDrafts(db: Db, user: CurrentUser) {
  return db
    .selectFrom('brouillons')
    .innerJoin('sources', 'sources.id', 'brouillons.source_id')
    .leftJoin('releves', 'releves.id', 'brouillons.releve_id')
    .select(['brouillons.id', 'brouillons.source_id', 'brouillons.releve_id', 'brouillons.cle'])
    .select(['brouillons.version', 'contenu', 'brouillons.updated_at'])
    .select(['sources.titre as source_titre', 'releves.id as existing_id'])
    .where('user_id', '=', user.id)
    .where((eb) => visibleSources(user)(eb))
    .orderBy('brouillons.updated_at', 'desc')
    .orderBy('brouillons.id', 'desc')
    .execute()
}
