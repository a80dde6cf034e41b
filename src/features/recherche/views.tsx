import type { Child } from 'hono/jsx'
import { ETAT_LABELS } from '../../champs/etats.ts'
import type { SearchKey } from '../../db/dialect/index.ts'
import type { FieldState } from '../../db/schema.ts'
import { shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { Field, FieldRow } from '../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { Badge, Chips, EmptyState, PageHead } from '../../ui/page.tsx'
import { CursorPager } from '../../ui/pagination.tsx'
import { PlaceInput } from '../../ui/place-input.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { NBSP, NNBSP, quoted } from '../../ui/typo.ts'
import { type Criteria, type SearchForm, searchUrl } from './form.ts'
import type { Hit, SearchResult } from './queries.ts'
import { MAX_WORDS, markedPieces } from './terms.ts'

interface Type {
  id: number
  nom: string
}

interface SearchPageProps {
  form: SearchForm
  types: Type[]
  /** undefined where nothing was searched. */
  result: SearchResult | undefined
  after: SearchKey | undefined
  /** Highest number that is told exactly. */
  cap: number
}

const LABELS = {
  q: 'Mots',
  type: 'Type de source',
  lieu: 'Lieu',
  annee_debut: 'Année de début',
  annee_fin: 'Année de fin',
}

export function SearchPage({ form, types, result, after, cap }: SearchPageProps) {
  const { criteria } = form
  return (
    <>
      <PageHead title="Recherche" />
      <ErrorSummary errors={form.errors} labels={LABELS} />
      <SearchFields form={form} types={types} />
      {criteria && <Chips items={chips(criteria, types)} clear="/recherche" />}
      {criteria && result ? (
        <Results criteria={criteria} result={result} after={after} cap={cap} />
      ) : (
        Object.keys(form.errors).length === 0 && <Hint />
      )}
    </>
  )
}

function SearchFields({ form: { raw, errors, lieu, candidates }, types }: { form: SearchForm; types: Type[] }) {
  const chosen = shown(raw, 'type')
  return (
    <Form action="/recherche" method="get" class="recherche-criteres" aria-label="Critères de recherche">
      <Field
        name="q"
        label={LABELS.q}
        error={errors.q}
        help="Noms, prénoms, métiers… Tous les mots sont cherchés, accents et majuscules indifférents."
      >
        <input type="search" name="q" value={shown(raw, 'q')} maxlength={500} autocomplete="off" spellcheck={false} />
      </Field>
      {/* First button of the form: the one that the Enter key presses, in whatever box. */}
      <Submit>Rechercher</Submit>
      <FieldRow>
        <Field name="type" label={LABELS.type} error={errors.type}>
          <select name="type">
            <option value="">Tous les types</option>
            {types.map(({ id, nom }) => (
              <option value={id} selected={String(id) === chosen}>
                {nom}
              </option>
            ))}
          </select>
        </Field>
        <YearField name="annee_debut" raw={raw} error={errors.annee_debut} />
        <YearField name="annee_fin" raw={raw} error={errors.annee_fin} />
      </FieldRow>
      <PlaceInput
        name="lieu"
        label={LABELS.lieu}
        value={lieu}
        texte={shown(raw, 'texte:lieu')}
        candidates={candidates}
        error={errors.lieu}
        help="Le lieu de la source, ou un lieu plus vaste qui le contient."
      />
    </Form>
  )
}

interface YearFieldProps {
  name: 'annee_debut' | 'annee_fin'
  raw: SearchForm['raw']
  error: string | undefined
}

function YearField({ name, raw, error }: YearFieldProps) {
  return (
    <Field name={name} label={LABELS[name]} error={error} width="court">
      <input name={name} value={shown(raw, name)} inputmode="numeric" maxlength={20} autocomplete="off" />
    </Field>
  )
}

function Hint() {
  return (
    <EmptyState title={`Que cherchez-vous${NNBSP}?`}>
      Écrivez un nom, par exemple <em>martin marie</em>, ou seulement son début suivi d’une étoile{`${NBSP}: `}
      <em>mart*</em>. Un type de source, un lieu ou des années suffisent aussi.
    </EmptyState>
  )
}

function chips(criteria: Criteria, types: Type[]) {
  const { q, type, lieu, annee_debut, annee_fin } = criteria
  const list: { label: string; change: Partial<Criteria> }[] = []
  if (q !== '') list.push({ label: quoted(q), change: { q: '' } })
  const typeNom = types.find(({ id }) => id === type)?.nom ?? 'Type inconnu'
  if (type !== null) list.push({ label: typeNom, change: { type: null } })
  if (lieu !== null) list.push({ label: lieu.nom_long, change: { lieu: null } })
  if (annee_debut !== null) list.push({ label: `à partir de ${annee_debut}`, change: { annee_debut: null } })
  if (annee_fin !== null) list.push({ label: `jusqu’en ${annee_fin}`, change: { annee_fin: null } })
  return list.map(({ label, change }) => ({ label, href: searchUrl(criteria, change) }))
}

interface ResultsProps {
  criteria: Criteria
  result: SearchResult
  after: SearchKey | undefined
  cap: number
}

function Results({ criteria, result: { hits, total, next }, after, cap }: ResultsProps) {
  if (total === 0) return <NothingFound criteria={criteria} />
  const count = total > cap ? `plus de ${formatNumber(cap)}${NBSP}relevés` : plural(total, 'relevé', 'relevés')
  return (
    <section aria-label="Résultats">
      <p class="recherche-compte">
        <strong>{count}</strong>, par ordre de date
        {after !== undefined && (
          <>
            {' '}
            (<a href={searchUrl(criteria)}>revenir au début</a>)
          </>
        )}
      </p>
      {criteria.ignored > 0 && <p class="aide">Seuls les {MAX_WORDS} premiers mots ont été cherchés.</p>}
      {hits.length > 0 ? (
        <Table caption="Relevés trouvés" columns={columns(criteria.words)} rows={hits} />
      ) : (
        <p>La liste s’arrête ici.</p>
      )}
      <CursorPager previous={null} next={next ? searchUrl(criteria, {}, next) : null} />
    </section>
  )
}

const columns = (words: string[]): Column<Hit>[] => [
  { label: 'Nom et prénoms', kind: 'nom', head: true, cell: (hit) => <Person hit={hit} words={words} /> },
  { label: 'Date', cell: (hit) => [hit.date, <Etat etat={hit.etats.date_evenement} />] },
  { label: 'Acte', cell: (hit) => hit.type_nom },
  { label: 'Lieu', cell: (hit) => hit.lieu_nom_long ?? '' },
  { label: 'Source', cell: (hit) => <a href={`/sources/${hit.source_id}`}>{hit.source_titre}</a> },
]

function Person({ hit, words }: { hit: Hit; words: string[] }) {
  const name = [hit.nom, hit.prenom].filter((part) => part !== null && part !== '').join(' ')
  return (
    <>
      <a href={`/releves/${hit.id}`}>
        {name === '' ? `Relevé n°${NBSP}${hit.id}` : <Marked text={name} words={words} />}
      </a>
      <Etat etat={hit.etats.nom ?? hit.etats.prenom} />
      {hit.passages.map(({ label, text }) => (
        <p class="recherche-passage">
          {label}
          {`${NBSP}: `}
          <Marked text={text} words={words} />
        </p>
      ))}
    </>
  )
}

function Etat({ etat }: { etat: FieldState | undefined }): Child {
  if (etat === undefined) return null
  return (
    <>
      {' '}
      <Badge tone="warn">{ETAT_LABELS[etat]}</Badge>
    </>
  )
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return <>{markedPieces(text, words).map((piece) => (piece.found ? <mark>{piece.text}</mark> : piece.text))}</>
}

function NothingFound({ criteria }: { criteria: Criteria }) {
  const advice = advices(criteria)
  return (
    <EmptyState title="Aucun relevé ne répond à tous ces critères.">
      {advice.length === 0
        ? 'Aucun relevé ne vous est encore accessible.'
        : `Essayez ceci${NBSP}: ${advice.join(`${NNBSP}; `)}.`}
    </EmptyState>
  )
}

/** What to loosen, the likeliest first. */
function advices({ words, type, lieu, annee_debut, annee_fin }: Criteria): string[] {
  const first = words[0]?.replace(/\*$/, '') ?? ''
  const list: string[] = []
  if (words.length > 1) list.push('cherchez moins de mots')
  if (first.length > 4)
    list.push(`cherchez le début du nom suivi d’une étoile, comme ${quoted(`${first.slice(0, 4)}*`)}`)
  else if (words.length > 0) list.push('tentez une graphie ancienne du nom')
  if (annee_debut !== null || annee_fin !== null) list.push('élargissez les années')
  if (lieu !== null) list.push('choisissez un lieu plus vaste')
  if (type !== null) list.push('ne choisissez pas de type de source')
  return list
}
