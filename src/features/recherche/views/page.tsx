import { NBSP, NNBSP } from '../../../lib/typo.ts'
import { ErrorSummary } from '../../../ui/form.tsx'
import { Chips, EmptyState, PageHead } from '../../../ui/page.tsx'
import type { SearchForm } from '../form.ts'
import { LABELS } from '../rules/criteria.ts'
import { searchUrl } from '../rules/urls.ts'
import type { SearchChoices } from './boxes.tsx'
import { allChips, type ChipContext } from './criteria.tsx'
import { SearchFields } from './fields.tsx'
import { type Found, Results } from './results.tsx'

interface SearchPageProps {
  form: SearchForm
  choices: SearchChoices
  /** Title of the source that the search is limited to, where this reader sees it. */
  sourceTitre: string | undefined
  /** How much of the index is there while it is filled again, in percent. */
  progress: number | undefined
  /** undefined where nothing was searched. */
  found: Found | undefined
}

export function SearchPage({ form, choices, sourceTitre, progress, found }: SearchPageProps) {
  const { criteria } = form
  return (
    <>
      <PageHead title="Recherche" />
      {progress !== undefined && (
        <p class="aide" role="status">
          L’index de recherche se reconstruit ({progress}
          {NNBSP}%){NBSP}: tous les relevés ne sont pas encore trouvés.
        </p>
      )}
      <ErrorSummary errors={form.errors} labels={LABELS} />
      <SearchFields form={form} choices={choices} isFolded={found !== undefined} />
      {criteria && <InForce {...{ criteria, choices, sourceTitre, sounding: found?.plan.sounding ?? [] }} />}
      {criteria && found ? (
        <Results criteria={criteria} {...found} />
      ) : (
        Object.keys(form.errors).length === 0 && <Hint />
      )}
    </>
  )
}

function InForce(context: ChipContext) {
  const chips = allChips(context).map(({ label, change }) => ({ label, href: searchUrl(context.criteria, change) }))
  return (
    <div class="recherche-cherche">
      <p id="recherche-cherche">Vous cherchez{`${NBSP}:`}</p>
      <Chips items={chips} clear="/recherche" />
    </div>
  )
}

function Hint() {
  return (
    <EmptyState title={`Que cherchez-vous${NNBSP}?`}>
      Écrivez un nom, par exemple <em>martin marie</em>, ou seulement son début suivi d’une étoile{`${NBSP}: `}
      <em>mart*</em>. Un type de source, un lieu ou des années (<em>17??</em> pour un siècle) suffisent aussi.{' '}
      <em>nom:</em>, <em>prenom:</em>, <em>pere:</em>, <em>mere:</em>, <em>conjoint:</em>, <em>parrain:</em>,{' '}
      <em>temoin:</em>, <em>profession:</em>, <em>age:</em> et <em>lieu:</em> disent où chercher le mot qui suit{NNBSP};{' '}
      <em>couple:"martin + le goff"</em> cherche deux conjoints, <em>enfants:"martin + le goff"</em> ceux qui les ont
      pour parents. Ce que le son ne devine pas, les <a href="/orthographes">orthographes du site</a> le disent.
    </EmptyState>
  )
}
