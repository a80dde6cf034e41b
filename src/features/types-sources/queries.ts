import { type SqlBool, sql } from 'kysely'
import { type FieldGroup, fieldGroups } from '../../champs/groups.ts'
import type { Champ, Group } from '../../champs/kind.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import { prepared } from '../../db/prepared.ts'
import { type Remember, readAnew, rememberEach } from '../../db/remember.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'

type GroupRow = { role: Group['role'] | null; de_groupe_id: number | null }

const champRows = (db: Db) =>
  db
    .selectFrom('champs')
    .innerJoin('types_sources', 'types_sources.id', 'champs.type_source_id')
    .leftJoin('groupes', 'groupes.id', 'champs.groupe_id')
    .select('types_sources.acte')
    .select(['champs.id', 'champs.nom', 'label', 'type', 'required', 'options', 'anciennes'])
    .select(['aide', 'politique', 'majuscules', 'completion', 'partie'])
    .select(['groupe_id', 'groupes.libelle', 'groupes.role', 'groupes.de_groupe_id'])
    .orderBy('champs.ordre')
    .orderBy('champs.id')

/** A field with its group as one value. */
function withGroup<
  R extends { groupe_id: number | null; libelle: string | null } & Pick<GroupRow, 'role' | 'de_groupe_id'>,
>(row: R) {
  const { groupe_id: id, libelle, role, de_groupe_id: de, ...champ } = row
  return { ...champ, groupe: id === null || libelle === null ? null : { id, libelle, role, de } }
}

const champRowsOf = prepared((db, { type }: { type: number }) =>
  champRows(db).where('champs.type_source_id', '=', type),
)

/** The fields of a source type, in the order of the register. Empty for a type that does not exist. */
export async function champsOf(db: Db, typeSourceId: number): Promise<Champ[]> {
  const rows = await champRowsOf(db, { type: typeSourceId }, '')
  return rows.map(withGroup)
}

/** The fields of several types at once, in the order of each; answers those of one type. */
export async function champsByType(
  db: Db,
  types: Iterable<number>,
  remember: Remember = readAnew,
): Promise<(type: number) => Champ[]> {
  const known = await rememberEach<number, Champ[]>(remember, 'champs', types, async (wanted) => {
    const rows = await champRowsByType(db, { wanted }, '')
    // Equal in all to those that `champsOf` reads: who compares the fields of two moments may have them from either.
    const of = (type: number) =>
      rows.filter((row) => row.type_source_id === type).map(({ type_source_id: _, ...row }) => withGroup(row))
    return new Map(wanted.map((type) => [type, of(type)]))
  })
  return (type) => known.get(type) ?? []
}

const champRowsByType = prepared((db, { wanted }: { wanted: readonly number[] }) =>
  champRows(db)
    .select('champs.type_source_id')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('champs.type_source_id'), wanted)),
)

/** The groups of a source type, those without a field among them, in the order in which they were made. */
export async function typeGroups(db: Db, typeSourceId: number): Promise<Group[]> {
  const rows = await db
    .selectFrom('groupes')
    .select(['id', 'libelle', 'role', 'de_groupe_id as de'])
    .where('type_source_id', '=', typeSourceId)
    .orderBy('ordre')
    .orderBy('id')
    .execute()
  return rows
}

/** The fields of a type by group, then its groups without a field. */
export async function groupedChamps(db: Db, typeSourceId: number): Promise<FieldGroup[]> {
  const filled = fieldGroups(await champsOf(db, typeSourceId))
  const known = new Set(filled.map(({ group }) => group?.id))
  const empty = (await typeGroups(db, typeSourceId)).filter(({ id }) => !known.has(id))
  return [...filled, ...empty.map((group) => ({ group, champs: [] }))]
}

/** A group with the version that a form made of it carries. */
export type EditedGroup = Group & { version: number }

/** A group of this very type; 404 otherwise. */
export async function findGroup(db: Db, typeSourceId: number, id: number): Promise<EditedGroup> {
  const group = await db
    .selectFrom('groupes')
    .select(['id', 'libelle', 'role', 'de_groupe_id as de', 'version'])
    .where('type_source_id', '=', typeSourceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!group) throw new AppError('introuvable', 'Ce groupe n’existe pas, ou plus.')
  return group
}

