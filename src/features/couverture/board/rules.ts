import type { ActKind } from '../../../db/schema-persons.ts'
import { ACT_KINDS } from '../../../db/schema-persons.ts'
import { clippedRuns, type Told, toldOfLine, type Window, YEAR_STATES, type YearState, yearLine } from '../rules.ts'

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
  runs: Told[]
  annees: YearCounts
  /** All years of which something is told. */
  connues: number
  actes: number
}

const NONE: YearCounts = { validee: 0, a_valider: 0, en_cours: 0, pris: 0, a_faire: 0, manque: 0 }

/** The lines of all groups and kinds, in no order; what lies outside of the window is left out. */
export function boardLines(pieces: readonly Piece[], { de, a }: Pick<Window, 'de' | 'a'>): BoardLine[] {
  const byLine = new Map<string, { group: number; acte: ActKind; told: Told[]; actes: number }>()
  for (const { group, acte, told, actes } of pieces) {
    const key = `${group} ${acte}`
    const line = byLine.get(key)
    if (line) {
      line.told.push(...told)
      line.actes += actes
    } else byLine.set(key, { group, acte, told: [...told], actes })
  }
  return [...byLine.values()].flatMap(({ told, ...line }) => {
    const runs = clippedRuns(
      toldOfLine(yearLine(told)).map((run) => ({ acte: line.acte, ...run })),
      { de, a, acte: null },
    )
    const annees = { ...NONE }
    for (const { debut, fin, etat } of runs) annees[etat] += fin - debut + 1
    const connues = YEAR_STATES.reduce((sum, state) => sum + annees[state], 0)
    return connues === 0 && line.actes === 0 ? [] : [{ ...line, runs, annees, connues }]
  })
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
  return ACT_KINDS.flatMap((acte) => {
    const own = lines.filter((line) => line.acte === acte)
    if (own.length === 0) return []
    const annees = { ...NONE }
    for (const line of own) for (const state of YEAR_STATES) annees[state] += line.annees[state]
    const sum = (of: (line: BoardLine) => number) => own.reduce((all, line) => all + of(line), 0)
    return [
      { group: 0, acte, runs: [], annees, connues: sum(({ connues }) => connues), actes: sum(({ actes }) => actes) },
    ]
  })
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

/** Names as they are sorted; a group without one stands last whatever the way. */
export function sortedLines(
  lines: readonly BoardLine[],
  names: ReadonlyMap<number, { tri: string }>,
  { tri, ordre }: { tri: BoardSort; ordre: 'asc' | 'desc' },
): BoardLine[] {
  const way = ordre === 'asc' ? 1 : -1
  const nameOf = (line: BoardLine) => names.get(line.group)?.tri
  const byName = (a: BoardLine, b: BoardLine): number => {
    const [one, other] = [nameOf(a), nameOf(b)]
    if (one === other) return a.group - b.group || ACT_KINDS.indexOf(a.acte) - ACT_KINDS.indexOf(b.acte)
    if (one === undefined) return 1
    if (other === undefined) return -1
    return (one < other ? -1 : 1) * (tri === 'lieu' ? way : 1)
  }
  if (tri === 'lieu') return lines.toSorted(byName)
  const figure = FIGURE[tri]
  return lines.toSorted((a, b) => (figure(a) - figure(b)) * way || byName(a, b))
}
