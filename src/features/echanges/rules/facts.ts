import { gregorianOfJdn } from '../../../lib/calendar.ts'
import { dateFromCell, dateToCell, periodOf } from '../../../lib/dates.ts'
import { readForeignDate } from './dates.ts'
import type { Fact, FactKind } from './mapping.ts'

/** The text of a column, less what it says of other fields. */
export interface Told {
  fields: Record<string, string>
  rest: string
}

/** The day before an act, or its own, where the act has one. */
function dayBefore(date: string, days: number): string | undefined {
  const reading = dateFromCell(date)
  const [first, last] = (reading.ok ? periodOf(reading.value) : null) ?? []
  if (first === undefined || first !== last) return undefined
  const { annee, mois, jour } = gregorianOfJdn(first - days)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(jour)}/${two(mois)}/${String(annee).padStart(4, '0')}`
}

function birth(segment: string, date: string): string | undefined {
  if (/^née?(?:\(e\))? (?:de )?(?:la veille|d[’']hier|hier)$/i.test(segment)) return dayBefore(date, 1)
  if (/^née?(?:\(e\))? (?:le même jour|le jour même|ce jour)$/i.test(segment)) return dayBefore(date, 0)
  const [, written] = /^née?(?:\(e\))? (?:le |en )?(.+)$/i.exec(segment) ?? []
  return written === undefined ? undefined : dateIn(written)
}

function dateIn(written: string): string | undefined {
  const read = readForeignDate(written)
  const reading = read.ok && read.cell !== '' && read.rest === undefined ? dateFromCell(read.cell) : undefined
  return reading?.ok ? dateToCell(reading.value) : undefined
}

const LEGITIMACY: [RegExp, string][] = [
  [/^légitime$/i, 'légitime'],
  [/^(?:naturel(?:le)?(?:\(le\))?|illégitime)$/i, 'naturel'],
  [/^posthume$/i, 'posthume'],
]

const matched =
  (pattern: RegExp) =>
  (segment: string): string | undefined =>
    pattern.exec(segment)?.[1]
const yesIf =
  (pattern: RegExp) =>
  (segment: string): string | undefined =>
    pattern.test(segment) ? 'oui' : undefined

type Reader = (segment: string, date: string) => string | undefined

/** How a part of a comment that says one thing alone is read; the other kinds are read from the whole text or its lines. */
const SEGMENTS: Partial<Record<FactKind, Reader>> = {
  ondoye: yesIf(/^ondoyée?(?:\(e\))?$/i),
  naissance: birth,
  legitimite: (segment) => LEGITIMACY.find(([pattern]) => pattern.test(segment))?.[1],
  age: matched(/^((?:environ )?[0-9]{1,3}\sans?(?: environ| env\.)?)$/i),
  veuf: yesIf(/^(?:veuf de|veuve de|veuf|veuve|†)$/i),
  deces_le: (segment) => {
    const written = matched(/^(?:décédée?(?:\(e\))?|dcd|†) le (.+)$/i)(segment)
    return written === undefined ? undefined : dateIn(written)
  },
  vue: (segment) => matched(/^vue (.+)$/i)(segment) ?? matched(/^((?:p\.|page|f°|fol\.|folio) ?.+)$/i)(segment),
  numero: matched(/^n° ?([0-9]+)$/i),
  photo: matched(/^(.+)$/),
}

const LINES: Partial<Record<FactKind, Reader>> = {
  publications: (line) =>
    matched(/^publications? ?: ?(.+)$/i)(line) ?? matched(/^((?:bans|publications?)\b.*)$/i)(line),
  notaire: (line) => matched(/^notaire\s?:\s?(.+)$/i)(line) ?? matched(/^(Me .+?)(?:, notaire.*)?$/)(line),
}

const DEAD = /^(?:†|\+|feue?|dcd|décédée?(?:\(e\))?)(?=$|[\s,;])/i

/** « feu, de Cancale » says that he is dead and where from; « † av. 1780 » stays whole, and says it too. */
function takeDeath(text: string): string | undefined {
  const [word] = DEAD.exec(text) ?? []
  if (word === undefined) return undefined
  const behind = text.slice(word.length)
  return /^\s*(?:[,;]|$)/.test(behind) ? behind.replace(/^\s*[,;]?\s*/, '') : text
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** « …, Domicile : Paramé »: each label runs to the next one that this column knows, or to the end. */
function takeLabels(text: string, facts: readonly Fact[], told: Told): string {
  const labels = facts.filter(({ as }) => as === 'label')
  if (labels.length === 0 || !text.includes(':')) return text
  const names = labels.map(({ label = '' }) => escaped(label)).join('|')
  const pieces = text.split(new RegExp(`(?:^|[,;]\\s*)(${names})\\s*:\\s*`, 'i'))
  for (let at = 1; at + 1 < pieces.length; at += 2) {
    const fact = labels.find(({ label }) => label?.toLowerCase() === pieces[at]?.toLowerCase())
    if (fact) told.fields[fact.field] = (pieces[at + 1] ?? '').trim()
  }
  return (pieces[0] ?? '').trim()
}

function takeSegments(text: string, facts: readonly Fact[], date: string, told: Told): string {
  const readers = facts.flatMap(({ as, field }) => {
    const read = SEGMENTS[as]
    return read ? [{ field, read }] : []
  })
  if (readers.length === 0 || text === '') return text
  let hasTaken = false
  const left = text.split(/\s*[,;]\s*/).filter((segment) => {
    for (const { field, read } of readers) {
      const value = Object.hasOwn(told.fields, field) ? undefined : read(segment, date)
      if (value === undefined) continue
      told.fields[field] = value
      hasTaken = true
      return false
    }
    return true
  })
  return hasTaken ? left.join(', ') : text
}

/** Takes out of a comment what it says of other fields. `date`: the cell of the date of the act. */
export function takeFacts(text: string, facts: readonly Fact[], date: string): Told {
  const told: Told = { fields: {}, rest: text.trim() }
  if (told.rest === '') return told
  const death = facts.find(({ as }) => as === 'decede')
  const rest = death ? takeDeath(told.rest) : undefined
  if (death && rest !== undefined) {
    told.fields[death.field] = 'oui'
    told.rest = rest
  }
  told.rest = takeLabels(told.rest, facts, told)
  told.rest = takeSegments(told.rest, facts, date, told)
  return told
}

function lineFact(line: string, facts: readonly Fact[], told: Told): boolean {
  for (const { field, as, label } of facts) {
    if (Object.hasOwn(told.fields, field)) continue
    const value =
      as === 'ligne' ? new RegExp(`^${escaped(label ?? '')}\\s*:\\s*(.+)$`, 'i').exec(line)?.[1] : LINES[as]?.(line, '')
    if (value === undefined) continue
    told.fields[field] = value.trim()
    return true
  }
  return false
}

/** Takes out of the general comment the lines that say something of other fields, each one thing. */
export function takeLines(text: string, facts: readonly Fact[]): Told {
  const told: Told = { fields: {}, rest: '' }
  const lines = text.split('\n').map((line) => line.trim())
  told.rest = lines.filter((line) => line !== '' && !lineFact(line, facts, told)).join('\n')
  return told
}