/** A page of the types with their numbers of fields and sources, and how many types there are. */
export async function listTypes(db: Db, paging: { offset: number; parPage: number }) {
  const types = await db
    .selectFrom('types_sources')
    .select(['types_sources.id', 'types_sources.nom', 'types_sources.description'])
    .select((eb) => [
      eb
        .selectFrom('champs')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('champs.type_source_id', '=', 'types_sources.id')
        .as('nb_champs'),
      eb
        .selectFrom('sources')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('sources.type_source_id', '=', 'types_sources.id')
        .as('nb_sources'),
    ])
    .$narrowType<{ nb_champs: number; nb_sources: number }>()
    .orderBy('nom_key')
    .limit(paging.parPage)
    .offset(paging.offset)
    .execute()
  const { total } = await db
    .selectFrom('types_sources')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { types, total }
}

export type TypeRow = Awaited<ReturnType<typeof listTypes>>['types'][number]

/** Every type by name, for a list to choose from. */
export const typeChoices = (db: Db): Promise<{ id: number; nom: string }[]> => typesByName(db, {}, '')

const typesByName = prepared((db) => db.selectFrom('types_sources').select(['id', 'nom']).orderBy('nom_key'))

/** The type, its name and description; 404 where there is none. */
export async function findType(db: Db, id: number) {
  const type = await db.selectFrom('types_sources').selectAll().where('id', '=', id).executeTakeFirst()
  if (!type) throw new AppError('introuvable', 'Ce type de source n’existe pas.')
  return type
}

export type TypeSource = Awaited<ReturnType<typeof findType>>

/** A field with the version that a form made of it carries. */
export type EditedChamp = Champ & { version: number }

/** A field of this very type; 404 otherwise. */
export async function findChamp(db: Db, typeSourceId: number, id: number): Promise<EditedChamp> {
  const champ = await champRows(db)
    .select('champs.version')
    .where('champs.type_source_id', '=', typeSourceId)
    .where('champs.id', '=', id)
    .executeTakeFirst()
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas, ou plus.')
  return withGroup(champ)
}

export async function countSourcesOf(db: Db, typeSourceId: number): Promise<number> {
  const { n } = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('type_source_id', '=', typeSourceId)
    .executeTakeFirstOrThrow()
  return n
}

/** The records of all sources of a type. */
export const relevesOfType = (db: Db, typeSourceId: number) =>
  db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .where('sources.type_source_id', '=', typeSourceId)

/** The text that records, or their versions, hold under this name; null where they hold nothing. The operator is the same on both engines. */
export const storedText = (nom: string, table: 'releves' | 'releve_versions' = 'releves') =>
  sql<string | null>`${sql.ref(`${table}.data`)} ->> cast(${nom} as text)`

async function count(query: ReturnType<typeof relevesOfType>): Promise<number> {
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return n
}

/** How many records hold a value under this name. */
export const countValues = (db: Db, typeSourceId: number, nom: string): Promise<number> =>
  count(relevesOfType(db, typeSourceId).where(storedText(nom), 'is not', null))

/** How many records hold a value or a state (douteux, illisible…) under this name. */
export const countHolding = (db: Db, typeSourceId: number, nom: string): Promise<number> =>
  count(
    relevesOfType(db, typeSourceId).where(
      sql<SqlBool>`(${storedText(nom)} is not null or releves.etats ->> cast(${nom} as text) is not null)`,
    ),
  )

/** Does a record hold a value or a state under one of these names? */
export async function isAnyHeld(db: Db, typeSourceId: number, noms: readonly string[]): Promise<boolean> {
  if (noms.length === 0) return false
  const held = noms.map(
    (nom) => sql`${storedText(nom)} is not null or releves.etats ->> cast(${nom} as text) is not null`,
  )
  const first = await relevesOfType(db, typeSourceId)
    .select('releves.id')
    .where(sql<SqlBool>`(${sql.join(held, sql` or `)})`)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** How many records hold a text that does not fit in one line of `max` characters. */
export const countUnfit = (db: Db, typeSourceId: number, nom: string, max: number): Promise<number> =>
  count(
    relevesOfType(db, typeSourceId).where(
      sql<SqlBool>`(${storedText(nom)} like ${'%\n%'} or length(${storedText(nom)}) > ${max})`,
    ),
  )
