// Each thing that speaks for one family or against it, in a phrase; the verdict in words, never in figures.
import { fold, formatNumber, plural } from '../../../../lib/text.ts'
import { of as ofName } from '../../../releves/rules/sentence.ts'
import type { Asked, FamilyAct, Side } from './acts.ts'
import type { Line } from './children.ts'
import { birthOf, deathBefore } from './conflicts.ts'
import type { OneCouple } from './couples.ts'
import { namedOf } from './names.ts'
import { byTime, daysAtLeast, lapse, type Span, YEAR } from './spans.ts'

export type Verdict = 'probable' | 'possible' | null

/** `ok` speaks for one family, `doute` asks to look again, `contre` shows that there are two; `neutre` says what is not known. */
export interface Reason {
  tone: 'ok' | 'doute' | 'contre' | 'neutre'
  text: string
}

/** How common the two surnames are in the place. */
export interface Frequency {
  /** Couples of these two surnames that chance alone would give the place in these years. */
  expected: number
  /** Weddings of the place in these years, as far as registers tell. */
  marriages: number
}

/** With so many couples of two names by chance alone, one never knows. */
const FREQUENT = 0.5
/** Children before the wedding are two at most, as a rule. */
const CHILDREN_BEFORE = 3

const SIDES: readonly Side[] = ['one', 'other']

export interface Evidence {
  asked: Asked
  /** The couple shown. */
  couple: OneCouple
  lines: readonly Line[]
  /** Other couples of the same names, told apart by dates. */
  others: readonly OneCouple[]
  frequency: Frequency | undefined
  isPlaceAsked: boolean
}

const births = ({ couple }: Evidence): FamilyAct[] =>
  couple.acts.filter(({ event, born }) => event === 'bapteme' && born !== null).toSorted(byTime)

function firstNames({ asked, couple: { acts } }: Evidence): Reason {
  const missing = acts.filter((act) => SIDES.some((side) => namedOf(act.couple[side]).prenom === '')).length
  if (asked.one.prenom === '' || asked.other.prenom === '')
    return { tone: 'doute', text: 'Les deux prénoms n’ont pas été demandés.' }
  if (missing * 2 > acts.length)
    return { tone: 'doute', text: `Un prénom du couple manque dans ${plural(missing, 'acte', 'actes')}.` }
  const but = missing === 0 ? '' : ` (il manque dans ${plural(missing, 'acte', 'actes')})`
  return { tone: 'ok', text: `Les prénoms des deux concordent dans tous les actes${but}.` }
}

function intervals(evidence: Evidence): Reason {
  const all = births(evidence)
  if (all.length < 2) return { tone: 'neutre', text: `${plural(all.length, 'baptême connu', 'baptêmes connus')}.` }
  const spans = all.map(({ born }): Span => born?.span ?? [0, 0])
  const gaps = spans.slice(1).map((next, at) => daysAtLeast(spans[at] ?? next, next))
  const shortest = Math.min(...gaps.filter((days) => days > 3))
  const [first = [0, 0], last = first] = [spans[0], spans.at(-1)]
  const nearest = Number.isFinite(shortest) ? `, les plus proches à ${lapse(shortest)}` : ', le même jour ou presque'
  return {
    tone: 'ok',
    text: `${all.length} baptêmes en ${lapse(daysAtLeast(first, last))}${nearest}.`,
  }
}

function mother(evidence: Evidence): Reason | undefined {
  const all = births(evidence)
  const last = all.at(-1)
  if (!last?.born) return undefined
  const born = evidence.couple.acts.map((act) => birthOf(act, last.mother)).find((span) => span !== undefined)
  if (!born) return { tone: 'neutre', text: 'La naissance de la mère n’est pas connue.' }
  const age = Math.round(((last.born.span[0] + last.born.span[1]) / 2 - (born[0] + born[1]) / 2) / YEAR)
  return { tone: 'ok', text: `La mère a environ ${age}\u00a0ans au dernier baptême.` }
}

function wedding(evidence: Evidence): Reason {
  const marriage = evidence.couple.acts.filter(({ event }) => event === 'mariage').toSorted(byTime)[0]
  if (!marriage?.when) return { tone: 'neutre', text: 'Le mariage du couple n’a pas été trouvé.' }
  const { span } = marriage.when
  const before = births(evidence).filter(({ born }) => born !== null && born.span[1] < span[0]).length
  if (before >= CHILDREN_BEFORE)
    return { tone: 'doute', text: `Le mariage vient après ${before}\u00a0baptêmes\u00a0: peut-être un autre couple.` }
  if (before > 0) return { tone: 'neutre', text: `Le mariage vient après ${plural(before, 'baptême', 'baptêmes')}.` }
  return { tone: 'ok', text: 'Le mariage vient avant les baptêmes.' }
}

