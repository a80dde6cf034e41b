import type { Lacune, Span } from '../../../db/schema-couverture.ts'

type Read<T> = { ok: true; value: T } | { ok: false; message: string }

const YEARS = /^(\d{1,4})(?:\s*(?:[-–—/]|à)\s*(\d{1,4}))?(?![\d-])/

/** The years that a text begins with, and what stands behind them. */
function spanAt(text: string): { span: Span; rest: string } | undefined {
  const found = YEARS.exec(text)
  const from = Number(found?.[1] ?? 0)
  if (!found || from === 0) return undefined
  return { span: [from, Number(found[2] ?? from)], rest: text.slice(found[0].length) }
}

const reversed = ([from, to]: Span): string | undefined =>
  to < from ? `${from}-${to}\u00a0: la dernière année précède la première.` : undefined

/** Sorted, and those that touch or overlap made one. */
export function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** « 1760-1778, 1780 »; one piece that is no year is told. Nothing typed gives no span. */
export function readSpans(text: string): Read<Span[]> {
  const spans: Span[] = []
  for (const piece of text.split(/[,;\n]/).map((part) => part.trim())) {
    if (piece === '') continue
    const found = spanAt(piece)
    if (found?.rest !== '')
      return {
        ok: false,
        message: `«\u00a0${piece}\u00a0» n’est pas une année\u00a0: écrivez par exemple 1760-1778, 1780.`,
      }
    const message = reversed(found.span)
    if (message) return { ok: false, message }
    spans.push(found.span)
  }
  return { ok: true, value: merged(spans) }
}

/** Most gaps of one source, and the longest reason. */
const MAX_GAPS = 100
export const MAX_MOTIF = 200

function readGap(line: string): Read<Lacune> {
  const found = spanAt(line)
  if (!found || /^\p{L}/u.test(found.rest))
    return {
      ok: false,
      message: `«\u00a0${line}\u00a0»\u00a0: commencez par les années, par exemple 1770-1773 registre perdu.`,
    }
  const message = reversed(found.span)
  if (message) return { ok: false, message }
  const motif = found.rest.replace(/^[\s:,;.()–—-]+|[\s()]+$/g, '')
  if (motif.length > MAX_MOTIF)
    return { ok: false, message: `Le motif d’une lacune a ${MAX_MOTIF} caractères au plus.` }
  return { ok: true, value: { debut: found.span[0], fin: found.span[1], motif } }
}

/** A gap a line: « 1770-1773 registre manquant ». */
export function readGaps(text: string): Read<Lacune[]> {
  const gaps: Lacune[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const gap = readGap(line)
    if (!gap.ok) return gap
    gaps.push(gap.value)
  }
  if (gaps.length > MAX_GAPS) return { ok: false, message: `Une source a ${MAX_GAPS} lacunes au plus.` }
  gaps.sort((a, b) => a.debut - b.debut)
  const crossed = gaps.find((gap, at) => gap.debut <= (gaps[at - 1]?.fin ?? 0))
  if (crossed) return { ok: false, message: `L’année ${crossed.debut} est dans deux lacunes.` }
  return { ok: true, value: gaps }
}

const spanText = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`)

/** « 1760-1778, 1780 », '' for none. */
export const spansText = (spans: readonly Span[] | null): string =>
  (spans ?? []).map(([from, to]) => spanText(from, to)).join(', ')

/** A gap as it is typed. */
export const gapText = ({ debut, fin, motif }: Lacune): string =>
  motif === '' ? spanText(debut, fin) : `${spanText(debut, fin)} ${motif}`

interface Years {
  annee_debut: number | null
  annee_fin: number | null
  annees: Span[]
  lacunes: Lacune[]
}

type YearErrors = Partial<Record<'annees' | 'lacunes', string>>

const isOutside = (from: number, to: number, { annee_debut, annee_fin }: Years): boolean =>
  (annee_debut !== null && from < annee_debut) || (annee_fin !== null && to > annee_fin)

/** Years and gaps that lie outside of the first and the last year of the source. */
export function strayYears(years: Years): YearErrors {
  const span = years.annees.find(([from, to]) => isOutside(from, to, years))
  const gap = years.lacunes.find(({ debut, fin }) => isOutside(debut, fin, years))
  const outside = (text: string) => `${text} sort des années de la source, de la première à la dernière.`
  return {
    ...(span && { annees: outside(spanText(...span)) }),
    ...(gap && { lacunes: outside(spanText(gap.debut, gap.fin)) }),
  }
}

/** The years as they are stored: spans give the first and the last year where these are not told, and say nothing where they are all of them. */
export function storedYears({ annee_debut, annee_fin, annees, lacunes }: Years) {
  const first = annee_debut ?? annees[0]?.[0] ?? null
  const last = annee_fin ?? annees.at(-1)?.[1] ?? null
  const isWhole = annees.length === 1 && annees[0]?.[0] === first && annees[0]?.[1] === last
  return {
    annee_debut: first,
    annee_fin: last,
    annees: annees.length === 0 || isWhole ? null : annees,
    lacunes: lacunes.length === 0 ? null : lacunes,
  }
}
