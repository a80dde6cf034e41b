import { agreed, formatDay, plural } from '../../lib/text.ts'
import { NBSP, quoted } from '../../lib/typo.ts'
import { STATE_WORDS, type YearState, yearsOf } from '../../lib/year-states.ts'
import { Definitions, PageHead } from '../../ui/page.tsx'
import type { Run } from '../couverture/rules.ts'
import { period } from '../sources/rules/title.ts'
import { gapText, spansText } from '../sources/rules/years.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import { type BookPart, bookTitle, PartForm } from './part-views.tsx'
import type { BookSource } from './queries.ts'
import { pagesOf } from './rules.ts'

export interface TitleProps extends BookPart {
  /** Title of the source, or long name of the place. */
  name: string
  association: string
  /** Today, as an instant. */
  now: string
  sources: readonly BookSource[]
  actes: number
  lines: number
  /** Acts without a date, which no book of some years has; 0 where no years are asked for. */
  undated: number
  authors: readonly string[]
  /** Years of the place that are missing or not done; undefined in the book of a source. */
  coverage: readonly Run[] | undefined
  isWholeSource: boolean
}

const sentenceOf = ({ filter }: Pick<TitleProps, 'filter'>): string =>
  [
    filter.acte === null ? '' : ACT_LABELS[filter.acte],
    filter.annee_debut === null ? '' : `à partir de ${filter.annee_debut}`,
    filter.annee_fin === null ? '' : `jusqu’à ${filter.annee_fin}`,
    filter.table === 'noms' ? 'table par nom seulement' : '',
    filter.table === 'couples' ? 'table par couple seulement' : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The first page of the book, and on the screen how to print it. */
export function TitlePage(props: TitleProps) {
  const { name, association, now, actes, lines, undated, authors } = props
  const part = sentenceOf(props)
  return (
    <>
      <PageHead title={bookTitle(name)} />
      <div class="livret-ecran">
        <p>
          {`Environ ${plural(pagesOf(lines) + 1, 'page', 'pages')} à l’impression. Imprimez cette page depuis votre navigateur (Ctrl + P), ou choisissez-y ${quoted('Enregistrer au format PDF')}.`}
        </p>
        <PartForm {...props} />
      </div>
      <section class="livret-titre" aria-label="Page de titre">
        <p class="livret-association">{association}</p>
        {part !== '' && <p class="livret-partie">{part}</p>}
        <p>{`${plural(actes, 'acte', 'actes')}. Édité le ${formatDay(now)}.`}</p>
        <SourceList {...props} />
        <Gaps {...props} />
        <Definitions
          filled
          items={[
            { term: agreed(authors.length, 'Relevé par', 'Relevés par'), value: authors.join(', ') },
            { term: 'Licence des images', value: licences(props.sources) },
          ]}
        />
        <p class="aide">
          {`Une ligne par acte et par personne qu’il concerne, puis une ligne par couple sous chacun de ses deux noms. Ni les mentions marginales ni les causes de décès n’y sont${NBSP}: chaque acte se lit en entier sur le site.`}
          {undated > 0 &&
            ` ${plural(undated, 'acte', 'actes')} sans date ${agreed(undated, 'n’est', 'ne sont')} dans aucun livret par années.`}
        </p>
      </section>
    </>
  )
}

const licences = (sources: readonly BookSource[]): string =>
  [...new Set(sources.flatMap(({ licence }) => licence ?? []))].join(', ')

function SourceList({ sources, isWholeSource }: Pick<TitleProps, 'sources' | 'isWholeSource'>) {
  const [only] = sources
  if (isWholeSource && only)
    return (
      <Definitions
        filled
        items={[
          { term: 'Actes', value: only.acte === 'autre' ? only.type : ACT_LABELS[only.acte] },
          { term: 'Lieu', value: only.lieu },
          { term: 'Années', value: period(only.annee_debut, only.annee_fin) },
          { term: 'Années présentes', value: spansText(only.annees) },
          { term: 'Section', value: only.section },
          { term: 'Dépôt', value: only.depot },
          { term: 'Cote', value: only.cote },
        ]}
      />
    )
  return (
    <section class="cadre" aria-label="Sources" tabindex={0}>
      <table class="livret-table">
        <caption>Sources</caption>
        <thead>
          <tr>
            {['N°', 'Source', 'Années', 'Dépôt et cote', 'Section'].map((label) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source, at) => (
            <tr>
              <td>{at + 1}</td>
              <th scope="row">{source.titre}</th>
              <td>{period(source.annee_debut, source.annee_fin)}</td>
              <td>{[source.depot, source.cote].filter(Boolean).join(', ')}</td>
              <td>{source.section}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const UNDONE: readonly YearState[] = ['manque', 'a_faire', 'pris', 'en_cours']
const UNDONE_WORDS: Partial<Record<YearState, string>> = { manque: 'manquent', a_faire: 'pas encore relevées' }

/** Years that the book lacks, in words. */
function Gaps({ sources, coverage }: Pick<TitleProps, 'sources' | 'coverage'>) {
  const known = sources.flatMap(({ lacunes, titre }) =>
    (lacunes ?? []).map((gap) => (sources.length > 1 ? `${gapText(gap)} (${titre})` : gapText(gap))),
  )
  const acts = [...new Set((coverage ?? []).map(({ acte }) => acte))]
  const told = acts.flatMap((acte) =>
    UNDONE.flatMap((state) => {
      const years = (coverage ?? []).filter((run) => run.acte === acte && run.etat === state).map(yearsOf)
      const words = UNDONE_WORDS[state] ?? STATE_WORDS[state].label.toLowerCase()
      return years.length === 0 ? [] : [`${ACT_LABELS[acte]}, ${words}${NBSP}: ${years.join(', ')}`]
    }),
  )
  const lines = [...told, ...known]
  return (
    <>
      <h2>Lacunes et années à compléter</h2>
      {lines.length === 0 ? (
        <p>Aucune lacune n’est connue.</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}