function deaths({ couple: { acts } }: Evidence): Reason | undefined {
  const told = acts.filter((act) => SIDES.some((side) => deathBefore(act, side) !== undefined)).length
  if (told === 0) return undefined
  return { tone: 'ok', text: 'Aucun baptême ne vient après la mort d’un des parents (dix mois pour le père).' }
}

function homonyms({ lines }: Evidence): Reason | undefined {
  const n = lines.filter(({ notes }) => notes.some((note) => note.startsWith('homonyme'))).length
  if (n === 0) return undefined
  return {
    tone: 'neutre',
    text: `${plural(n, 'enfant porte', 'enfants portent')} le prénom d’un aîné dont la sépulture n’est pas connue.`,
  }
}

function rarity({ frequency, isPlaceAsked }: Evidence): Reason {
  if (!isPlaceAsked) return { tone: 'doute', text: 'Sans lieu, rien ne dit si ces deux noms sont rares ensemble.' }
  if (!frequency)
    return { tone: 'neutre', text: 'Trop peu d’actes relevés ici pour dire si ces deux noms sont rares ensemble.' }
  const among = `sur ${plural(Math.round(frequency.marriages), 'mariage', 'mariages')}`
  if (frequency.expected < FREQUENT)
    return {
      tone: 'ok',
      text: `Ces deux noms ensemble sont rares ici\u00a0: le hasard n’en ferait pas un couple ${among}.`,
    }
  const n = frequency.expected < 1.5 ? 'un couple' : `${formatNumber(Math.round(frequency.expected))}\u00a0couples`
  return { tone: 'doute', text: `Couple fréquent, à vérifier\u00a0: le hasard ferait ${n} de ces deux noms ${among}.` }
}

/** The words of a part of one of the two, each once, and how many acts tell it. */
function wordsOf(acts: readonly FamilyAct[], side: Side, part: 'profession' | 'domicile') {
  const all = acts.flatMap((act) => act.couple[side].parts[part] ?? [])
  const once = new Map(all.map((text) => [fold(text), text.split(',')[0] ?? text]))
  return { n: all.length, list: [...once.values()] }
}

/** Work or home as the acts have them: they agree, or they are several. They never decide. */
function said({ couple: { acts }, asked }: Evidence, part: 'profession' | 'domicile', label: string): Reason[] {
  return SIDES.flatMap((side): Reason[] => {
    const { n, list } = wordsOf(acts, side, part)
    if (n < 2) return []
    const who = asked[side].prenom || asked[side].nom
    if (list.length === 1)
      return [{ tone: 'ok', text: `${label} ${ofName(who)}\u00a0: ${list[0]} dans ${n}\u00a0actes.` }]
    const shown = list.slice(0, 4).join(', ')
    return [{ tone: 'neutre', text: `${label} ${ofName(who)}\u00a0: ${shown}${list.length > 4 ? '…' : ''}.` }]
  })
}

function split({ others }: Evidence): Reason | undefined {
  if (others.length === 0) return undefined
  const n = others.length + 1
  return {
    tone: 'contre',
    text: `Les dates font au moins ${n}\u00a0couples de ces noms\u00a0: voir les actes écartés.`,
  }
}

function unsure({ couple }: Evidence): Reason | undefined {
  if (couple.unsure.size === 0) return undefined
  return {
    tone: 'doute',
    text: `${plural(couple.unsure.size, 'acte pourrait', 'actes pourraient')} être d’un autre couple des mêmes noms.`,
  }
}

const isReason = (reason: Reason | undefined): reason is Reason => reason !== undefined

/** Every test with what it found. */
export const reasonsOf = (evidence: Evidence): Reason[] =>
  [
    split(evidence),
    unsure(evidence),
    firstNames(evidence),
    intervals(evidence),
    wedding(evidence),
    mother(evidence),
    deaths(evidence),
    homonyms(evidence),
    rarity(evidence),
    ...said(evidence, 'profession', 'Profession'),
    ...said(evidence, 'domicile', 'Domicile'),
  ].filter(isReason)

/** More couples of one name in one place than this, and the acts of each cannot be told. */
const MOST_COUPLES = 3

export function verdictOf(evidence: Evidence, reasons: readonly Reason[]): Verdict {
  const { couple, others, lines } = evidence
  const acts = lines.reduce((sum, { later }) => sum + 1 + later.length, 0)
  if (acts < 2 || others.length >= MOST_COUPLES) return null
  if (couple.unsure.size * 2 > couple.acts.length) return null
  return reasons.every(({ tone }) => tone === 'ok' || tone === 'neutre') ? 'probable' : 'possible'
}
