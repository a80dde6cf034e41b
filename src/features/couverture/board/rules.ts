import type { ActKind } from '../../../db/schema-persons.ts'
import { ACT_KINDS } from '../../../db/schema-persons.ts'
import {
  type Told,
  toldOfLine,
  YEAR_STATES,
  type YearLine,
  type YearState,
  yearLine,
} from '../../../lib/year-states.ts'
import { runsWithin, type Window } from '../rules.ts'

/** One source or register, and all it tells of a place or a section. */
export interface Piece {
  /** The id of a place or a section; 0 for none. */
  group: number
  acte: ActKind
  told: Told[]
  actes: number
}

/** Years by state. */
export type YearCounts = Record<YearState, number>

/** A line of the board: a place or a section, and one kind of act. */
export interface BoardLine {
  group: number
  acte: ActKind
  /** All that is told of it, whatever years are asked for. */
  told: Told[]
  /** Those of the years asked for. */
  annees: YearCounts
  /** All years of which something is told. */
  connues: number
  actes: number
}

type Years = Pick<Window, 'de' | 'a'>

/** A line with the years asked for in order, those of one state and no gap between them as one. */
export type DrawnLine = BoardLine & { runs: Told[] }

/** Thousands of lines are counted and sorted where some dozens are shown: these alone are drawn. */
export const drawnLine = (line: BoardLine, years: Years): DrawnLine => ({
  ...line,
  runs: runsWithin(toldOfLine(yearLine(line.told)), years),
})

const NONE: YearCounts = { validee: 0, a_valider: 0, en_cours: 0, pris: 0, a_faire: 0, manque: 0 }

/** Years of each state and all of them, as far as they are asked for. */
function countYears({ from, states }: YearLine, { de, a }: Years): Pick<BoardLine, 'annees' | 'connues'> {
  const counts = YEAR_STATES.map(() => 0)
  const end = Math.min(states.length, (a ?? Number.POSITIVE_INFINITY) - from + 1)
  for (let at = Math.max(0, (de ?? from) - from); at < end; at += 1) {
    const state = (states[at] ?? 0) - 1
    if (state >= 0) counts[state] = (counts[state] ?? 0) + 1
  }
  const [validee = 0, a_valider = 0, en_cours = 0, pris = 0, a_faire = 0, manque = 0] = counts
  const annees = { validee, a_valider, en_cours, pris, a_faire, manque }
  return { annees, connues: validee + a_valider + en_cours + pris + a_faire + manque }
}

const PLACES_OF_ACTS = new Map(ACT_KINDS.map((acte, at) => [acte, at]))
const placeOf = (acte: ActKind): number => PLACES_OF_ACTS.get(acte) ?? 0

/** The lines of all groups and kinds, in no order; what lies outside of the window is left out. */
export function boardLines(pieces: readonly Piece[], years: Years): BoardLine[] {
  const byLine = new Map<number, { group: number; acte: ActKind; told: Told[]; actes: number }>()
  for (const { group, acte, told, actes } of pieces) {
    const key = group * ACT_KINDS.length + placeOf(acte)
    const line = byLine.get(key)
    if (line) {
      line.told.push(...told)
      line.actes += actes
    } else byLine.set(key, { group, acte, told: [...told], actes })
  }
  const lines: BoardLine[] = []
  for (const { group, acte, told, actes } of byLine.values()) {
    const { annees, connues } = countYears(yearLine(told), years)
    if (connues > 0 || actes > 0) lines.push({ group, acte, told, annees, connues, actes })
  }
  return lines
}

/** Years of each place or section, all kinds of acts together. */
export function yearsByGroup(lines: readonly BoardLine[]): Map<number, YearCounts> {
  const groups = new Map<number, YearCounts>()
  for (const { group, annees } of lines) {
    const sum = groups.get(group) ?? { ...NONE }
    for (const state of YEAR_STATES) sum[state] += annees[state]
    groups.set(group, sum)
  }
  return groups
}

/** The lines of each kind of act added up, in the order of the kinds. */
export function totalsByAct(lines: readonly BoardLine[]): BoardLine[] {
  const sums = new Map<ActKind, BoardLine>()
  for (const { acte, annees, connues, actes } of lines) {
    const sum = sums.get(acte) ?? { group: 0, acte, told: [], annees: { ...NONE }, connues: 0, actes: 0 }
    for (const state of YEAR_STATES) sum.annees[state] += annees[state]
    sum.connues += connues
    sum.actes += actes
    sums.set(acte, sum)
  }
  return ACT_KINDS.flatMap((acte) => sums.get(acte) ?? [])
}

/** Years that somebody has transcribed, in whole per cent of those that can be: what is missing cannot. */
export function doneShare({ annees, connues }: Pick<BoardLine, 'annees' | 'connues'>): number | null {
  const there = connues - annees.manque
  return there === 0 ? null : Math.floor(((annees.validee + annees.a_valider) / there) * 100)
}

export const BOARD_SORTS = ['lieu', 'fait', 'faire', 'releves'] as const
export type BoardSort = (typeof BOARD_SORTS)[number]

const FIGURE: Record<Exclude<BoardSort, 'lieu'>, (line: BoardLine) => number> = {
  fait: (line) => doneShare(line) ?? -1,
  faire: ({ annees }) => annees.a_faire,
  releves: ({ actes }) => actes,
}

/** Where each group stands by its name; one without a name stands last whatever the way. */
function placesOfGroups(lines: readonly BoardLine[], names: ReadonlyMap<number, { tri: string }>, way: number) {
  const groups = [...new Set(lines.map(({ group }) => group))].map((group) => ({ group, tri: names.get(group)?.tri }))
  groups.sort((a, b) => {
    if (a.tri === b.tri) return a.group - b.group
    if (a.tri === undefined || b.tri === undefined) return a.tri === undefined ? 1 : -1
    return (a.tri < b.tri ? -1 : 1) * way
  })
  return new Map(groups.map(({ group }, at) => [group, at]))
}

/** By names or a figure, and of those that are equal by names and kinds of acts. */
export function sortedLines(
  lines: readonly BoardLine[],
  names: ReadonlyMap<number, { tri: string }>,
  { tri, ordre }: { tri: BoardSort; ordre: 'asc' | 'desc' },
): BoardLine[] {
  const way = ordre === 'asc' ? 1 : -1
  const places = placesOfGroups(lines, names, tri === 'lieu' ? way : 1)
  // Each group has one line of a kind: thousands go straight to their places, where to compare them took longer than all queries.
  const byName = new Array<BoardLine | undefined>(places.size * ACT_KINDS.length)
  for (const line of lines) byName[(places.get(line.group) ?? 0) * ACT_KINDS.length + placeOf(line.acte)] = line
  const sorted = byName.filter((line) => line !== undefined)
  if (tri === 'lieu') return sorted
  const figure = FIGURE[tri]
  return sorted.sort((a, b) => (figure(a) - figure(b)) * way)
}
