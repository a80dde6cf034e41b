import { KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { type Person, personsOf } from '../../../champs/persons.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { type DateValue, dateInSentence } from '../../../lib/dates.ts'
import { genderOf } from '../../../lib/first-names-gender.ts'
import { fold, plural } from '../../../lib/text.ts'

/** An act as its sentence tells it. */
export interface Act {
  kind: ActKind
  /** Name of the source type, for acts that have no rule. */
  type: string
  persons: readonly Person[]
  date: DateValue | null
  /** The name of the place alone: Saint-Malo. */
  lieu: string | null
}

interface Source {
  acte: ActKind
  type_nom: string
  lieu_nom_long: string | null
}

/** The act that a record is, in its source. */
export function actOf(
  { acte, type_nom, lieu_nom_long }: Source,
  champs: readonly Champ[],
  releve: { data: ReleveData; etats: ReleveEtats },
): Act {
  const date = storedValue(releve.data, 'date_evenement')
  return {
    ...{ kind: acte, type: type_nom, lieu: lieu_nom_long },
    persons: personsOf(champs, releve),
    date: KINDS.date.isValue(date) ? (date as DateValue) : null,
  }
}

const NBSP = '\u00a0'
const UNREADABLE = '[illisible]'

type Gender = 'M' | 'F' | undefined

/** « d’Anne », « de Perrine »: an H is mute in first names, a Y is a vowel before a consonant. */
export const of = (words: string): string => {
  const [first = '', second = ''] = fold(words)
  const elides = first === 'y' ? !/[aeiou]/.test(second) : /[aeiouh]/.test(first)
  return elides ? `d’${words}` : `de ${words}`
}

/** « de Dol », « d’Antrain », « du Minihic », « des Iffs ». */
const ofPlace = (name: string): string => {
  const [, article = '', rest = ''] = /^(Les?) (.+)$/.exec(name) ?? []
  return article === '' ? of(name) : `${article === 'Le' ? 'du' : 'des'} ${rest}`
}

const upper = (nom: string): string => nom.toLocaleUpperCase('fr')

function nameOf({ parts, unreadable }: Person): string {
  if (parts.nom_complet !== undefined) return parts.nom_complet
  const shown = (part: 'nom' | 'prenom') => parts[part] ?? (unreadable.has(part) ? UNREADABLE : '')
  const name = [shown('prenom'), shown('nom') === UNREADABLE ? UNREADABLE : upper(shown('nom'))]
    .filter(Boolean)
    .join(' ')
  return name === '' ? UNREADABLE : name
}

function gender({ role, libelle, parts }: Person): Gender {
  if (parts.sexe === 'M' || parts.sexe === 'F') return parts.sexe
  if (role === 'mere' || role === 'marraine' || fold(libelle).startsWith('epouse')) return 'F'
  if (role === 'pere' || role === 'parrain' || fold(libelle).startsWith('epoux')) return 'M'
  return parts.prenom === undefined ? undefined : genderOf(parts.prenom)
}

/** The word for a man, for a woman, and for somebody of whom neither is known. */
function worded(person: Person, [man, woman, either]: readonly [string, string, string]): string {
  const known = gender(person)
  if (known === undefined) return either
  return known === 'M' ? man : woman
}

const isDead = ({ parts }: Person): boolean => parts.decede !== undefined && /^oui$/i.test(parts.decede)

/** « feu Paul MARTIN ». */
const late = (person: Person): string =>
  isDead(person) ? `${worded(person, ['feu', 'feue', 'feu'])} ${nameOf(person)}` : nameOf(person)

const list = (items: readonly string[]): string => items.join(', ')

const kin = (act: Act, person: Person, ...roles: Person['role'][]): Person[] =>
  act.persons.filter((one) => one.de === person.id && roles.includes(one.role))

/** « fille de Jean LE GOFF, laboureur, et de Perrine HERVÉ ». */
function parents(act: Act, person: Person): string[] {
  const told = kin(act, person, 'pere', 'mere').map((one) => {
    const work = one.parts.profession
    return work === undefined ? of(late(one)) : `${of(late(one))}, ${work}`
  })
  if (told.length === 0) return []
  const [first = '', second] = told
  const comma = first.includes(', ') ? ',' : ''
  return [
    `${worded(person, ['fils', 'fille', 'enfant'])} ${second === undefined ? first : `${first}${comma} et ${second}`}`,
  ]
}

/** « veuf de Louise KERVELLA », « époux de … ». */
function spouses(act: Act, person: Person): string[] {
  const former = kin(act, person, 'ancien_conjoint').map(
    (one) => `${worded(person, ['veuf', 'veuve', 'veuf ou veuve'])} ${of(nameOf(one))}`,
  )
  const present = kin(act, person, 'conjoint').map(
    (one) => `${worded(person, ['époux', 'épouse', 'conjoint'])} ${of(nameOf(one))}`,
  )
  return [...former, ...present]
}

/** Work, age, birth, parents and spouses, as far as the register tells them. */
function described(act: Act, person: Person): string {
  const { profession, age, lieu_naissance, origine } = person.parts
  const origin = origine === lieu_naissance ? undefined : origine
  return list([
    nameOf(person),
    ...(profession === undefined ? [] : [profession]),
    ...(age === undefined ? [] : [/^\d+$/.test(age) ? plural(Number(age), 'an', 'ans') : age]),
    ...(lieu_naissance === undefined
      ? []
      : [`${worded(person, ['né', 'née', 'né(e)'])} à ${placeName(lieu_naissance)}`]),
    ...(origin === undefined ? [] : [`originaire ${ofPlace(placeName(origin))}`]),
    ...parents(act, person),
    ...spouses(act, person),
  ])
}

/** The place itself, without what it lies in. */
const placeName = (nomLong: string): string => nomLong.split(', ')[0] ?? nomLong

/** « le 8 décembre 1787 à Saint-Malo ». */
function whenAndWhere({ date, lieu }: Act): string[] {
  const words = [date === null ? '' : dateInSentence(date), lieu === null ? '' : `à ${placeName(lieu)}`].filter(Boolean)
  return words.length === 0 ? [] : [words.join(' ')]
}

const NAMED: [role: Person['role'], one: string, more: string][] = [
  ['parrain', 'parrain', 'parrains'],
  ['marraine', 'marraine', 'marraines'],
  ['temoin', 'témoin', 'témoins'],
  ['declarant', 'déclarant', 'déclarants'],
]

/** « parrain : … ; marraine : … ». */
const present = ({ persons }: Act): string[] =>
  NAMED.flatMap(([role, one, more]) => {
    const names = persons.filter((person) => person.role === role).map(nameOf)
    return names.length === 0 ? [] : [`${names.length > 1 ? more : one}${NBSP}: ${list(names)}`]
  })

const principals = ({ persons }: Act): Person[] => persons.filter(({ role }) => role === 'principal')

type Rule = (act: Act, person: Person) => string

/** An event of one person: « Baptême de … ». */
const event =
  (word: string): Rule =>
  (act, person) =>
    `${word} ${of(described(act, person))}`

const wedding =
  (word: string): Rule =>
  (act) =>
    `${word} ${of(
      principals(act)
        .map((person) => described(act, person))
        .join(', avec '),
    )}`

/** « Recensement : Jean MARTIN, laboureur ». */
const listed =
  (word: string): Rule =>
  (act, person) =>
    `${word}${NBSP}: ${described(act, person)}`

const RULES: Record<Exclude<ActKind, 'autre'>, Rule> = {
  bapteme: event('Baptême'),
  naissance: event('Naissance'),
  mariage: wedding('Mariage'),
  contrat: wedding('Contrat de mariage'),
  sepulture: event('Sépulture'),
  deces: event('Décès'),
  notarie: listed('Acte notarié'),
  recensement: listed('Recensement'),
  militaire: listed('Registre matricule'),
  table: listed('Table'),
}

/**
 * Tells the persons of an act alone, for where kind, date and place are seen already: « Marie LE GOFF, fille de …\u00a0; parrain\u00a0: … ».
 * '' where the record names nobody.
 */
export function personsInWords(act: Act): string {
  const told = principals(act).map((person) => described(act, person))
  return [told.join(', avec '), ...present(act)].filter(Boolean).join(`${NBSP}; `)
}

/**
 * Tells an act in one French sentence made from its persons; where no rule is, type, principal, date and place. '' where the
 * record names nobody.
 */
export function sentenceOf(act: Act): string {
  const [person] = principals(act)
  if (person === undefined) return ''
  const rule = act.kind === 'autre' ? listed(act.type) : RULES[act.kind]
  const told = list([rule(act, person), ...whenAndWhere(act)])
  return `${[told, ...present(act)].join(`${NBSP}; `)}.`
}
