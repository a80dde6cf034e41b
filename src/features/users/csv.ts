import type { Db } from '../../db/schema.ts'
import { type CsvCell, csvWriter } from '../../lib/csv.ts'
import type { UserFilter } from './filter.ts'
import type { GivenPassword } from './import/actions/passwords.ts'
import { streamUsers, type UserRow } from './queries.ts'

/** Between the names of sections, written and read. */
export const SECTION_SEPARATOR = ' | '

interface Column {
  header: string
  value(user: UserRow): CsvCell
}

/** decisions.md, section 5. */
const COLUMNS: Column[] = [
  { header: 'name', value: (user) => user.name },
  { header: 'email', value: (user) => user.email },
  { header: 'role', value: (user) => user.role },
  { header: 'is_active', value: (user) => (user.is_active ? 'Oui' : 'Non') },
  { header: 'sections', value: (user) => user.sections.join(SECTION_SEPARATOR) },
]

/** The columns of the import, and what each one holds. */
export const IMPORT_COLUMNS = [
  { nom: 'name', aide: 'Le nom d’utilisateur, sans le signe @.', required: true },
  { nom: 'email', aide: 'Une seule adresse électronique.', required: true },
  { nom: 'role', aide: 'admin, gestionnaire ou membre. Une case vide vaut membre.', required: false },
  { nom: 'is_active', aide: 'Oui ou Non\u00a0: le compte peut-il servir ? Une case vide vaut Oui.', required: false },
  { nom: 'sections', aide: 'Les noms exacts des sections, séparés par une barre verticale ( | ).', required: false },
] as const

async function* batches(db: Db, filter: UserFilter) {
  for await (const users of streamUsers(db, filter)) yield users.map((user) => COLUMNS.map(({ value }) => value(user)))
}

/** The accounts that pass the filter as CSV, in pieces. */
export const usersCsv = (db: Db, filter: UserFilter): AsyncGenerator<string, void> =>
  csvWriter(
    COLUMNS.map(({ header }) => header),
    batches(db, filter),
  )

/** An empty file with the columns of the import. */
export const modelCsv = (): AsyncGenerator<string, void> =>
  csvWriter(
    IMPORT_COLUMNS.map(({ nom }) => nom),
    [],
  )

/** Names, addresses and passwords to be handed out: the only time that anybody sees them. */
export async function* passwordsCsv(given: AsyncIterable<GivenPassword[]>): AsyncGenerator<string, void> {
  async function* cells() {
    for await (const some of given) yield some.map(({ name, email, password }) => [name, email, password])
  }
  yield* csvWriter(['name', 'email', 'password'], cells())
}
