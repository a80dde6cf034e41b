import { type SqlBool, sql } from 'kysely'
import { containing } from '../../db/like.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { sortKey } from '../../lib/text.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { type SectionAccess, sectionsRead } from './policy.ts'

export interface AbbreviationFilter {
  q: string
  /** `moi`, or the id of a section. */
  pour: string | null
}

/** Somebody with the sections whose lines it reads. */
export interface Reader {
  user: CurrentUser
  sections: readonly SectionAccess[]
}

export const readerOf = async (db: Db, user: CurrentUser): Promise<Reader> => ({
  user,
  sections: await sectionsRead(db, user),
})

/** Somebody who is not asking at the moment, with the rights of today. AppError `introuvable` of an account that is gone. */
export async function readerOfId(db: Db, id: number): Promise<Reader> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw new AppError('introuvable', 'Ce compte n’existe plus.')
  return readerOf(db, user)
}

/** Lines that this person reads: its own and those of its sections. */
const readBy = (db: Db, { user, sections }: Reader) =>
  db
    .selectFrom('abreviations')
    .leftJoin('sections', 'sections.id', 'abreviations.section_id')
    .where((eb) =>
      eb.or([
        eb('abreviations.user_id', '=', user.id),
        ...(sections.length > 0
          ? [
              eb(
                'abreviations.section_id',
                'in',
                sections.map(({ id }) => id),
              ),
            ]
          : []),
      ]),
    )

const COLUMNS = [
  'abreviations.id',
  'abreviations.user_id',
  'abreviations.section_id',
  'abreviations.abreviation',
  'abreviations.texte',
  'abreviations.version',
  'sections.nom as section',
] as const

/** One page of the lines that fit, in the order of the abbreviations, and how many fit. */
export async function listAbbreviations(
  db: Db,
  reader: Reader,
  { q, pour }: AbbreviationFilter,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  let query = readBy(db, reader)
  if (pour === 'moi') query = query.where('abreviations.user_id', '=', reader.user.id)
  else if (pour !== null) query = query.where('abreviations.section_id', '=', Number(pour))
  if (q !== '') {
    const pattern = containing(sortKey(q))
    query = query.where(sql<SqlBool>`abreviations.recherche like ${pattern} escape '\\'`)
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const lines = await query
    .select(COLUMNS)
    .orderBy('abreviations.abreviation')
    .orderBy('abreviations.id')
    .limit(parPage)
    .offset(offset)
    .execute()
  return { lines, total }
}

export type AbbreviationRow = Awaited<ReturnType<typeof listAbbreviations>>['lines'][number]

/** AppError `introuvable` where there is none of this id that this person reads. */
export async function findAbbreviation(db: Db, reader: Reader, id: number): Promise<AbbreviationRow> {
  const line = await readBy(db, reader).select(COLUMNS).where('abreviations.id', '=', id).executeTakeFirst()
  if (!line) throw new AppError('introuvable', 'Cette abréviation n’existe pas, ou elle ne vous est pas accessible.')
  return line
}

/** Every line that this person reads after `id`, a batch of them. */
export const linesAfter = (db: Db, reader: Reader, id: number, limit: number) =>
  readBy(db, reader).select(COLUMNS).where('abreviations.id', '>', id).orderBy('abreviations.id').limit(limit).execute()

/**
 * Gives the texts that the desk writes out for somebody, by abbreviation. Where several lists have a text for one, the person's own wins, then
 * that of the section of the source, then those of its other sections.
 */
export async function textsFor(db: Db, user: CurrentUser, sectionId: number | null): Promise<Record<string, string>> {
  const sections = db.selectFrom('section_membres').select('section_id').where('user_id', '=', user.id)
  const rows = await db
    .selectFrom('abreviations')
    .select(['user_id', 'section_id', 'abreviation', 'texte'])
    .where((eb) =>
      eb.or([
        eb('user_id', '=', user.id),
        eb('section_id', 'in', sections),
        ...(sectionId === null ? [] : [eb('section_id', '=', sectionId)]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
  const rank = (row: (typeof rows)[number]) => (row.user_id === null ? Number(row.section_id === sectionId) : 2)
  const texts: Record<string, string> = Object.create(null)
  // Later ones stand over earlier ones.
  for (const row of rows.sort((a, b) => rank(a) - rank(b))) texts[row.abreviation] = row.texte
  return texts
}
