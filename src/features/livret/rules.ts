import { type Couple, couplesOf } from '../../champs/couples.ts'
import { champText } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { type Person, personsOf, principalsOf } from '../../champs/persons.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { dateInTable } from '../../lib/dates.ts'
import { compareText, sortKey } from '../../lib/text.ts'
import { actDate } from '../../search/reach.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'

export const MAX_PAGES = 300
/** A page A4 of the print style holds some 54, fewer where names are long. */
const LINES_PER_PAGE = 50
/** Two names rarely have room side by side: in a PDF of the demo archive, 38 couples fill a page. */
const COUPLE = 1.35
/** A book has at most so many lines; whatever it is, no more are read, sorted and kept. */
export const MAX_LINES = MAX_PAGES * LINES_PER_PAGE

export const pagesOf = (lines: number): number => Math.ceil(lines / LINES_PER_PAGE)

/** Lines of a page that both tables take. */
export const linesOf = ({ noms, couples }: Record<'noms' | 'couples', readonly BookLine[]>): number =>
  Math.ceil(noms.length + couples.length * COUPLE)

/** One line of a table: somebody, and in the table of couples the other one. */
export interface BookLine {
  nom: string
  prenom: string
  /** Surname and first names of the other of a couple. */
  autre: string
  date: string
  acte: string
  numero: string
  /** The place of its source in the list of the title page, from 1. */
  source: number
  /** Lines stand in the order of this. */
  cle: string
}

export interface BookAct {
  id: number
  data: ReleveData
  etats: ReleveEtats
  /** ISO day. */
  jour: string | null
}

/** Stands after every name. */
const LAST = '\u{10ffff}'
const BETWEEN = '\u0001'

const UNREADABLE = '(illisible)'
/** Whoever has no name that can be read stands after all others. */
const sorted = (name: string): string => (name === UNREADABLE ? '' : sortKey(name))

const keyOf = (nom: string, prenom: string, others: readonly string[]): string =>
  [sorted(nom) || LAST, sorted(prenom) || LAST, ...others].join(BETWEEN)

const part = ({ parts, unreadable }: Person, name: 'nom' | 'prenom'): string =>
  parts[name] ?? (unreadable.has(name) ? UNREADABLE : '')
const surnameOf = (person: Person): string => part(person, 'nom') || (person.parts.nom_complet ?? '')

/** Fields that tell where an act is found, the surest first. */
const NUMBERS = [
  ...['numero_acte', 'numero', 'num_acte', 'numero_ordre', 'numero_repertoire', 'numero_matricule', 'numero_menage'],
  ...['vue', 'folio', 'page'],
]
const BESIDE: Readonly<Record<string, string>> = { vue: 'vue ', folio: 'f° ', page: 'p. ' }

function numberOf(champs: readonly Champ[], data: ReleveData): string {
  for (const name of NUMBERS) {
    const champ = champs.find(({ nom }) => nom === name)
    const text = champ ? champText(champ, data).trim() : ''
    if (text !== '') return `${BESIDE[name] ?? ''}${text}`
  }
  return ''
}

interface BookType {
  acte: ActKind
  /** The name of the type, which stands where the kind tells nothing. */
  type: string
  champs: readonly Champ[]
}

const kindWords = ({ acte, type }: BookType): string => (acte === 'autre' ? type : ACT_LABELS[acte])

interface Told {
  date: string
  numero: string
  source: number
  order: string[]
}

function toldOf(type: BookType, act: BookAct, source: number): Told {
  const date = actDate(act.data)
  return {
    date: date ? dateInTable(date).text : '',
    numero: numberOf(type.champs, act.data),
    source,
    order: [act.jour ?? LAST, String(act.id).padStart(12, '0')],
  }
}

/** The act under the name of each person whom it is about; one that names nobody has a line all the same. */
export function nameLines(type: BookType, act: BookAct, source: number): BookLine[] {
  const { order, ...told } = toldOf(type, act, source)
  const acte = kindWords(type)
  const names = principalsOf(type.champs, act).map((person) => [surnameOf(person), part(person, 'prenom')] as const)
  return (names.length > 0 ? names : [['', ''] as const]).map(([nom, prenom]) => ({
    ...{ nom, prenom, autre: '', acte },
    ...told,
    cle: keyOf(nom, prenom, order),
  }))
}

const fullName = (person: Person): string => [surnameOf(person), part(person, 'prenom')].filter(Boolean).join(' ')

/** Parents are told with the person whose parents they are. */
function coupleWords(type: BookType, { kind, of }: Couple<Person>, persons: readonly Person[]): string {
  const child = kind === 'p' ? persons.find(({ id }) => id === of) : undefined
  const name = child && part(child, 'prenom')
  const word = kindWords(type)
  if (!name) return word
  return `${word} ${/^[aeiouyhéèêëàâîïôöùûü]/i.test(name) ? 'd’' : 'de '}${name}`
}

/** Each couple of the act under both of its names. */
export function coupleLines(type: BookType, act: BookAct, source: number): BookLine[] {
  const persons = personsOf(type.champs, act)
  const couples = couplesOf(persons, type.acte)
  if (couples.length === 0) return []
  const { order, ...told } = toldOf(type, act, source)
  return couples.flatMap((couple) => {
    const [one, other] = couple.both
    const acte = coupleWords(type, couple, persons)
    return [[one, other] as const, [other, one] as const].map(([first, second]) => {
      const [nom, prenom, autre] = [surnameOf(first), part(first, 'prenom'), fullName(second)]
      return { ...{ nom, prenom, autre, acte }, ...told, cle: keyOf(nom, prenom, [sortKey(autre), ...order]) }
    })
  })
}

export const inOrder = (lines: BookLine[]): BookLine[] => lines.sort((a, b) => compareText(a.cle, b.cle))

/** The letter under which a line stands; '' for no name. */
export const letterOf = ({ nom }: Pick<BookLine, 'nom'>): string => sorted(nom).charAt(0).toUpperCase()

export interface Part {
  de: number
  a: number
  actes: number
}

/** Years one after the other, in parts that fill a book nearly; a year that is more than one book is a part by itself. */
export function partsByYears(years: readonly (readonly [annee: number, n: number])[], linesPerAct: number): Part[] {
  // Some years have longer acts than others.
  const most = (MAX_LINES * 0.9) / Math.max(linesPerAct, 1)
  const parts: Part[] = []
  for (const [annee, n] of years) {
    const last = parts.at(-1)
    if (last && last.actes + n <= most) {
      last.a = annee
      last.actes += n
    } else parts.push({ de: annee, a: annee, actes: n })
  }
  return parts
}

/** The days of these years, as texts that are compared; undefined where a side is open. */
export const dayBounds = ({ annee_debut, annee_fin }: { annee_debut: number | null; annee_fin: number | null }) => ({
  from: annee_debut === null ? undefined : String(annee_debut).padStart(4, '0'),
  before: annee_fin === null ? undefined : String(annee_fin + 1).padStart(4, '0'),
})
