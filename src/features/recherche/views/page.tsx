import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { ErrorSummary } from '../../../ui/form.tsx'
import { Chips, EmptyState, PageHead } from '../../../ui/page.tsx'
import { statusLabel } from '../../droits/status.ts'
import type { SearchForm } from '../form.ts'
import { type Criteria, searchUrl } from '../rules/criteria.ts'
import { LABELS, MODE_LABELS, ROLE_LABELS } from '../rules/labels.ts'
import { type SearchChoices, SearchFields } from './fields.tsx'
import { Results, type Shown } from './results.tsx'

interface SearchPageProps {
  form: SearchForm
  choices: SearchChoices
  /** Title of the source that the search is limited to, where this reader sees it. */
  sourceTitre: string | undefined
  /** How much of the index is there while it is filled again, in percent. */
  progress: number | undefined
  /** undefined where nothing was searched. */
  result: Shown | undefined
}

export function SearchPage({ form, choices, sourceTitre, progress, result }: SearchPageProps) {
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
      <SearchFields form={form} {...choices} isFolded={result !== undefined} />
      {criteria && (
        <div class="recherche-cherche">
          <p id="recherche-cherche">Vous cherchez{`${NBSP}:`}</p>
          <Chips items={[...chips(criteria, choices, sourceTitre), ...leftOut(criteria, result)]} clear="/recherche" />
        </div>
      )}
      {criteria && result ? (
        <Results criteria={criteria} {...result} />
      ) : (
        Object.keys(form.errors).length === 0 && <Hint />
      )}
    </>
  )
}

function Hint() {
  return (
    <EmptyState title={`Que cherchez-vous${NNBSP}?`}>
      Écrivez un nom, par exemple <em>martin marie</em>, ou seulement son début suivi d’une étoile{`${NBSP}: `}
      <em>mart*</em>. Un type de source, un lieu ou des années (<em>17??</em> pour un siècle) suffisent aussi.{' '}
      <em>nom:</em>, <em>prenom:</em>, <em>pere:</em>, <em>mere:</em>, <em>conjoint:</em>, <em>parrain:</em>,{' '}
      <em>temoin:</em>, <em>profession:</em> et <em>lieu:</em> disent où chercher le mot qui suit.
    </EmptyState>
  )
}

/** « Nom se prononce comme « lefevre » ». */
function nameLabel(kind: 'nom' | 'prenom', { mode, [kind]: typed }: Criteria): string {
  const how = mode === 'exact' ? '' : ` ${MODE_LABELS[mode]}`
  return `${LABELS[kind]}${how} ${quoted(typed)}`
}

/** Spellings left out that are named one by one. */
const MAX_TOLD = 5

type Change = Partial<Criteria>

function chips(criteria: Criteria, { types, sections }: SearchChoices, sourceTitre: string | undefined) {
  const { q, nom, prenom, role, type, lieu, annee_debut, annee_fin, section, statut, source } = criteria
  const named = (list: { id: number; nom: string }[], id: number | null) => list.find((one) => one.id === id)?.nom
  const list: [boolean, string, Change][] = [
    [q !== '', quoted(q), { q: '' }],
    [nom !== '', nameLabel('nom', criteria), { nom: '' }],
    [prenom !== '', nameLabel('prenom', criteria), { prenom: '' }],
    [role !== null && nom + prenom !== '', `Porté par ${role === null ? '' : ROLE_LABELS[role]}`, { role: null }],
    [type !== null, named(types, type) ?? 'Type inconnu', { type: null }],
    [lieu !== null, lieu?.nom_long ?? '', { lieu: null }],
    [annee_debut !== null, `à partir de ${annee_debut}`, { annee_debut: null }],
    [annee_fin !== null, `jusqu’en ${annee_fin}`, { annee_fin: null }],
    [section !== null, named(sections, section) ?? 'Section inconnue', { section: null }],
    [statut !== null, statut === null ? '' : statusLabel(statut), { statut: null }],
    [source !== null, sourceTitre ?? 'Source inconnue', { source: null }],
  ]
  return list
    .filter(([isInForce]) => isInForce)
    .map(([, label, change]) => ({ label, href: searchUrl(criteria, change) }))
}

/** The spellings left out; those that belong to another name, asked for before, say nothing of this search. */
function leftOut(criteria: Criteria, result: Shown | undefined) {
  const words = new Set(result?.sounding.flatMap((one) => one.words))
  const list = criteria.sauf.filter((word) => words.has(word))
  if (list.length > MAX_TOLD)
    return [{ label: `sans ${list.length}${NBSP}graphies`, href: searchUrl(criteria, { sauf: [] }) }]
  return list.map((word) => ({
    label: `sans la graphie ${quoted(word)}`,
    href: searchUrl(criteria, { sauf: criteria.sauf.filter((one) => one !== word) }),
  }))
}
