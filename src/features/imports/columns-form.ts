import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import type { ColumnMapping } from './kind.ts'
import type { Sample } from './rules/guess.ts'
import { readingOf } from './rules/guess.ts'
import { type ColumnChoice, columnByKey, constantOf, fits, type Mapping } from './rules/mapping.ts'
import { isReading, type Reading } from './rules/readings.ts'

const MAX_CONSTANT = 500

interface Asked {
  mapping: ColumnMapping
  sample: Sample
  /** The choice as the page showed it. */
  shown: Mapping
}

/** A column is read as chosen; one that goes elsewhere than the page showed is looked at anew. */
function lectureOf(raw: Body, n: number, vers: string, { mapping, sample, shown: before }: Asked): Reading | undefined {
  const column = columnByKey(mapping).get(vers)
  if (!column) return undefined
  const typed = raw[`lecture[${n}]`]
  const lecture = shown(raw, `lecture[${n}]`)
  if (isReading(lecture) && fits(column, lecture)) return lecture
  const old = before.colonnes[n]
  if (old?.vers !== vers) return readingOf(sample, n, column)
  return typed === undefined ? old.lecture : undefined
}

/** The choice that a form sends; columns that it does not name go where the page showed. */
export function parseColumns(raw: Body, asked: Asked): Mapping {
  const { sample, mapping, shown: before } = asked
  const colonnes = sample.headers.map((_, n): ColumnChoice => {
    if (raw[`colonnes[${n}]`] === undefined) return before.colonnes[n] ?? { vers: 'ignorer' }
    const vers = shown(raw, `colonnes[${n}]`)
    const lecture = lectureOf(raw, n, vers, asked)
    return lecture === undefined ? { vers } : { vers, lecture }
  })
  const constantes = mapping.columns.flatMap(({ cle }) => {
    const text = constantIn(raw, cle, before)
    return text === '' ? [] : [[cle, text] as const]
  })
  return { entete: before.entete, colonnes, constantes: Object.fromEntries(constantes) }
}

function constantIn(raw: Body, cle: string, before: Mapping): string {
  const name = `constantes[${cle}]`
  const text = raw[name] === undefined ? constantOf(before, cle) : shown(raw, name)
  return text.normalize('NFC').trim()
}

/** Signs that no cell may hold, and texts that are none. */
function constantProblem(text: string): string | undefined {
  if (text.length > MAX_CONSTANT) return `Ce texte est trop long\u00a0: ${MAX_CONSTANT} caractères au plus.`
  return /(?![\t\n])[\p{Cc}\p{Cs}]/u.test(text) ? 'Ce texte contient un caractère interdit.' : undefined
}

/** Refuses texts that no field may hold, whichever it is: not even a draft keeps them. */
export const constantProblems = ({ constantes }: Mapping): FormErrors =>
  Object.fromEntries(
    Object.entries(constantes).flatMap(([cle, text]) => {
      const problem = constantProblem(text)
      return problem === undefined ? [] : [[`constantes[${cle}]`, problem] as const]
    }),
  )

/** Does a form send the columns where a stored choice has them? What it does not say is no other choice. */
export function isChoice(raw: Body, stored: Record<string, unknown> | null): boolean {
  const colonnes = Array.isArray(stored?.colonnes) ? (stored.colonnes as { vers?: unknown }[]) : []
  const constantes = (stored?.constantes ?? {}) as Record<string, unknown>
  return Object.keys(raw).every((name) => {
    const [, kind, key = ''] = /^(colonnes|constantes)\[(.+)\]$/.exec(name) ?? []
    if (kind === undefined) return true
    const kept = kind === 'colonnes' ? colonnes[Number(key)]?.vers : (constantes[key] ?? '')
    return shown(raw, name).normalize('NFC').trim() === kept
  })
}
