import { yesOrNo } from '../../../champs/yes-no.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx, UserRole } from '../../../db/schema.ts'
import { USER_ROLES } from '../../../db/schema.ts'
import { loginKey } from '../../../lib/login-key.ts'
import { caseKey, sortKey } from '../../../lib/text.ts'
import { quotedStart } from '../../../lib/typo.ts'
import { type MembershipKind, readSectionInWords } from '../../droits/rules/memberships.ts'
import type { AppliedLine, ImportLine, ImportSession, ParsedLine, PlannedLine } from '../../imports/kind.ts'
import { IMPORT_COLUMNS, SECTION_SEPARATOR } from '../rows.ts'
import { lockAccounts } from '../rules/account-lock.ts'
import { emailProblem, NOTE_MAX, nameProblem } from '../rules/identity.ts'
import { insertImported } from './actions/write.ts'
import { NOTE_BREAK } from './rules/expoactes.ts'

/** A line of the file as an account. */
export interface UserRow {
  name: string
  email: string
  role: UserRole
  /** Absent in what was staged by an earlier version: yes. */
  is_active?: boolean
  /** Absent in what was staged by an earlier version. */
  note?: string
  /** To be looked at before the confirmation. */
  remarque?: string
  /** Names of sections as written, with the kind of membership where it is told. */
  sections: string[]
  [column: string]: unknown
}

type UserLine = ImportLine<UserRow>

const NAME_TAKEN = 'Un autre compte porte déjà ce nom d’utilisateur.'
const EMAIL_TAKEN = 'Un autre compte a déjà cette adresse électronique.'
const NO_RIGHT = 'La personne qui a confirmé cet import n’est plus administrateur.'

const refusedLine = (message: string): ParsedLine<UserRow> => ({ ok: false, message, cle: null })

function roleOf(text: string): UserRole | undefined {
  if (text === '') return 'membre'
  return USER_ROLES.find((role) => role === text.toLowerCase())
}

const sectionsOf = (text: string): string[] =>
  text
    .split(SECTION_SEPARATOR.trim())
    .map((nom) => nom.trim())
    .filter((nom) => nom !== '')

type Sections = Map<string, number>

async function loadSections(db: Db): Promise<Sections> {
  const rows = await db.selectFrom('sections').select(['id', 'nom']).execute()
  return new Map(rows.map(({ id, nom }) => [sortKey(nom), id]))
}

/** A section named twice in one cell counts as it is named last. */
function membershipsOf(row: UserRow, sections: Sections): [nom: string, id: number | undefined, MembershipKind][] {
  return row.sections.map((text) => {
    const [nom, kind] = readSectionInWords(text, (one) => sections.has(sortKey(one)))
    return [nom, sections.get(sortKey(nom)), kind]
  })
}

function missingSection(row: UserRow, sections: Sections): string | undefined {
  const missing = membershipsOf(row, sections).find(([, id]) => id === undefined)?.[0]
  return missing === undefined
    ? undefined
    : `La section ${quotedStart(missing)} n’existe pas. Créez-la, ou écrivez exactement son nom.`
}

interface Taken {
  name_key: string
  email_key: string
}

/** The accounts that have one of these names or addresses, deleted ones left out: they have neither. */
async function takenBy(db: Db, lines: UserLine[]): Promise<{ names: Map<string, Taken>; emails: Map<string, Taken> }> {
  const { inList } = dialectOf(db).sql
  const names = lines.flatMap(({ row }) => [caseKey(row.name), loginKey(row.name)])
  const emails = lines.map(({ row }) => caseKey(row.email))
  const rows = await db
    .selectFrom('users')
    .select(['name_key', 'email_key'])
    .where((eb) => eb.or([inList(eb.ref('name_key'), names), inList(eb.ref('email_key'), emails)]))
    .execute()
  return {
    names: new Map(rows.map((row) => [row.name_key, row])),
    emails: new Map(rows.map((row) => [row.email_key, row])),
  }
}

type Meaning = 'creer' | 'inchangee' | { refusal: string }

/** A line that describes a person who is there already leaves the account as it is. */
function meaningOf({ row }: UserLine, { names, emails }: Awaited<ReturnType<typeof takenBy>>): Meaning {
  const known = names.get(caseKey(row.name)) ?? names.get(loginKey(row.name))
  if (known?.email_key === caseKey(row.email)) return 'inchangee'
  if (known) return { refusal: NAME_TAKEN }
  return emails.has(caseKey(row.email)) ? { refusal: EMAIL_TAKEN } : 'creer'
}

