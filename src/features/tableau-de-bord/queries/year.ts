import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { monthOf } from '../../../lib/months.ts'
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
  /** Sources that were begun, and that were validated, each with those of the year before. */
  creees: number
  creeesAvant: number
  validees: number
  valideesAvant: number
}

/** A year by section; one without any work is left out. */
export async function yearBySection(db: Db, year: number): Promise<SectionYear[]> {
  const now = await actsBySection(db, year)
  const before = await actsBySection(db, year - 1)
  const [done, doneBefore] = [await validatedBySection(db, year), await validatedBySection(db, year - 1)]
  const [begun, begunBefore] = [await createdBySection(db, year), await createdBySection(db, year - 1)]
  const named = [...now, ...before, ...done, ...doneBefore, ...begun, ...begunBefore]
  const sourcesOf = (rows: typeof done, id: number | null) => Number(rows.find((row) => row.id === id)?.n ?? 0)
  const ids = [...new Set(named.map(({ id }) => id))]
  return ids
    .map((id) => ({
      id,
      nom: named.find((row) => row.id === id)?.nom ?? NO_SECTION,
      actes: Number(now.find((row) => row.id === id)?.actes ?? 0),
      avant: Number(before.find((row) => row.id === id)?.actes ?? 0),
      personnes: Number(now.find((row) => row.id === id)?.personnes ?? 0),
      ...{ creees: sourcesOf(begun, id), creeesAvant: sourcesOf(begunBefore, id) },
      ...{ validees: sourcesOf(done, id), valideesAvant: sourcesOf(doneBefore, id) },
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

/** Sources begun in a year, of those that are still there. */
const createdBySection = (db: Db, year: number) =>
  db
    .selectFrom('sources')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select((eb) => ['sections.id', 'sections.nom', eb.fn.countAll<number>().as('n')])
    .where('sources.created_at', '>=', `${year}`)
    .where('sources.created_at', '<', `${year + 1}`)
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

/** A month of a year, each number beside that of the same month a year before. */
export interface MonthOfYear {
  mois: string
  actes: number
  actesAvant: number
  creees: number
  creeesAvant: number
  validees: number
  valideesAvant: number
}

/** Rows counted by the month in which they stand, over a year and the one before. */
const byMonth = (rows: readonly { mois: string; n: number | string }[]) =>
  new Map(rows.map(({ mois, n }) => [mois, Number(n)]))

async function sourcesByMonth(db: Db, year: number) {
  const between = [`${year - 1}`, `${year + 1}`] as const
  const created = sql<string>`substr(sources.created_at, 1, 7)`
  const begun = await db
    .selectFrom('sources')
    .select((eb) => [created.as('mois'), eb.fn.countAll<number>().as('n')])
    .where('sources.created_at', '>=', between[0])
    .where('sources.created_at', '<', between[1])
    .groupBy(created)
    .execute()
  const inYear = sql<string>`substr(t.created_at, 1, 4)`
  // One that was opened and validated again counts once a year, in the last of these months.
  const last = await db
    .selectFrom('source_transitions as t')
    .select((eb) => ['t.source_id', eb.fn.max('t.created_at').as('at')])
    .where('t.vers', '=', 'validee')
    .where('t.created_at', '>=', between[0])
    .where('t.created_at', '<', between[1])
    .groupBy(['t.source_id', inYear])
    .execute()
  const done = new Map<string, number>()
  for (const { at } of last) done.set(monthOf(at), (done.get(monthOf(at)) ?? 0) + 1)
  return { begun: byMonth(begun), done }
}

/** Twelve months, those without any work too. */
export async function yearByMonth(db: Db, year: number): Promise<MonthOfYear[]> {
  const typed = await db
    .selectFrom('saisies')
    .select((eb) => ['mois', eb.fn.sum<number>('n').as('n')])
    .where('mois', '>=', `${year - 1}-01`)
    .where('mois', '<=', `${year}-12`)
    .groupBy('mois')
    .execute()
  const actes = byMonth(typed)
  const { begun, done } = await sourcesByMonth(db, year)
  return Array.from({ length: 12 }, (_, n) => {
    const [mois, avant] = [year, year - 1].map((one) => `${one}-${String(n + 1).padStart(2, '0')}`) as [string, string]
    return {
      mois,
      ...{ actes: actes.get(mois) ?? 0, actesAvant: actes.get(avant) ?? 0 },
      ...{ creees: begun.get(mois) ?? 0, creeesAvant: begun.get(avant) ?? 0 },
      ...{ validees: done.get(mois) ?? 0, valideesAvant: done.get(avant) ?? 0 },
    }
  })
}

/** One person: acts typed and sources validated, beside the year before. */
export interface PersonTotal {
  nom: string
  actes: number
  actesAvant: number
  validees: number
}

/** Persons by name; accounts that are gone stand together. `now`: the year month by month. */
export async function totalsByPerson(db: Db, year: number, now: readonly PersonMonth[]): Promise<PersonTotal[]> {
  const before = await yearByPerson(db, year - 1)
  const done = await db
    .selectFrom('source_transitions as t')
    .leftJoin('users', 'users.id', 't.user_id')
    .select((eb) => ['users.name', eb.fn.count<number>('t.source_id').distinct().as('n')])
    .where('t.vers', '=', 'validee')
    .where('t.created_at', '>=', `${year}`)
    .where('t.created_at', '<', `${year + 1}`)
    .groupBy('users.name')
    .execute()
  const people = new Map<string, PersonTotal>()
  const of = (nom: string): PersonTotal => {
    const person = people.get(nom) ?? { nom, actes: 0, actesAvant: 0, validees: 0 }
    people.set(nom, person)
    return person
  }
  for (const { nom, actes } of now) of(nom).actes += actes
  for (const { nom, actes } of before) of(nom).actesAvant += actes
  for (const { name, n } of done) of(name ?? NOBODY).validees += Number(n)
  return [...people.values()].sort((a, b) => a.nom.localeCompare(b.nom, 'fr'))
}
