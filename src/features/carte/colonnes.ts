import { degrees } from './geojson.ts'
import type { PointOfCarte } from './queries.ts'

/**
 * What our own map reads of the places that it draws: column by column, which compresses to half of the GeoJSON; the rest of what is
 * known of a place comes when its bubble opens. An id is told by its difference from the one before: neighbours were made together.
 */
export function colonnes(lieux: PointOfCarte[]): string {
  let before = 0
  const id = lieux.map((lieu) => {
    const step = lieu.id - before
    before = lieu.id
    return step
  })
  return JSON.stringify({
    id,
    nom_long: lieux.map((lieu) => lieu.nom_long),
    longitude: lieux.map((lieu) => degrees(lieu.longitude)),
    latitude: lieux.map((lieu) => degrees(lieu.latitude)),
    sources: lieux.map((lieu) => lieu.sources),
    releves: lieux.map((lieu) => lieu.releves),
  })
}
