import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'
import type { AppliedLine, ImportLine } from '../../imports/kind.ts'
import { insertLieux, type Writing } from '../import/actions/write.ts'
import { ancestorsOf, longNameOf, NO_PARENT, type Parent } from '../import/queries/match.ts'
import { loadTypes } from '../import/rules/decide.ts'
import type { LieuRow } from '../import/rules/line.ts'
import type { France } from './file.ts'

export const TYPES = ['Pays', 'Région', 'Département', 'Commune'] as const
export type CommuneType = (typeof TYPES)[number]

/** A line of the set. `sous`: long name in the set of the place that it lies in, '' for the country. */
export interface CommuneRow {
  nom: string
  code: string | null
  type: CommuneType
  latitude: number | null
  longitude: number | null
  sous: string
}

export type CommuneLine = ImportLine<CommuneRow>

interface Above {
  nom: string
  code: string | null
  sous: string
}

/** A commune finds the place it lies in by its long name in the set. */
export type Frame = Map<string, Above>

export function frameOf({ pays, regions }: France): Frame {
  const frame: Frame = new Map([[pays.nom, { nom: pays.nom, code: pays.code, sous: '' }]])
  for (const { nom, code, departements } of regions) {
    const region = `${nom}, ${pays.nom}`
    frame.set(region, { nom, code, sous: pays.nom })
    for (const one of departements) frame.set(`${one.nom}, ${region}`, { nom: one.nom, code: one.code, sous: region })
  }
  return frame
}

interface Child {
  id: number
  nom_tri: string
  code: string | null
}

/** The place of the set among those already there: the same code, or the same name where one of the two has no code. */
function sameAs(children: Child[]): (place: { nom: string; code: string | null }) => Child | undefined {
  const byCode = new Map(children.flatMap((child) => (child.code === null ? [] : [[child.code, child] as const])))
  const byName = new Map<string, Child[]>()
  for (const child of children) byName.set(child.nom_tri, [...(byName.get(child.nom_tri) ?? []), child])
  return ({ nom, code }) =>
    (code === null ? undefined : byCode.get(code)) ??
    byName.get(sortKey(nom))?.find((child) => child.code === null || code === null)
}

const childrenOf = (db: Db, parent: number | null): Promise<Child[]> =>
  db
    .selectFrom('lieux')
    .select(['id', 'nom_tri', 'code'])
    .where('lieu_parent_id', parent === null ? 'is' : '=', parent)
    .orderBy('id')
    .execute()

/** Id of the place of the site that is this one of the set; null for what the country lies in, undefined where it is not there. */
async function idOf(db: Db, frame: Frame, sous: string): Promise<number | null | undefined> {
  if (sous === '') return null
  const place = frame.get(sous)
  const parent = place && (await idOf(db, frame, place.sous))
  if (!place || parent === undefined) return undefined
  return sameAs(await childrenOf(db, parent))(place)?.id
}

/** Lines that follow each other and lie in the same place. */
function groups(lines: CommuneLine[]): CommuneLine[][] {
  const found: CommuneLine[][] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (last?.[0]?.row.sous === line.row.sous) last.push(line)
    else found.push([line])
  }
  return found
}

/** Numbers of the lines whose place is there already: the only ones that a load leaves alone. */
export async function alreadyThere(db: Db, frame: Frame, lines: CommuneLine[]): Promise<Set<number>> {
  const there = new Set<number>()
  for (const group of groups(lines)) {
    const parent = await idOf(db, frame, group[0]?.row.sous ?? '')
    if (parent === undefined) continue
    const known = sameAs(await childrenOf(db, parent))
    for (const { ligne, row } of group) if (known(row)) there.add(ligne)
  }
  return there
}

async function makeType(trx: Trx, nom: string): Promise<void> {
  const { last } = await trx
    .selectFrom('types_lieux')
    .select((eb) => eb.fn.max('ordre').as('last'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('types_lieux')
    .values({ nom, nom_key: sortKey(nom), ordre: (last ?? 0) + 1 })
    .execute()
}

/** Ids of the types of the set; those that the administrators took away are made again. */
async function typeIds(trx: Trx): Promise<Map<CommuneType, number>> {
  const read = () => trx.selectFrom('types_lieux').select(['id', 'nom_key']).execute()
  const known = new Set((await read()).map(({ nom_key }) => nom_key))
  for (const nom of TYPES) if (!known.has(sortKey(nom))) await makeType(trx, nom)
  const ids = new Map((await read()).map(({ id, nom_key }) => [nom_key, id]))
  return new Map(TYPES.map((nom) => [nom, ids.get(sortKey(nom)) ?? 0]))
}

async function parentOf(trx: Trx, id: number | null, { types }: Pick<Writing, 'types'>): Promise<Parent> {
  if (id === null) return NO_PARENT
  const place = await trx
    .selectFrom('lieux')
    .select(['nom', 'nom_long', 'chemin', 'type_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const type = place.type_id === null ? undefined : types.byId.get(place.type_id)
  return { id, chemin: place.chemin, ancestors: ancestorsOf(place.nom, place.nom_long, type) }
}

const PARENT_GONE = (sous: string) =>
  `«\u00a0${sous}\u00a0» n’est plus dans le site\u00a0: ce qui s’y trouve n’a pas été créé.`

/** Makes the places of these lines that are not there yet; what is there stays as it is, whatever was changed in it. */
export async function loadLines(
  trx: Trx,
  frame: Frame,
  lines: CommuneLine[],
  { importId, now }: Pick<Writing, 'importId' | 'now'>,
): Promise<AppliedLine[]> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const ids = await typeIds(trx)
  const writing = { types: await loadTypes(trx), importId, now }
  const outcomes: AppliedLine[] = []
  for (const group of groups(lines)) {
    const sous = group[0]?.row.sous ?? ''
    const id = await idOf(trx, frame, sous)
    if (id === undefined) {
      outcomes.push(...group.map(({ ligne }) => ({ ligne, action: 'refusee' as const, message: PARENT_GONE(sous) })))
      continue
    }
    const parent = await parentOf(trx, id, writing)
    const known = sameAs(await childrenOf(trx, id))
    const missing = group.filter(({ row }) => known(row) === undefined)
    const creations = missing.map((line) => {
      const row: LieuRow = { ...line.row, type_id: ids.get(line.row.type) ?? null, note: null }
      return { line: { ...line, row }, parent, nomLong: longNameOf(row, parent) }
    })
    await insertLieux(trx, creations, writing)
    const isNew = new Set(missing)
    outcomes.push(
      ...group.map((line) => ({
        ligne: line.ligne,
        action: isNew.has(line) ? ('creer' as const) : ('inchangee' as const),
      })),
    )
  }
  return outcomes
}
