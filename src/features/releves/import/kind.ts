import type { Db } from '../../../db/schema.ts'
import { plural } from '../../../lib/text.ts'
import { MAX_ID } from '../../../web/form.ts'
import { canWriteReleves } from '../../droits/policy.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { hasPlaces, removePlaces } from './actions/place-names.ts'
import { removableReleves, removeImported } from './actions/undo.ts'
import type { ImportedRow } from './rules/line.ts'
import { RelevesSession, type Target } from './session.ts'

/** Places are made by hand, a few at a time. */
const PLACES_AT_ONCE = 500

async function targetOf(db: Db, sourceId: number | null): Promise<Target | undefined> {
  if (sourceId === null) return undefined
  const source = await db
    .selectFrom('sources')
    .select(['id', 'type_source_id', 'section_id'])
    .where('id', '=', sourceId)
    .executeTakeFirst()
  if (!source) return undefined
  const { id: source_id, type_source_id, section_id } = source
  return { source_id, type_source_id, section_id, champs: await champsOf(db, type_source_id) }
}

/** Records of one source from a CSV file (spec, section 4, sources.import). */
export const relevesImport: ImportKind<ImportedRow> = {
  kind: 'releves',
  titre: 'Import de relevés',
  noms: ['relevé', 'relevés'],
  liste: (sourceId) => ({ href: `/sources/${sourceId}/releves`, label: 'Voir les relevés' }),
  formulaire: (sourceId) => `/sources/${sourceId}/import`,
  presentes: {
    label: 'Déjà présentes',
    aide: (n) =>
      plural(
        n,
        'ligne est déjà dans la source, mot pour mot\u00a0: elle sera laissée de côté.',
        'lignes sont déjà dans la source, mot pour mot\u00a0: elles seront laissées de côté.',
      ),
  },
  canImport: async (db, user, sourceId) => canWriteReleves(user, await findVisibleSource(db, user, sourceId ?? 0)),
  open: async (db, imported, now) => new RelevesSession(db, await targetOf(db, imported.cible_id), imported, now),
  // Records first, then the places that were made for them: those count from below zero.
  async remove(trx, imported, cursor, limit) {
    if (cursor === null || cursor > 0) {
      const removed = await removeImported(trx, imported, cursor, limit)
      if (removed.refusal !== undefined || removed.next !== null || !(await hasPlaces(trx, imported.id))) return removed
      return { ...removed, next: -MAX_ID }
    }
    const { messages, next } = await removePlaces(trx, imported, -cursor, limit)
    return { retirees: 0, messages, next: next === null ? null : -next }
  },
  async abandoned(trx, imported) {
    for (let cursor: number | null = null; ; ) {
      const { next }: { next: number | null } = await removePlaces(trx, imported, cursor, PLACES_AT_ONCE)
      if (next === null) return
      cursor = next
    }
  },
  removable: removableReleves,
  restorable: async () => 0,
  // Records are only ever created by an import: nothing that was there before is changed.
  restore: async () => ({ restaurees: 0, messages: [] }),
}