/** An import of accounts under way. They are created without a password: it is made when it is shown. */
export class UsersSession implements ImportSession<UserRow> {
  // The last three are in what was made of a file of another program.
  readonly columns = [
    ...IMPORT_COLUMNS.map(({ nom, aussi, required }) => ({ nom, aussi, required })),
    ...['note', 'probleme', 'remarque'].map((nom) => ({ nom, required: false })),
  ]
  readonly #imported: { id: number; user_id: number | null }
  readonly #now: () => Date
  readonly titledBy = 'probleme'
  /** Line of each name and address that the file has brought so far. */
  readonly #seen = { names: new Map<string, number>(), emails: new Map<string, number>() }

  constructor(imported: { id: number; user_id: number | null }, now: () => Date) {
    this.#imported = imported
    this.#now = now
  }

  parseLine(cell: (nom: string) => string): ParsedLine<UserRow> {
    const [name, email, role] = [cell('name'), cell('email'), roleOf(cell('role'))]
    const is_active = cell('is_active') === '' || yesOrNo(cell('is_active'))
    const problem = (cell('probleme') || undefined) ?? nameProblem(name) ?? emailProblem(email)
    if (problem !== undefined) return refusedLine(problem)
    if (role === undefined)
      return refusedLine(`Le rôle ${quotedStart(cell('role'))} n’existe pas\u00a0: admin, gestionnaire ou membre.`)
    if (is_active === undefined)
      return refusedLine(`La colonne is_active contient ${quotedStart(cell('is_active'))}\u00a0: écrivez Oui ou Non.`)
    const [note, remarque] = [cell('note').replaceAll(NOTE_BREAK, '\n').slice(0, NOTE_MAX), cell('remarque')]
    const row: UserRow = { name, email, role, is_active, note, remarque, sections: sectionsOf(cell('sections')) }
    return { ok: true, row, cle: loginKey(name), renvoi: null }
  }

  async plan(db: Db, lines: UserLine[]): Promise<PlannedLine[]> {
    const [sections, taken] = [await loadSections(db), await takenBy(db, lines)]
    return lines.map((line): PlannedLine => {
      const { ligne } = line
      const message = missingSection(line.row, sections) ?? this.#double(line)
      const meaning = message === undefined ? meaningOf(line, taken) : { refusal: message }
      return typeof meaning === 'string'
        ? { ligne, action: meaning, warning: line.row.remarque || undefined }
        : { ligne, action: 'refusee', message: meaning.refusal }
    })
  }

  /** The first of the lines with one name or one address counts. */
  #double({ ligne, row }: UserLine): string | undefined {
    const [name, email] = [loginKey(row.name), caseKey(row.email)]
    const byName = this.#seen.names.get(name)
    if (byName !== undefined) return `Ce nom d’utilisateur est déjà à la ligne ${byName}.`
    const byEmail = this.#seen.emails.get(email)
    if (byEmail !== undefined) return `Cette adresse électronique est déjà à la ligne ${byEmail}.`
    this.#seen.names.set(name, ligne)
    this.#seen.emails.set(email, ligne)
    return undefined
  }

  /** Everything is asked again under the lock of accounts: names, addresses, sections, and the right to do this. */
  async apply(trx: Trx, lines: UserLine[]): Promise<AppliedLine[]> {
    await lockAccounts(trx)
    const outcomes: AppliedLine[] = []
    const mayStill = await this.#mayStill(trx)
    const [sections, taken] = [await loadSections(trx), await takenBy(trx, lines)]
    for (const line of lines) {
      const { ligne, row } = line
      const message = mayStill ? missingSection(row, sections) : NO_RIGHT
      const meaning = message === undefined ? meaningOf(line, taken) : { refusal: message }
      if (typeof meaning !== 'string') outcomes.push({ ligne, action: 'refusee', message: meaning.refusal })
      else {
        const held = new Map(
          membershipsOf(row, sections).flatMap(([, id, kind]) => (id === undefined ? [] : [[id, kind] as const])),
        )
        if (meaning === 'creer') await insertImported(trx, { ...row, sections: held }, this.#imported, this.#now())
        outcomes.push({ ligne, action: meaning })
      }
    }
    return outcomes
  }

  async #mayStill(trx: Trx): Promise<boolean> {
    const author = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', this.#imported.user_id)
      .where('role', '=', 'admin')
      .where('is_active', '=', true)
      .executeTakeFirst()
    return author !== undefined
  }

  readonly preview = {
    headers: ['Nom d’utilisateur', 'Adresse électronique', 'Rôle', 'Actif', 'Sections', 'Note'],
    cells: ({ row }: UserLine): string[] => [
      row.name,
      row.email,
      row.role,
      row.is_active === false ? 'Non' : 'Oui',
      row.sections.join(', '),
      (row.note ?? '').replaceAll('\n', '. '),
    ],
  }
}
