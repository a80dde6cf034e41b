// Examples are laid beside one another: what is the same in all of them belongs to the pattern, what differs must be the number of the
// view, or the name of the register.

/** Digits by themselves, so that they stand at the odd places of the pieces. */
const DIGITS = /(\d+)/

const isSame = (values: readonly string[]): boolean => values.every((value) => value === values[0])

/** The pieces of each text, where all of them have as many. */
export function columnsOf(texts: readonly string[], cut: RegExp): string[][] | undefined {
  const rows = texts.map((text) => text.split(cut))
  const [first] = rows
  if (!first || rows.some((row) => row.length !== first.length)) return undefined
  return first.map((_, i) => rows.map((row) => row[i] ?? ''))
}

/** Numbers that are those of the views, one and the same number added, as a place of a pattern; undefined where they are not. */
function viewPlace(written: readonly string[], vues: readonly (number | null)[]): string | undefined {
  const more = Number(written[0]) - (vues[0] ?? Number.NaN)
  const isConstant = written.every((text, i) => Number(text) - (vues[i] ?? Number.NaN) === more)
  if (!isConstant || Math.abs(more) > 99_999) return undefined
  const padded = written.find((text) => text.length > 1 && text.startsWith('0'))
  const digits = padded?.length ?? 0
  if (written.some((text) => String(Number(text)).padStart(digits, '0') !== text)) return undefined
  const sign = more < 0 ? String(more) : `+${more}`
  return `{vue${more === 0 ? '' : sign}${digits === 0 ? '' : `:${digits}`}}`
}

/** One pattern for texts that differ by the number of the view alone; undefined where they differ by more. */
export function byViews(texts: readonly string[], vues: readonly (number | null)[]): string | undefined {
  const columns = columnsOf(texts, DIGITS)
  let pattern = ''
  for (const [i, column] of (columns ?? []).entries()) {
    const piece = isSame(column) ? column[0] : i % 2 === 1 ? viewPlace(column, vues) : undefined
    if (piece === undefined) return undefined
    pattern += piece
  }
  return columns && pattern
}

const PARTS = /([/?&=#])/

/** A pattern, and the name of the register that each text has at `{ark}`. */
export interface Shape {
  pattern: string
  arks: string[]
}

/** One pattern for texts that differ by the number of the view and by one name, however often it stands in them. */
export function byRegisters(texts: readonly string[], vues: readonly (number | null)[]): Shape | undefined {
  const columns = columnsOf(texts, PARTS)
  let pattern = ''
  let arks: string[] | undefined
  for (const column of columns ?? []) {
    const piece = byViews(column, vues)
    if (piece === undefined && arks && !column.every((text, i) => text === arks?.[i])) return undefined
    if (piece === undefined) arks = column
    pattern += piece ?? '{ark}'
  }
  return columns && arks && withWholeArk({ pattern, arks })
}

/** An ark is one name: its beginning goes into it. */
function withWholeArk({ pattern, arks }: Shape): Shape {
  const [whole, start] = /(ark:\/?\d{5,9}\/)\{ark\}/i.exec(pattern) ?? []
  if (whole === undefined || pattern.split('{ark}').length > 2) return { pattern, arks }
  return { pattern: pattern.replace(whole, '{ark}'), arks: arks.map((ark) => `${start}${ark}`) }
}
