/** On the earth, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** Families go to the next parish for a baptism: neighbours lie within so many kilometres. */
const NEAR_KM = 15
const EARTH_KM = 6371
const KM_PER_DEGREE = 111.2

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The way over the ground between two points (haversine). */
export function kilometres(a: Point, b: Point): number {
  const [dLat, dLon] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

export const isNear = (
  a: Point,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): boolean => latitude !== null && longitude !== null && kilometres(a, { latitude, longitude }) <= NEAR_KM

/** All that is near lies within; a database narrows by it before anybody measures. */
export function squareAround({ latitude, longitude }: Point) {
  const high = NEAR_KM / KM_PER_DEGREE
  // Close to a pole a degree of longitude is nothing: the whole circle then.
  const wide = Math.min(180, high / Math.max(0.001, Math.cos(radians(Math.min(89, Math.abs(latitude))))))
  return { south: latitude - high, north: latitude + high, west: longitude - wide, east: longitude + wide }
}
