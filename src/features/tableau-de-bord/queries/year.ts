import type { Db } from '../../../db/schema.ts'
import type { Cell, Rows } from '../../../lib/rows.ts'

const NOBODY = 'Compte supprimé'
const NO_SECTION = 'Sans section'

const monthsOf = (year: number) => [`${year}-01`, `${year}-12`] as const

/** Acts typed in the months of a year, with whoever typed them and the section of the source. Acts taken away since were typed all the same. */
const typedIn = (db: Db, year: number) => {
  const [first, last] = monthsOf(year)
  return db
    .selectFrom('saisies')
    .innerJoin('sources', 'sources.id', 'saisies.source_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .where('mois', '>=', first)
    .where('mois', '<=', last)
}

/** The years in which anything was typed, the latest first; the present one stands among them. */
export async function yearsOfWork(db: Db, present: number): Promise<number[]> {
  const { first } = await db
    .selectFrom('saisies')
    .select((eb) => eb.fn.min<string | null>('mois').as('first'))
    .executeTakeFirstOrThrow()
  const oldest = first === null ? present : Math.min(present, Number(first.slice(0, 4)))
  return Array.from({ length: present - oldest + 1 }, (_, n) => present - n)
}

export interface SectionYear {
  /** null: sources of no section. */
  id: number | null
  nom: string
  actes: number
  /** Acts of the year before. */
  avant: number
  /** Persons who typed; null for several sections together: somebody may type in two. */
  personnes: number | null
  /** Sources that were validated. */
  validees: number
}

/** A year by section; one without any work is left out. */
export async function yearBySection(db: Db, year: number): Promise<SectionYear[]> {
  const now = await actsBySection(db, year)
  const before = await actsBySection(db, year - 1)
  const done = await validatedBySection(db, year)
  const named = [...now, ...before, ...done]
  const ids = [...new Set(named.map(({ id }) => id))]
  return ids
    .map((id) => ({
      id,
      nom: named.find((row) => row.id === id)?.nom ?? NO_SECTION,
      actes: Number(now.find((row) => row.id === id)?.actes ?? 0),
      avant: Number(before.find((row) => row.id === id)?.actes ?? 0),
      personnes: Number(now.find((row) => row.id === id)?.personnes ?? 0),
      validees: Number(done.find((row) => row.id === id)?.n ?? 0),
    }))
    .sort((a, b) => a.nom.localeCompare(b.nom, 'fr'))
}

const actsBySection = (db: Db, year: number) =>
  typedIn(db, year)
    .select((eb) => [
      'sections.id',
      'sections.nom',
      eb.fn.sum<number>('saisies.n').as('actes'),
      eb.fn.count<number>('saisies.user_id').distinct().as('personnes'),
    ])
    .groupBy(['sections.id', 'sections.nom'])
    .execute()

const validatedBySection = (db: Db, year: number) =>
  db
    .selectFrom('source_transitions as t')
    .innerJoin('sources', 'sources.id', 't.source_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select((eb) => ['sections.id', 'sections.nom', eb.fn.count<number>('t.source_id').distinct().as('n')])
    .where('t.vers', '=', 'validee')
    .where('t.created_at', '>=', `${year}`)
    .where('t.created_at', '<', `${year + 1}`)
    .groupBy(['sections.id', 'sections.nom'])
    .execute()

/** Acts of one person in one section in one month. */
export interface PersonMonth {
  nom: string
  section: string
  mois: string
  actes: number
}

/** Persons by name, nobody before another for what he or she did; then by section and month. */
export async function yearByPerson(db: Db, year: number): Promise<PersonMonth[]> {
  const rows = await typedIn(db, year)
    .leftJoin('users', 'users.id', 'saisies.user_id')
    .select((eb) => ['users.id', 'users.name', 'sections.nom', 'mois', eb.fn.sum<number>('saisies.n').as('actes')])
    .groupBy(['users.id', 'users.name', 'sections.nom', 'mois'])
    .execute()
  return rows
    .map(({ name, nom, mois, actes }) => ({
      nom: name ?? NOBODY,
      section: nom ?? NO_SECTION,
      mois,
      actes: Number(actes),
    }))
    .sort(
      (a, b) =>
        a.nom.localeCompare(b.nom, 'fr') || a.section.localeCompare(b.section, 'fr') || a.mois.localeCompare(b.mois),
    )
}

/** The year by person, section and month, as a file. */
export async function yearRows(db: Db, year: number): Promise<Rows> {
  const rows = await yearByPerson(db, year)
  const cells = rows.map(({ nom, section, mois, actes }): Cell[] => [nom, section, mois, actes])
  return { headers: ['personne', 'section', 'mois', 'actes'], batches: [cells] }
}
