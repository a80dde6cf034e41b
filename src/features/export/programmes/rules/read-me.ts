import { plural } from '../../../../lib/text.ts'
import type { ProgramFormat } from './formats.ts'
import { TROUBLES } from './placed.ts'
import type { Tally } from './tally.ts'

const NAMED = 12

/** « heure de naissance (312), reconnaissance (4) » */
export const labelsInWords = (labels: readonly { label: string; n: number }[]): string => {
  const named = labels.slice(0, NAMED).map(({ label, n }) => `${label} (${n})`)
  const others = labels.length - named.length
  return [...named, ...(others > 0 ? [plural(others, 'autre', 'autres')] : [])].join(', ')
}

/** The page that goes with the files of a zip. */
export function readMe(title: string, { label }: ProgramFormat, tally: Tally): string {
  const troubles = tally.troubles().map(({ kind, n, labels }) => `- ${TROUBLES[kind]} : ${n}. ${labelsInWords(labels)}`)
  const said = troubles.length === 0 ? ['Tout ce qui est sur le site est dans ces fichiers.'] : troubles
  return [title, `Format : ${label}`, plural(tally.acts, 'acte', 'actes'), '', ...said, ''].join('\r\n')
}
