import type { Db } from '../../../db/schema.ts'
import { plural } from '../../../lib/text.ts'
import { MAX_ID } from '../../../web/form.ts'
import { canWriteReleves } from '../../droits/policy.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { findVisibleSource } from '../../sources/queries/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { dropPlaces, hasPlaces, removePlaces } from './actions/place-names.ts'
import { removableReleves, removeImported } from './actions/undo.ts'
import type { ImportedRow } from './rules/line.ts'
import { notesChamp } from './rules/notes.ts'
import { RelevesSession, type Target } from './session.ts'

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

/** The type of the source, and the place that its own one lies in. */
async function whereItLies(db: Db, sourceId: number | null) {
  const row = await db
    .selectFrom('sources')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('lieux as parent', 'parent.id', 'lieux.lieu_parent_id')
    .select(['sources.type_source_id', 'parent.id as parent_id', 'parent.nom_long as parent_nom_long'])
    .where('sources.id', '=', sourceId)
    .executeTakeFirst()
  if (!row) return undefined
  const { type_source_id, parent_id, parent_nom_long } = row
  return { type_source_id, parent: parent_id === null ? null : { id: parent_id, nom_long: parent_nom_long ?? '' } }
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
  abandoned: dropPlaces,
  lieux: async (db, imported) => {
    const source = await whereItLies(db, imported.cible_id)
    const champs = source ? await champsOf(db, source.type_source_id) : []
    return { parent: source?.parent ?? null, hasNotes: notesChamp(champs) !== undefined, isNoted: false }
  },
  removable: removableReleves,
  restorable: async () => 0,
  // Records are only ever created by an import: nothing that was there before is changed.
  restore: async () => ({ restaurees: 0, messages: [] }),
}
