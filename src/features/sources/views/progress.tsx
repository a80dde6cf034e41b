import type { ActKind } from '../../../db/schema-persons.ts'
import { type DateValue, dayOrText } from '../../../lib/dates.ts'
import { formatInstant, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Panel } from '../../../ui/figures.tsx'
import { Bounds, Legend, Patterns, StateStrip } from '../../../ui/state-strip.tsx'
import type { AuthorCount, LastWork } from '../queries/show.ts'
import { type Coverage, coverageOf, yearRuns } from '../rules/progress.ts'
import { ownYears, type TellingSource } from '../rules/told.ts'

interface ProgressProps {
  source: TellingSource & { nb_releves: number; lieu_id: number | null; acte: ActKind }
  authors: AuthorCount[]
  dates: { premiere: DateValue; derniere: DateValue } | null
  years: number[]
  lastWork: LastWork
}

/** How far a source is: records, the years they cover, who worked on it. */
export function Progress({ source, authors, dates, years, lastWork }: ProgressProps) {
  return (
    <Panel title="Avancement">
      <p>{plural(source.nb_releves, 'relevé', 'relevés')}</p>
      {dates && <p>{datesInWords(dates.premiere, dates.derniere)}</p>}
      <Years source={source} years={years} />
      {lastWork && <p>{lastWorkInWords(lastWork)}</p>}
      {authors.length > 0 && <Authors authors={authors} />}
    </Panel>
  )
}

/** « Du 01/02/1793 au 31/12/1802 »; no more than the register tells where it tells no day. */
function datesInWords(premiere: DateValue, derniere: DateValue): string {
  const [from, to] = [dayOrText(premiere), dayOrText(derniere)]
  if (from === to) return `Seule date${NBSP}: ${from}`
  const areDays = [from, to].every((text) => /^\d\d\/\d\d\/\d{4}$/.test(text))
  return areDays ? `Du ${from} au ${to}` : `Premier acte${NBSP}: ${from}, dernier acte${NBSP}: ${to}`
}

/** A register from its first year to its last, in a list: years with records are filled. One path, as a list draws fifty of them. */
export const YearStrip = ({ done, span, runs }: Pick<Coverage, 'done' | 'span' | 'runs'>) => (
  <svg
    class="annees"
    viewBox={`0 0 ${span} 1`}
    preserveAspectRatio="none"
    role="img"
    aria-label={`${done} sur ${plural(span, 'année', 'années')}`}
  >
    <path d={runs.map(({ at, length }) => `M${at} 0h${length}v1h-${length}z`).join('')} />
  </svg>
)

/** How far each year is, by pattern and letter, and in words the years that still have no record. */
function Years({ source, years }: Pick<ProgressProps, 'source' | 'years'>) {
  const coverage = coverageOf(source, years)
  if (coverage === undefined) return null
  const { annee_debut: from, annee_fin: to } = source
  const runs = ownYears(source, years)
  return (
    <>
      <Patterns />
      <p>
        <StateStrip name="Années de la source" runs={runs} span={[from ?? 0, to ?? 0]} size="panneau" />
        <Bounds span={[from, to]} />
      </p>
      <Legend runs={runs} />
      {source.nb_releves > 0 && <Filled {...coverage} />}
      {source.lieu_id !== null && (
        <p class="aide">
          Pour ces années, voir aussi <a href={placeCoverage(source, source.lieu_id)}>la couverture du lieu</a>.
        </p>
      )}
    </>
  )
}

function Filled({ done, span, missing }: Coverage) {
  return (
    <>
      <p>{`${plural(done, 'année', 'années')} sur ${span} ${done >= 2 ? 'ont' : 'a'} au moins un relevé`}</p>
      {missing.length > 0 && <p class="aide">{`Sans relevé${NBSP}: ${yearRuns(missing)}`}</p>}
    </>
  )
}

/** Leads to the same kind of acts and the same years, whoever transcribes them. */
const placeCoverage = ({ acte, annee_debut, annee_fin }: ProgressProps['source'], lieuId: number): string =>
  `/couverture/lieux/${lieuId}?acte=${acte}&de=${annee_debut ?? ''}&a=${annee_fin ?? ''}`

const OPERATIONS: Record<NonNullable<LastWork>['operation'], string> = {
  creation: 'Dernière saisie',
  modification: 'Dernière modification',
  suppression: 'Dernière suppression',
  restauration: 'Dernier rétablissement',
  deplacement: 'Dernier déplacement',
}

const nameOf = (name: string | null): string => name ?? 'Compte supprimé'

const lastWorkInWords = ({ operation, created_at, name }: NonNullable<LastWork>): string =>
  `${OPERATIONS[operation]}${NBSP}: ${nameOf(name)}, le ${formatInstant(created_at)}`

/** The last to enter a record comes first. */
function Authors({ authors }: { authors: AuthorCount[] }) {
  return (
    <ul class="lignes">
      {authors.map(({ name, n }) => (
        <li>
          {nameOf(name)}
          <span>{plural(n, 'relevé', 'relevés')}</span>
        </li>
      ))}
    </ul>
  )
}
