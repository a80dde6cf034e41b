import { sha256Hex } from '../../../../lib/crypto.ts'
import type { ViewRun } from '../queries/links.ts'

/** Says in few signs which views a pattern has: it is another one as soon as some come, go or get another name. */
export const printOf = (runs: readonly ViewRun[]): string =>
  sha256Hex(
    runs
      .map(({ source_id, ark, liens, premiere, derniere }) => [source_id, ark, liens, premiere, derniere].join(' '))
      .sort()
      .join('\n'),
  )
