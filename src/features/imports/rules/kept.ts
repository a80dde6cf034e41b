import type { ColumnMapping } from '../kind.ts'
import { type ColumnChoice, columnByKey, fits, type Mapping } from './mapping.ts'
import { isReading } from './readings.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A stored choice; a reading that its field does not allow any more is none. Undefined where none is stored. */
export function readMapping(
  stored: Record<string, unknown> | null | undefined,
  mapping: ColumnMapping,
): Mapping | undefined {
  if (!stored || !Array.isArray(stored.colonnes)) return undefined
  const known = columnByKey(mapping)
  const colonnes = (stored.colonnes as Record<string, unknown>[]).map((one): ColumnChoice => {
    const [vers, lecture] = [textOf(one.vers), textOf(one.lecture)]
    const column = known.get(vers)
    return column && isReading(lecture) && fits(column, lecture) ? { vers, lecture } : { vers }
  })
  const constantes = Object.entries((stored.constantes ?? {}) as Record<string, unknown>)
  return {
    entete: textOf(stored.entete),
    colonnes,
    constantes: Object.fromEntries(constantes.map(([cle, text]) => [cle, textOf(text)])),
  }
}
