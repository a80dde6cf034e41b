import type { YearCounts } from '../../couverture/board/rules.ts'
import type { ColumnsOfCarte } from '../queries.ts'
import { coverageFigures } from './coverage.ts'

/** Ids by their difference from the one before: neighbours were made together. */
function steps(ids: readonly number[]): number[] {
  return ids.map((id, i) => id - (ids[i - 1] ?? 0))
}

/**
 * Our own map reads the places that it draws column by column, which compresses to half of the GeoJSON; the rest of what is
 * known of a place comes when its bubble opens.
 */
export function columnsJson({ id, ...columns }: ColumnsOfCarte, layer?: ReadonlyMap<number, YearCounts>): string {
  const ids = idsOfColumns({ id })
  const rest = Object.entries(columns).map(([name, list]) => `,"${name}":${list}`)
  if (layer !== undefined) {
    const figures = ids.map((one) => coverageFigures(layer.get(one)))
    for (const name of LAYER_COLUMNS) rest.push(`,"${name}":${JSON.stringify(figures.map((one) => one[name]))}`)
  }
  return `{"id":${JSON.stringify(steps(ids))}${rest.join('')}}`
}

/** Years, not shares: the map adds those of a group up. */
const LAYER_COLUMNS = ['validees', 'en_cours', 'a_faire'] as const

export const idsOfColumns = ({ id }: Pick<ColumnsOfCarte, 'id'>): number[] => JSON.parse(id) as number[]
