import type { SourceStatus } from '../../../db/schema.ts'
import type { Lacune, Span } from '../../../db/schema-couverture.ts'
import { type Told, toldOfLine, type YearState, yearLine } from '../../../lib/year-states.ts'

const OF_STATUS: Record<SourceStatus, YearState> = {
  validee: 'validee',
  a_valider: 'a_valider',
  en_cours: 'en_cours',
  rejetee: 'en_cours',
  a_relever: 'a_faire',
}

interface Years {
  annee_debut: number | null
  annee_fin: number | null
  annees: Span[] | null
}

export interface TellingSource extends Years {
  status: SourceStatus
  lacunes: Lacune[] | null
}

/** A source that knows one of its years covers that one; without any it covers none. */
function spansOf({ annees, annee_debut, annee_fin }: Years): Span[] {
  if (annees !== null) return annees
  const [from, to] = [annee_debut ?? annee_fin, annee_fin ?? annee_debut]
  return from === null || to === null ? [] : [[from, to]]
}

/** A span without the years of a gap: none, one or two. */
function cut([from, to]: Span, { debut, fin }: Lacune): Span[] {
  if (fin < from || debut > to) return [[from, to]]
  const [before, after]: [Span, Span] = [
    [from, debut - 1],
    [fin + 1, to],
  ]
  return [before, after].filter(([first, last]) => first <= last)
}

function toldAs(source: TellingSource, etat: YearState): Told[] {
  const gaps = source.lacunes ?? []
  if (gaps.length === 0) return spansOf(source).map(([debut, fin]) => ({ debut, fin, etat }))
  const spans = gaps.reduce((left, gap) => left.flatMap((span) => cut(span, gap)), spansOf(source))
  return [
    ...gaps.map(({ debut, fin }): Told => ({ debut, fin, etat: 'manque' })),
    ...spans.map(([debut, fin]): Told => ({ debut, fin, etat })),
  ]
}

/** A source tells its years as far as its status; those it lacks are missing whatever that is. */
export const toldBySource = (source: TellingSource): Told[] => toldAs(source, OF_STATUS[source.status])

/**
 * A source tells more on its own page: as long as it is not handed in, years without a record (`years` have some) are still to be done.
 * Once it is, a year without one had no act.
 */
export function ownYears(source: TellingSource, years: readonly number[]): Told[] {
  const etat = OF_STATUS[source.status]
  const isHandedIn = etat === 'validee' || etat === 'a_valider'
  const [from, to] = [source.annee_debut ?? source.annee_fin, source.annee_fin ?? source.annee_debut]
  const filled = years
    .filter((year) => from !== null && to !== null && year >= from && year <= to)
    .map((year): Told => ({ debut: year, fin: year, etat: isHandedIn ? etat : 'en_cours' }))
  return toldOfLine(yearLine([...toldAs(source, isHandedIn ? etat : 'a_faire'), ...filled]))
}
