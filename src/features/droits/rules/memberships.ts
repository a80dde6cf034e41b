// How somebody belongs to a section (decisions.md, section 2).

/** From the weakest to the strongest. */
export const MEMBERSHIP_KINDS = ['lecture', 'saisie', 'gestion'] as const
export type MembershipKind = (typeof MEMBERSHIP_KINDS)[number]

export const MEMBERSHIP_LABELS: Record<MembershipKind, string> = {
  lecture: 'Lecture',
  saisie: 'Saisie',
  gestion: 'Gestionnaire',
}

/** As a form offers them: there « Gestionnaire » alone could be read as the role. */
export const MEMBERSHIP_CHOICES: Record<MembershipKind, string> = {
  ...MEMBERSHIP_LABELS,
  gestion: 'Gestionnaire de la section',
}

/** As its row has it. */
interface Marks {
  is_manager: boolean
  is_reader: boolean
}

export const kindOf = ({ is_manager, is_reader }: Marks): MembershipKind =>
  is_manager ? 'gestion' : is_reader ? 'lecture' : 'saisie'

export const marksOf = (kind: MembershipKind): Marks => ({
  is_manager: kind === 'gestion',
  is_reader: kind === 'lecture',
})

/** One line of a form: whom or which section, and how; undefined leaves a membership as it is, or begins a plain one. */
export interface Membership {
  id: number
  kind: MembershipKind | undefined
}

/** How a form writes it: « 12:lecture ». */
export const membershipValue = (id: number, kind: MembershipKind): string => `${id}:${kind}`

export const isMembershipKind = (text: string | undefined): text is MembershipKind =>
  MEMBERSHIP_KINDS.some((kind) => kind === text)

/** Reads what `membershipValue` wrote, or an id alone; undefined for anything else. */
export function readMembership(text: string): Membership | undefined {
  const [, id = '', , kind] = /^(\d{1,10})(:(\w+))?$/.exec(text) ?? []
  if (id === '' || (kind !== undefined && !isMembershipKind(kind))) return undefined
  return { id: Number(id), kind }
}

/** The choices of a form, as typed: what is no choice is left out. */
export const chosenKinds = (values: readonly string[]): Map<number, MembershipKind> =>
  kindsWanted(
    values.flatMap((value) => readMembership(value) ?? []),
    new Map(),
  )

/** The kind of each membership wanted, those held before being known. */
export const kindsWanted = (
  wanted: readonly Membership[],
  before: ReadonlyMap<number, MembershipKind>,
): Map<number, MembershipKind> => new Map(wanted.map(({ id, kind }) => [id, kind ?? before.get(id) ?? 'saisie']))

/** A person with its membership in words, as its profile and the files have it: « Dinan (lecture) ». */
export const sectionInWords = (nom: string, kind: MembershipKind): string =>
  kind === 'saisie' && !KIND_IN_WORDS.test(nom) ? nom : `${nom} (${kind})`

const KIND_IN_WORDS = /^(.+?)\s*\((lecture|saisie|gestion)\)$/i

/**
 * Reads what `sectionInWords` wrote, or somebody's own file: a name with a kind after it, where there is a section of that name; else the
 * whole text is the name, as files of before have it, and the membership is a plain one.
 */
export function readSectionInWords(text: string, isKnown: (nom: string) => boolean): [nom: string, MembershipKind] {
  const [, nom, kind] = KIND_IN_WORDS.exec(text) ?? []
  const word = kind?.toLowerCase()
  return nom !== undefined && isMembershipKind(word) && isKnown(nom) ? [nom, word] : [text, 'saisie']
}
