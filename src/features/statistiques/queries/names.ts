import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import { phoneticKeys } from '../../../lib/phonetics.ts'
import { idsOf } from '../../../lib/place-path.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { visibleSources } from '../../droits/policy.ts'
import type { StatisticsFilter } from '../form.ts'
import type { SpellingTie, Written } from '../rules/names.ts'
import { countsOfPart, isRecent, sourcesOfPart } from './part.ts'

/** Acts of a group of lines, and those of the last 120 years. */
const sums = (eb: ExpressionBuilder<Schema, 'source_noms' | 'sources'>, since: number) =>
  [
    eb.fn.sum<number>('source_noms.n').as('n'),
    eb.fn.sum<number>(eb.case().when(isRecent(since)(eb)).then(eb.ref('source_noms.n')).else(0).end()).as('recents'),
  ] as const

/** Each spelling of a surname that the part has. */
export async function writtenSurnames(
  db: Db,
  user: CurrentUser,
  filter: StatisticsFilter,
  since: number,
): Promise<Written[]> {
  const rows = await countsOfPart(db, user, filter)
    .where('genre', '=', 'nom')
    .select(['cle', 'valeur'])
    .select((eb) => sums(eb as never, since))
    .groupBy(['cle', 'valeur'])
    .execute()
  return rows.map(({ n, recents, ...row }) => ({ ...row, n: Number(n), recents: Number(recents) }))
}

/** Each first name, decade by decade. */
export async function firstNamesByDecade(
  db: Db,
  user: CurrentUser,
  filter: StatisticsFilter,
  since: number,
): Promise<(Written & { decennie: number })[]> {
  const rows = await countsOfPart(db, user, filter)
    .where('genre', '=', 'prenom')
    .select(['decennie', 'cle', 'valeur'])
    .select((eb) => sums(eb as never, since))
    .groupBy(['decennie', 'cle', 'valeur'])
    .execute()
  return rows.map(({ n, recents, ...row }) => ({ ...row, n: Number(n), recents: Number(recents) }))
}

/** Each first name, whatever the decade. */
export function withoutDecades(rows: readonly Written[]): Written[] {
  const names = new Map<string, Written>()
  for (const { cle, valeur, n, recents } of rows) {
    const name = names.get(valeur) ?? { cle, valeur, n: 0, recents: 0 }
    names.set(valeur, { ...name, n: name.n + n, recents: name.recents + recents })
  }
  return [...names.values()]
}

/** Sounds of the surnames of the part that no source outside of it has, among those that this reader sees. */
export async function soundsOnlyHere(db: Db, user: CurrentUser, filter: StatisticsFilter): Promise<Set<string>> {
  const here = countsOfPart(db, user, filter).where('genre', '=', 'nom').select('cle').distinct()
  const part = sourcesOfPart(db, user, filter).select('sources.id')
  const elsewhere = db
    .selectFrom('source_noms as ailleurs')
    .innerJoin('sources', 'sources.id', 'ailleurs.source_id')
    .select('ailleurs.cle')
    .where('ailleurs.genre', '=', 'nom')
    .whereRef('ailleurs.cle', '=', sql.ref('ici.cle'))
    .where('sources.id', 'not in', part)
    .where(visibleSources(user) as never)
  const rows = await db
    .selectFrom(here.as('ici'))
    .select('ici.cle')
    .where((eb) => eb.not(eb.exists(elsewhere)))
    .execute()
  return new Set(rows.map(({ cle }) => cle))
}

/** Does any of these sounds stand in a source outside of the part? */
export async function soundsElsewhere(
  db: Db,
  user: CurrentUser,
  filter: StatisticsFilter,
  sounds: readonly string[],
): Promise<Set<string>> {
  if (sounds.length === 0) return new Set()
  const rows = await db
    .selectFrom('source_noms')
    .innerJoin('sources', 'sources.id', 'source_noms.source_id')
    .select('cle')
    .distinct()
    .where('genre', '=', 'nom')
    .where('cle', 'in', sounds)
    .where('sources.id', 'not in', sourcesOfPart(db, user, filter).select('sources.id'))
    .where(visibleSources(user) as never)
    .execute()
  return new Set(rows.map(({ cle }) => cle))
}

/** Accepted lines of the community that hold everywhere, or at the place asked for. */
export async function tiesOf(
  db: Db,
  genre: 'nom' | 'prenom',
  { lieu }: Pick<StatisticsFilter, 'lieu'>,
): Promise<SpellingTie[]> {
  const path = lieu === null ? [] : idsOf(lieu.chemin)
  const rows = await db
    .selectFrom('orthographes')
    .select(['signe', 'cle_a', 'cle_b', 'nom_a', 'nom_b', 'lieu_id'])
    .where('genre', '=', genre)
    .where('etat', '=', 'acceptee')
    .orderBy('id')
    .execute()
  return rows
    .filter(({ lieu_id }) => lieu_id === null || path.includes(lieu_id))
    .map(({ lieu_id: _, nom_a, nom_b, ...line }) => ({
      ...line,
      sons: [nom_a, nom_b].map((nom) => phoneticKeys(nom, genre)[0] ?? ''),
    }))
}
