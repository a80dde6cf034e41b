import { prepared } from '../../db/prepared.ts'
import type { Db, UserRole } from '../../db/schema.ts'
import type { Body } from '../../lib/body.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'

/**
 * Does this user see the source, and is or was the record one of it? Whatever is kept of anything else would tell whoever made the
 * request up what is hidden. `releve_id`: null for a new record.
 */
export async function isInSight(
  db: Db,
  user: CurrentUser,
  { source_id, releve_id }: { source_id: number; releve_id: number | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('sources')
    .select('sources.id')
    .where('sources.id', '=', source_id)
    .where(visibleSources(user))
    .$if(releve_id !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('releve_versions')
            .select('releve_versions.id')
            .where('releve_versions.source_id', '=', source_id)
            .where('releve_versions.releve_id', '=', releve_id ?? 0),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

export interface StoredDraft {
  id: number
  source_id: number
  releve_id: number | null
  cle: string
  version: number
  contenu: Body
  /** See the table: why it was refused. */
  motif: string | null
  updated_at: string
}

const COLUMNS = ['id', 'source_id', 'releve_id', 'cle', 'version', 'contenu', 'motif', 'updated_at'] as const

/** The draft of this key, if this user left one. */
export function findDraft(db: Db, userId: number, cle: string): Promise<StoredDraft | undefined> {
  return db
    .selectFrom('brouillons')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('cle', '=', cle)
    .executeTakeFirst()
}

/** The newest comes first. */
export function draftsOfReleve(db: Db, userId: number, releveId: number): Promise<StoredDraft[]> {
  return db
    .selectFrom('brouillons')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('releve_id', '=', releveId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Those of new records of a source, the newest first. */
const newIn = (db: Db, userId: number, sourceId: number) =>
  db
    .selectFrom('brouillons')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('releve_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')

/** The newest comes first. */
export const draftsOfSource = (db: Db, userId: number, sourceId: number): Promise<StoredDraft[]> =>
  newIn(db, userId, sourceId).execute()

/** The new record of this user in a source that was refused last, when it was sent from a browser that had no line. */
export const lastRefused = (db: Db, userId: number, sourceId: number): Promise<StoredDraft | undefined> =>
  newIn(db, userId, sourceId).where('motif', 'is not', null).limit(1).executeTakeFirst()

const draftRows = prepared((db, { user }: { user: number }, role: UserRole) =>
  db
    .selectFrom('brouillons')
    .innerJoin('sources', 'sources.id', 'brouillons.source_id')
    .leftJoin('releves', (join) =>
      join
        .onRef('releves.id', '=', 'brouillons.releve_id')
        // A number of a record of another source tells nothing of it.
        .onRef('releves.source_id', '=', 'brouillons.source_id'),
    )
    .select(['brouillons.id', 'brouillons.source_id', 'brouillons.releve_id', 'brouillons.cle'])
    .select(['brouillons.version', 'contenu', 'hors_session', 'motif', 'brouillons.updated_at'])
    .select(['sources.titre as source_titre', 'releves.id as existing_id'])
    .where('user_id', '=', user)
    .where((eb) => visibleSources({ id: user, role })(eb))
    .orderBy('brouillons.updated_at', 'desc')
    .orderBy('brouillons.id', 'desc'),
)

/** All drafts of a user in the sources that he or she sees, newest first; `MAX_DRAFTS` at most. */
export const listDrafts = (db: Db, user: CurrentUser) => draftRows(db, { user: user.id }, user.role)
