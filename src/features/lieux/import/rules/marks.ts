/**
 * How a file names one of several places that share a long name: by its type and code behind it, in brackets. Only the parents of
 * our own export that need it are written so; everywhere else the column holds the long name alone.
 */
export const markedName = (nomLong: string, type: string | null, code: string | null): string =>
  `${nomLong} [${type ?? 'sans type'}, ${code === null ? 'sans code' : `code ${code}`}]`

/** The long name before such brackets; undefined where there are none. */
export function unmarked(key: string): string | undefined {
  const at = key.endsWith(']') ? key.lastIndexOf(' [') : -1
  return at > 0 ? key.slice(0, at) : undefined
}
