import type { Rows } from '../../../lib/rows.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import type { FoundHole } from './queries.ts'
import { easeOf, holeYears, NATURE_LABELS } from './rules.ts'

/** The holes with all that the page tells of them. */
export const holeRows = (holes: readonly FoundHole[], depots: ReadonlyMap<number, string>): Rows => ({
  headers: ['lieu', 'acte', 'annees', 'nombre', 'nature', 'nom', 'depot', 'facilite', 'raisons', 'url'],
  batches: [
    holes.map((hole) => [
      hole.lieu === '' ? null : hole.lieu,
      ACT_LABELS[hole.acte],
      holeYears(hole),
      hole.n,
      NATURE_LABELS[hole.nature],
      hole.nom,
      depots.get(hole.depot_id ?? 0) ?? null,
      easeOf(hole),
      hole.reasons.join(', '),
      hole.url,
    ]),
  ],
})
