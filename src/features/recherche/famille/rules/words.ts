// The words in which the family page tells an act, a gap and the family itself.

import type { Person } from '../../../../champs/persons.ts'
import { plural } from '../../../../lib/text.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { coupleLabel } from '../../../releves/rules/couple-links.ts'
import { of as ofName } from '../../../releves/rules/sentence.ts'
import type { FamilyQuestion } from '../form.ts'
import type { Asked, FamilyAct, Side } from './acts.ts'
import type { Gap } from './gaps.ts'
import { isSpeltOtherwise, namedOf } from './names.ts'
import type { Verdict } from './verdict.ts'

const SIDES: readonly Side[] = ['one', 'other']

export const VERDICTS: Record<NonNullable<Verdict>, string> = {
  probable: 'famille probable',
  possible: 'famille possible',
}

const shortPlace = (nomLong: string): string => nomLong.split(', ')[0] ?? nomLong

const yearsInWords = ([from, to]: [number, number]): string => (from === to ? String(from) : `${from}–${to}`)

/** « Jean MARTIN × Marie LE GOFF · Saint-Malo, 1761–1784 · famille probable ». */
export function titleOf(
  question: FamilyQuestion,
  family?: { years: [number, number] | null; verdict: Verdict },
): string {
  const where = question.lieu === null ? [] : [shortPlace(question.lieu.nom_long)]
  const when = family?.years ? [yearsInWords(family.years)] : []
  const verdict = family?.verdict ? [VERDICTS[family.verdict]] : []
  return [coupleLabel(question), [...where, ...when].join(', '), ...verdict].filter(Boolean).join(' · ')
}

/** « Paul MARTIN ». */
export function nameInWords(person: Person): string {
  const { nom, prenom } = namedOf(person)
  return [prenom, nom.toLocaleUpperCase('fr')].filter(Boolean).join(' ') || 'sans nom'
}

const EVENTS: Record<FamilyAct['event'], string> = {
  mariage: 'mariage',
  bapteme: 'baptême',
  mariage_enfant: 'mariage',
  sepulture_enfant: 'sépulture',
  sepulture: 'sépulture',
  remariage: 'remariage',
  autre: 'acte',
}

const BY_ACT: Partial<Record<FamilyAct['acte'], string>> = {
  contrat: 'contrat de mariage',
  naissance: 'naissance',
  deces: 'décès',
}

/** « baptême », « contrat de mariage »; of an act of another kind, its type. */
export const eventInWords = ({ event, acte, type }: FamilyAct): string =>
  event === 'autre' ? type.toLocaleLowerCase('fr') : (BY_ACT[acte] ?? EVENTS[event])

/** Whom the act is about, after its event. */
export function aboutInWords(act: FamilyAct): string {
  const child = act.child === null ? '' : namedOf(act.child).prenom || 'enfant sans prénom'
  const partner = act.partner === null ? '' : `avec ${nameInWords(act.partner)}`
  if (act.event === 'mariage_enfant') return [ofName(child), partner].filter(Boolean).join(' ')
  if (act.event === 'sepulture_enfant') return [ofName(child), ageInWords(act)].filter(Boolean).join(' ')
  if (act.event === 'bapteme' || act.event === 'autre') return child
  if (act.buried !== null) return ofName(nameInWords(act.couple[act.buried]))
  return act.event === 'remariage' ? partner : ''
}

/** « (2 ans) »: the age of whom the act is about. */
export function ageInWords({ child }: FamilyAct): string {
  const age = child?.parts.age
  if (age === undefined) return ''
  return `(${/^\d+$/.test(age) ? plural(Number(age), 'an', 'ans') : age})`
}

/** A later act of a child in the line of its baptism: « sépulture (2 ans) », « mariage avec Anne RIOU ». */
export function laterInWords(act: FamilyAct): string {
  const more = act.event === 'mariage_enfant' && act.partner ? `avec ${nameInWords(act.partner)}` : ageInWords(act)
  return [eventInWords(act), more].filter(Boolean).join(' ')
}

function parentsOf(act: FamilyAct, side: Side): string {
  const of = act.couple[side]
  const kin = act.persons.filter(({ role, de }) => (role === 'pere' || role === 'mere') && de === of.id)
  return kin.length === 0
    ? ''
    : `parents ${ofName(namedOf(of).prenom || nameInWords(of))}${NBSP}: ${kin.map(nameInWords).join(', ')}`
}

/** The parents of both, of a wedding. */
export const parentsInWords = (act: FamilyAct): string =>
  act.event === 'mariage'
    ? SIDES.map((side) => parentsOf(act, side))
        .filter(Boolean)
        .join(' · ')
    : ''

/** The surnames as this act writes them, where that is not how they were asked for. */
export const spellingsOf = (act: FamilyAct, asked: Asked): string[] =>
  SIDES.flatMap((side) => {
    const { nom } = namedOf(act.couple[side])
    return nom !== '' && isSpeltOtherwise(asked[side].nom, nom) ? [nom.toLocaleUpperCase('fr')] : []
  })

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ni de ${words.at(-1)}`

/** Says that a register is missing, never why: nobody knows whether it is lost, or only not here. */
export function gapInWords({ kinds, isToDo }: Gap): string {
  const [first = ''] = kinds
  if (isToDo) return `registre à relever${NBSP}: ${kinds.join(', ')}`
  const of = kinds.length > 1 ? `de ${list(kinds)}` : `de ${first}`
  return `registre manquant${NBSP}: aucune source ${of} pour ces années`
}

export const gapYears = ({ from, to }: Gap): string => yearsInWords([from, to])
