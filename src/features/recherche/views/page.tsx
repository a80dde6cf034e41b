import { NBSP, NNBSP } from '../../../lib/typo.ts'
import { Unfold } from '../../../ui/filters.tsx'
import { ErrorSummary } from '../../../ui/form.tsx'
import { Chips, PageHead } from '../../../ui/page.tsx'
import type { SearchForm } from '../form.ts'
import { LABELS } from '../rules/criteria.ts'
import { searchUrl } from '../rules/urls.ts'
import type { SearchChoices } from './boxes.tsx'
import { allChips } from './criteria.tsx'
import { SearchFields } from './fields.tsx'
import { type Found, Results } from './results.tsx'
import { ANNONCE, LINKS_SWAP, SUITE } from './swapped.ts'
import { countText } from './tally.tsx'

interface SearchPageProps {
  form: SearchForm
  choices: SearchChoices
  /** Title of the source that the search is limited to, where this reader sees it. */
  sourceTitre: string | undefined
  /** How much of the index is there while it is filled again, in percent. */
  progress: number | undefined
  /** How much of the index in a new form is there while the one of before serves, in percent. */
  nextProgress: number | undefined
  /** undefined where nothing was searched. */
  found: Found | undefined
  /** htmx asked for it. */
  isSwapped: boolean
  /** The form stays in the page, and what follows it is swapped. */
  isPart: boolean
}

export function SearchPage(props: SearchPageProps) {
  const { form, choices, progress, nextProgress, isPart, found } = props
  const isFound = found !== undefined && found.list.hits.length > 0
  return (
    <>
      <div id="recherche">
        <Unfold label="Critères et export" checked={!isFound} hidden={!found} />
        <PageHead title="Recherche" />
        {progress !== undefined && (
          <p class="aide" role="status">
            L’index de recherche se reconstruit ({progress}
            {NNBSP}%){NBSP}: tous les relevés ne sont pas encore trouvés.
          </p>
        )}
        {nextProgress !== undefined && (
          <p class="aide" role="status">
            Les recherches par personne peuvent encore mêler les personnes d’un même acte, et les années d’avant 1500,
            les lieux d’une personne ne se cherchent pas encore{NBSP}: le nouvel index est prêt à {nextProgress}
            {NNBSP}%.
          </p>
        )}
        {!isPart && <ErrorSummary errors={form.errors} labels={LABELS} />}
        <SearchFields form={form} choices={choices} />
        {/* It takes the focus from a link that is swapped with it. */}
        <div id={SUITE} tabindex={-1}>
          {isPart && <ErrorSummary errors={form.errors} labels={LABELS} isApart />}
          <Suite {...props} />
        </div>
      </div>
      <p id={ANNONCE} class="hors-ecran" role="status">
        {props.isSwapped && announced(props)}
      </p>
    </>
  )
}

/** Once the list has changed; while they are still counted the number follows by itself. */
function announced({ found }: SearchPageProps): string {
  if (!found?.tally) return ''
  return found.tally.count.n === 0 ? 'Aucun relevé trouvé' : countText(found.tally.count)
}

function Suite({ form: { criteria, errors }, choices, sourceTitre, found }: SearchPageProps) {
  if (!criteria || !found) return Object.keys(errors).length === 0 ? <Hint /> : null
  const chips = allChips({ criteria, choices, sourceTitre, sounding: found.plan.sounding })
  return (
    <Results criteria={criteria} {...found}>
      <div class="recherche-cherche" {...LINKS_SWAP}>
        <Chips
          items={chips.map(({ label, change }) => ({ label, href: searchUrl(criteria, change) }))}
          clear="/recherche"
        />
      </div>
    </Results>
  )
}

/** Each line is a search: words that may be typed, and what they find. */
const EXAMPLES: readonly { typed: string; finds: string }[] = [
  { typed: 'le goff cancale', finds: 'les deux noms dans le même acte' },
  { typed: 'mart*', finds: 'tout ce qui commence ainsi' },
  { typed: '~lefevre', finds: 'tout ce qui se prononce ainsi' },
  { typed: '"jean martin"', finds: 'ces mots, dans cet ordre' },
  { typed: 'pere:martin', finds: `ce mot à sa place${NNBSP}; de même nom:, mere:, parrain:, temoin:, profession:…` },
  { typed: 'couple:"martin + le goff"', finds: `ces deux conjoints${NNBSP}; avec enfants: leurs enfants` },
]

function Hint() {
  return (
    <section class="recherche-exemples" aria-labelledby="exemples">
      <h2 id="exemples">Que cherchez-vous{NNBSP}?</h2>
      <p>
        Un nom suffit, ou un lieu, ou des années (<em>17??</em> pour un siècle). La case « Mots » en sait plus{NBSP}:
      </p>
      <ul class="lignes">
        {EXAMPLES.map(({ typed, finds }) => (
          <li>
            <a href={`/recherche?${new URLSearchParams({ q: typed })}`}>{typed}</a> <span>{finds}</span>
          </li>
        ))}
      </ul>
      <p>
        Ce que le son ne devine pas, les <a href="/orthographes">orthographes du site</a> le disent. Tout est expliqué
        dans <a href="/aide/recherche">l’aide de la recherche</a>.
      </p>
    </section>
  )
}
