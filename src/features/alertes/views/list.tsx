import { FREQUENCES } from '../../../db/schema-alertes.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { formatDay } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { coveragePath } from '../../couverture/rules.ts'
import { criteriaWords } from '../../recherche/kept-views.tsx'
import { FREQUENCY_LABELS, MAX_TITLE } from '../../recherche/rules/keeping.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import type { AwaitedYears } from '../queries/awaited.ts'
import type { News } from '../queries/news.ts'
import type { Known, Replayed, SavedSearch } from '../queries/saved.ts'
import { newsText, PATH } from '../rules/words.ts'

export const TITLE = 'Mes recherches'
export const NEW_TITLE = 'Enregistrer cette recherche'
export const EDIT_TITLE = 'Modifier la recherche'
export const LABELS = { titre: 'Titre', frequence: 'M’avertir', adresse: 'Recherche' }

export interface ShownSearch {
  search: SavedSearch
  replayed: Replayed
  known: Known
  /** undefined: it cannot be asked any more. */
  news: News | undefined
}

export const searchAddress = ({ adresse }: Pick<SavedSearch, 'adresse'>): string => `/recherche?${adresse}`

export function SearchesPage({ searches, awaited }: { searches: ShownSearch[]; awaited: AwaitedYears[] }) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Vous seul les voyez. Ce qui est saisi ou validé depuis votre dernier passage vous attend ici."
        action={
          <LinkButton href="/recherche" principal>
            Faire une recherche
          </LinkButton>
        }
      />
      {searches.length === 0 ? (
        <EmptyState title="Vous ne gardez aucune recherche">
          Faites une recherche, puis {quoted('Enregistrer cette recherche')}
          {NBSP}: elle vous dira ce qui est nouveau.
        </EmptyState>
      ) : (
        <Table caption={TITLE} rows={searches} columns={COLUMNS} actions={(row) => <RowActions {...row} />} />
      )}
      {awaited.length > 0 && (
        <section aria-labelledby="attentes">
          <h2 id="attentes">Registres que vous attendez</h2>
          <Table
            caption="Registres que vous attendez"
            rows={awaited}
            columns={AWAITED}
            actions={(row) => <Forget years={row} />}
          />
        </section>
      )}
    </>
  )
}

const COLUMNS: Column<ShownSearch>[] = [
  { label: 'Recherche', head: true, cell: (row) => <What {...row} /> },
  { label: 'Nouveautés', cell: (row) => <Fresh {...row} /> },
  { label: 'M’avertir', cell: ({ search }) => FREQUENCY_LABELS[search.frequence] },
]

/** The criteria in words, or what of them is gone. */
export const wordsOf = (replayed: Replayed, choices: Known): string =>
  replayed.criteria === null ? replayed.gone : criteriaWords({ ...replayed, choices }).join(' · ')

function What({ search, replayed, known }: ShownSearch) {
  return (
    <>
      <a href={searchAddress(search)}>{search.titre}</a>
      <div class="aide">{wordsOf(replayed, known)}</div>
    </>
  )
}

function Fresh({ search, news }: ShownSearch) {
  const since = `depuis le ${formatDay(search.vu_at)}`
  return (
    <>
      {news === undefined && <Badge tone="warn">à revoir</Badge>}
      {news?.keys.length === 0 && `Rien de nouveau ${since}`}
      {news !== undefined && news.keys.length > 0 && (
        <a href={`${PATH}/${search.id}`}>
          {newsText(news.keys.length, news.isMore)} {since}
        </a>
      )}
      {search.arretee_at !== null && (
        <>
          {' '}
          <Badge tone="warn">arrêtée</Badge>
        </>
      )}
    </>
  )
}

function RowActions({ search }: ShownSearch) {
  return (
    <>
      {search.arretee_at !== null && (
        <Form action={`${PATH}/${search.id}/reprendre`}>
          <button type="submit" class="bouton" aria-label={`Reprendre ${quoted(search.titre)}`}>
            Reprendre
          </button>
        </Form>
      )}
      <a href={`${PATH}/${search.id}/modifier`} aria-label={`Modifier ${quoted(search.titre)}`}>
        Modifier
      </a>
    </>
  )
}

const yearsOf = ({ debut, fin }: AwaitedYears): string => (debut === fin ? String(debut) : `${debut}-${fin}`)

const AWAITED: Column<AwaitedYears>[] = [
  {
    label: 'Lieu',
    head: true,
    cell: ({ lieu_id, lieu_nom }) =>
      lieu_id === null ? `${lieu_nom} (ce lieu n’existe plus)` : <a href={coveragePath(lieu_id)}>{lieu_nom}</a>,
  },
  { label: 'Actes', cell: ({ acte }) => ACT_LABELS[acte] },
  { label: 'Années', kind: 'date', cell: yearsOf },
  {
    label: 'État',
    cell: ({ faite_at }) => (faite_at === null ? 'Vous serez prévenu' : `C’est fait, dit le ${formatDay(faite_at)}`),
  },
]

const Forget = ({ years }: { years: AwaitedYears }) => (
  <Form action={`${PATH}/attentes/${years.id}/supprimer`}>
    <button type="submit" class="bouton" aria-label={`Ne plus attendre${NBSP}: ${years.lieu_nom}, ${yearsOf(years)}`}>
      Ne plus attendre
    </button>
  </Form>
)

interface FormProps {
  raw: Body
  errors: FormErrors
}

function SearchFormFields({ raw, errors }: FormProps) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Field name="titre" label={LABELS.titre} error={errors.titre} required>
        <input name="titre" value={shown(raw, 'titre')} maxlength={MAX_TITLE} autocomplete="off" />
      </Field>
      <Field name="frequence" label={LABELS.frequence} error={errors.frequence} required width="moyen">
        <select name="frequence">
          {FREQUENCES.map((one) => (
            <option value={one} selected={shown(raw, 'frequence') === one}>
              {FREQUENCY_LABELS[one]}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

/** A refused form comes back here, with what was typed. */
export function NewSearchPage({ raw, errors }: FormProps) {
  const adresse = shown(raw, 'adresse')
  return (
    <>
      <PageHead title={NEW_TITLE} />
      <Form action={PATH}>
        <SearchFormFields raw={raw} errors={errors} />
        <input type="hidden" id="adresse" name="adresse" value={adresse} />
        <Actions cancel={`/recherche?${adresse}`}>
          <Submit>Enregistrer cette recherche</Submit>
        </Actions>
      </Form>
    </>
  )
}

export function EditSearchPage({ raw, errors, search }: FormProps & { search: SavedSearch }) {
  return (
    <>
      <PageHead title={EDIT_TITLE} lead={search.titre} />
      <Form action={`${PATH}/${search.id}`}>
        <SearchFormFields raw={raw} errors={errors} />
        <Actions cancel={PATH}>
          <Submit>Enregistrer</Submit>
        </Actions>
      </Form>
      <Form action={`${PATH}/${search.id}/supprimer`}>
        <Actions>
          <Submit tone="danger">Supprimer cette recherche</Submit>
        </Actions>
      </Form>
    </>
  )
}
