import { isDeepStrictEqual } from 'node:util'

/** Whether two values are equal as JSON, whatever the order of the keys (PostgreSQL keeps its own). */
export const sameJson = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
