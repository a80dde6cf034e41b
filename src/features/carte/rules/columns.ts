import type { ColumnsOfCarte } from '../queries.ts'

/** Ids by their difference from the one before: neighbours were made together. */
function steps(ids: readonly number[]): number[] {
  return ids.map((id, i) => id - (ids[i - 1] ?? 0))
}

/**
 * Our own map reads the places that it draws column by column, which compresses to half of the GeoJSON; the rest of what is
 * known of a place comes when its bubble opens.
 */
export function columnsJson({ id, ...columns }: ColumnsOfCarte): string {
  const rest = Object.entries(columns).map(([name, list]) => `,"${name}":${list}`)
  return `{"id":${JSON.stringify(steps(JSON.parse(id) as number[]))}${rest.join('')}}`
}
