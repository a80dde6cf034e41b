import type { Rows } from '../../../lib/rows.ts'
import { STATE_WORDS, YEAR_STATES, yearsOf } from '../../../lib/year-states.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import type { Names } from './queries.ts'
import type { DrawnLine } from './rules.ts'

const detail = ({ runs }: DrawnLine): string =>
  runs.map((run) => `${yearsOf(run)} ${STATE_WORDS[run.etat].label.toLowerCase()}`).join(', ')

/** The lines of the board with all their years, for who makes something else of them. */
export const boardRows = (lines: readonly DrawnLine[], names: Names): Rows => ({
  headers: ['lieu', 'acte', 'annees_connues', ...YEAR_STATES, 'releves', 'detail'],
  batches: [
    lines.map((line) => [
      names.get(line.group)?.nom ?? null,
      ACT_LABELS[line.acte],
      line.connues,
      ...YEAR_STATES.map((state) => line.annees[state]),
      line.actes,
      detail(line),
    ]),
  ],
})
