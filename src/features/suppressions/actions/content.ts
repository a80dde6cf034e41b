import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { SourceContent } from '../../../db/schema-suppressions.ts'
import { AppError } from '../../../lib/errors.ts'
import { placesToday } from '../../lieux/queries/places-today.ts'

/** Small tables whose rows go with their source and come back with it. */
const SMALL = [
  ...(['source_membres', 'source_transitions', 'saisies', 'champs_passes', 'brouillons'] as const),
  ...(['source_registres', 'source_vues'] as const),
  ...(['releve_avis', 'echantillons', 'echantillon_actes', 'actes_a_revoir', 'avertissements_admis'] as const),
  ...(['fils', 'fil_messages', 'corrections', 'secondes_saisies'] as const),
  'registre_sources',
] as const
type Small = (typeof SMALL)[number]

const rowsOf = (trx: Db, table: Small, sourceId: number): Promise<Record<string, unknown>[]> =>
  trx.selectFrom(table).selectAll().where('source_id', '=', sourceId).execute()

/** A source and what belongs to it, but for records and their versions. */
async function contentOf(trx: Trx, sourceId: number): Promise<SourceContent> {
  const content: SourceContent = {
    sources: await trx.selectFrom('sources').selectAll().where('id', '=', sourceId).execute(),
  }
  for (const table of SMALL) content[table] = await rowsOf(trx, table, sourceId)
  return content
}

type Named = 'lieux' | 'sections' | 'depots' | 'types_sources' | 'champs' | 'depot_liens' | 'images' | 'registres'

/** Those of these ids that are still there. */
export async function stillThere(trx: Db, table: Named, ids: readonly unknown[]): Promise<Set<unknown>> {
  const asked = [...new Set(ids)].filter((id): id is number => typeof id === 'number')
  if (asked.length === 0) return new Set()
  // The photos of a large register are more than a statement has places for.
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), asked))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whose an id of an account is today: of one that was merged since, the account that it went into; those that are gone are left out. */
export async function accountsToday(trx: Db, ids: readonly unknown[]): Promise<Map<unknown, number>> {
  const asked = [...new Set(ids)].filter((id): id is number => typeof id === 'number')
  if (asked.length === 0) return new Map()
  const rows = await trx
    .selectFrom('users')
    .leftJoin('users as other', 'other.id', 'users.fusion_vers')
    .select(['users.id', 'other.id as other'])
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('users.id'), asked))
    .execute()
  return new Map(rows.map(({ id, other }) => [id, other ?? id]))
}

const NO_TYPE =
  'Le type de cette source n’existe plus\u00a0: elle ne peut pas être rétablie. Une sauvegarde d’avant la suppression la contient encore.'

/** JSON columns of these tables go in as text. */
const asText = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )

/** The source without what was deleted since: a place that was merged is the other one now. */
async function sourceToday(trx: Trx, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const there = async (table: Named, id: unknown) => (await stillThere(trx, table, [id])).has(id)
  if (!(await there('types_sources', row.type_source_id))) throw new AppError('conflit', NO_TYPE)
  const lieu = typeof row.lieu_id === 'number' ? (await placesToday(trx, [row.lieu_id])).get(row.lieu_id) : undefined
  const kept = async (table: Named, id: unknown) => ((await there(table, id)) ? id : null)
  return {
    ...row,
    lieu_id: lieu?.id ?? null,
    section_id: await kept('sections', row.section_id),
    depot_id: await kept('depots', row.depot_id),
    created_by: (await accountsToday(trx, [row.created_by])).get(row.created_by) ?? null,
  }
}

/** Puts a source back under its id, empty, and held from whoever would write in it (`retrait_at`). */
export async function putBackSource(trx: Trx, content: SourceContent, now: string): Promise<void> {
  const [row] = content.sources ?? []
  if (!row) throw new Error('a deleted source was kept without its row')
  const today = await sourceToday(trx, row)
  const fresh = { nb_releves: 0, champs_jusque: null, mots_ecrits: '', mots_surs: '', retrait_at: now }
  await trx
    .insertInto('sources')
    .values(asText({ ...today, ...fresh }) as never)
    .execute()
}

