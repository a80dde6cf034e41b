import type { Db } from '../../db/schema.ts'
import type { Cell, Rows } from '../../lib/rows.ts'
import type { GivenPassword } from './import/actions/passwords.ts'
import type { UserFilter } from './queries.ts'
import { streamUsers, type UserRow } from './queries.ts'

/** Between the names of sections, written and read. */
export const SECTION_SEPARATOR = ' | '

interface Column {
  header: string
  value(user: UserRow): Cell
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
  {
    nom: 'name',
    aussi: ['nom', 'nom d’utilisateur', "nom d'utilisateur", 'identifiant'],
    aide: 'Le nom d’utilisateur, sans le signe @.',
    required: true,
  },
  {
    nom: 'email',
    aussi: ['courriel', 'adresse électronique', 'adresse', 'e-mail', 'mail'],
    aide: 'Une seule adresse électronique.',
    required: true,
  },
  { nom: 'role', aussi: ['rôle'], aide: 'admin, gestionnaire ou membre. Une case vide vaut membre.', required: false },
  {
    nom: 'is_active',
    aussi: ['actif'],
    aide: 'Oui ou Non\u00a0: le compte peut-il servir ? Une case vide vaut Oui.',
    required: false,
  },
  {
    nom: 'sections',
    aussi: ['section'],
    aide: 'Les noms exacts des sections, séparés par une barre verticale ( | ). Écrivez «\u00a0(lecture)\u00a0» ou «\u00a0(gestion)\u00a0» après le nom pour un lecteur ou un gestionnaire de la section.',
    required: false,
  },
] as const

async function* batches(db: Db, filter: UserFilter) {
  for await (const users of streamUsers(db, filter)) yield users.map((user) => COLUMNS.map(({ value }) => value(user)))
}

/** The accounts that pass the filter. */
export const userRows = (db: Db, filter: UserFilter): Rows => ({
  headers: COLUMNS.map(({ header }) => header),
  batches: batches(db, filter),
})

/** Nothing but the columns of the import. */
export const modelRows = (): Rows => ({ headers: IMPORT_COLUMNS.map(({ nom }) => nom), batches: [] })

async function* passwordBatches(given: AsyncIterable<GivenPassword[]>) {
  for await (const some of given) yield some.map(({ name, email, password }) => [name, email, password])
}

/** Names, addresses and passwords to be handed out: the only time that anybody sees them. */
export const passwordRows = (given: AsyncIterable<GivenPassword[]>): Rows => ({
  headers: ['name', 'email', 'password'],
  batches: passwordBatches(given),
})
