import type { GroupRole } from '../../../db/schema-persons.ts'
import { sortKey } from '../../../lib/text.ts'

/** A word that says who a person of an act is: its role, and whether one writes « de la » before it rather than « du » (or « de l’ »). */
interface PersonWord {
  role: GroupRole
  isFeminine: boolean
}

const words = (role: GroupRole, masculine: string, feminine: string): [string, PersonWord][] =>
  [masculine, feminine].flatMap((some, index) =>
    some.split(' ').map((word): [string, PersonWord] => [word, { role, isFeminine: index === 1 }]),
  )

const WORDS: ReadonlyMap<string, PersonWord> = new Map([
  ...words('principal', 'epoux enfant defunt marie soldat conscrit testateur', 'epouse defunte mariee testatrice'),
  ...words('conjoint', 'conjoint mari', 'conjointe femme'),
  ...words('pere', 'pere', ''),
  ...words('mere', '', 'mere'),
  ...words('parrain', 'parrain', ''),
  ...words('marraine', '', 'marraine'),
  ...words('temoin', 'temoin', ''),
  ...words('declarant', 'declarant', 'declarante'),
  ...words('autre', 'notaire cure vicaire officier maire tuteur vendeur acheteur', 'tutrice nourrice'),
])

/** Titles of headings, which no person has. */
const HEADINGS = new Set(['reperes', 'notes', 'acte', 'autres', 'mentions', 'registre', 'source'])

const firstWord = (libelle: string): string => /^[a-z]+/.exec(sortKey(libelle))?.[0] ?? ''

const wordOf = (libelle: string): PersonWord | undefined => WORDS.get(firstWord(libelle) || '-')

/** « Mère de l’époux » is, « Père de l’épouse » is not. */
export const isFeminine = (libelle: string): boolean => wordOf(libelle)?.isFeminine === true

/** The role that a label says: « Père de l’époux » a father; null for a heading, undefined where nobody can tell. */
export function roleOfLabel(libelle: string): GroupRole | null | undefined {
  return HEADINGS.has(firstWord(libelle)) ? null : wordOf(libelle)?.role
}

const ROLES_OF_SOMEBODY: ReadonlySet<GroupRole> = new Set(['pere', 'mere', 'conjoint', 'ancien_conjoint'])

/** Two labels name one person, articles and case aside. */
const bare = (text: string): string => sortKey(text).replace(/^(de |du |des |d )?(la |le |les |l )?/, '')

interface Person {
  id: number
  libelle: string
  role: GroupRole | null
}

/** The person of whom a label says to be kin: « Père de l’époux » of « Époux »; null where it names none of these. */
export function kinOfLabel(libelle: string, role: GroupRole | null, groups: readonly Person[]): number | null {
  if (role === null || !ROLES_OF_SOMEBODY.has(role)) return null
  const rest = sortKey(libelle).slice(firstWord(libelle).length).trim()
  const persons = groups.filter((group) => group.role !== null)
  return persons.find((group) => rest !== '' && bare(rest) === bare(group.libelle))?.id ?? null
}

const lowerStart = (libelle: string): string => libelle.charAt(0).toLowerCase() + libelle.slice(1)

/** « de l’époux », « du père de l’époux », « de la mère »; of a word that is not known, the label in brackets. */
export function ofPerson(libelle: string): string {
  const start = lowerStart(libelle)
  if (/^[aeiouh]/.test(firstWord(libelle))) return `de l’${start}`
  const known = wordOf(libelle)
  if (known === undefined) return `(${start})`
  return `${known.isFeminine ? 'de la' : 'du'} ${start}`
}