/** Columns that name a person. */
const PEOPLE = ['user_id', 'resolu_par', 'pour_id', 'prise_par', 'arbitre_par', 'dispense_par'] as const
/** Rows of these mean nothing without their person; the others lose their author. */
const OWN: ReadonlySet<Small> = new Set(['source_membres', 'saisies', 'champs_passes', 'brouillons'])

/** Rows of people and fields that are gone stay away; what was decided and said loses its author. */
async function putBackTable(trx: Trx, table: Small, rows: Record<string, unknown>[]): Promise<void> {
  const people = await accountsToday(
    trx,
    rows.flatMap((row) => PEOPLE.map((name) => row[name])),
  )
  const fields = await stillThere(
    trx,
    'champs',
    rows.map(({ champ_id }) => champ_id),
  )
  const registers = await stillThere(
    trx,
    'registres',
    rows.map(({ registre_id }) => registre_id),
  )
  const isKept = (row: Record<string, unknown>) =>
    (!OWN.has(table) || people.has(row.user_id)) &&
    (!('champ_id' in row) || fields.has(row.champ_id)) &&
    (!('registre_id' in row) || registers.has(row.registre_id))
  const today = (row: Record<string, unknown>) => {
    const named = PEOPLE.filter((name) => name in row)
    return { ...row, ...Object.fromEntries(named.map((name) => [name, people.get(row[name]) ?? null])) }
  }
  for (const row of rows.filter(isKept))
    await trx
      .insertInto(table)
      .values(asText(today(row)) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Views whose pattern or photo is gone come back without it. */
async function viewsToday(trx: Trx, rows: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const ids = (name: string) => rows.map((row) => row[name])
  const [links, images] = [
    await stillThere(trx, 'depot_liens', ids('lien_id')),
    await stillThere(trx, 'images', ids('image_id')),
  ]
  return rows.map((row) => ({
    ...row,
    lien_id: links.has(row.lien_id) ? row.lien_id : null,
    image_id: images.has(row.image_id) ? row.image_id : null,
  }))
}

/** Puts back what belonged to a source. */
export async function putBackSmall(trx: Trx, content: SourceContent): Promise<void> {
  for (const table of SMALL) {
    const rows = content[table] ?? []
    await putBackTable(trx, table, table === 'source_vues' ? await viewsToday(trx, rows) : rows)
  }
}

/** Its photos stay as long as the line of the deleted source. */
async function keepPhotos(trx: Trx, { id, source_id }: { id: number; source_id: number }): Promise<void> {
  const shown = trx
    .selectFrom('source_vues')
    .select((eb) => [eb.cast<number>(eb.val(id), 'integer').as('suppression_id'), 'image_id'])
    .where('source_id', '=', source_id)
    .where('image_id', 'is not', null)
    .distinct()
  await trx
    .insertInto('images_gardees')
    .columns(['suppression_id', 'image_id'])
    .expression(shown as never)
    .execute()
}

/** Takes the source itself out of the tables, and keeps it in its line. Its records and their versions are gone already. */
export async function takeOutSource(trx: Trx, line: { id: number; source_id: number }): Promise<void> {
  const contenu = await contentOf(trx, line.source_id)
  await keepPhotos(trx, line)
  await trx.deleteFrom('source_decennies').where('source_id', '=', line.source_id).execute()
  await trx.deleteFrom('sources').where('id', '=', line.source_id).execute()
  await trx
    .updateTable('sources_supprimees')
    .set({ contenu: JSON.stringify(contenu) })
    .where('id', '=', line.id)
    .execute()
}

/** The source is whole again: people may write in it, and nothing says any more that it was deleted. */
export async function takeBackLine(
  trx: Trx,
  { id, source_id, contenu }: { id: number; source_id: number; contenu: SourceContent | null },
): Promise<void> {
  await putBackSmall(trx, contenu ?? {})
  await trx
    .updateTable('sources')
    .set((eb) => ({ retrait_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', source_id)
    .execute()
  await trx.deleteFrom('sources_supprimees').where('id', '=', id).execute()
}
