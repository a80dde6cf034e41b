import type { Body, FormErrors } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { Field, Fieldset } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Badge, Confirm, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { quoted } from '../../ui/typo.ts'
import type { Paging } from '../../web/pagination.ts'
import type { EligibleMember, SectionRow } from './queries.ts'

const PATH = '/admin/sections'

interface SectionsProps {
  sections: SectionRow[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function SectionsPage({ sections, total, paging, href }: SectionsProps) {
  const create = (
    <LinkButton href={`${PATH}/nouvelle`} principal>
      Nouvelle section
    </LinkButton>
  )
  return (
    <>
      <PageHead title="Sections" lead={plural(total, 'section', 'sections')} action={create} />
      {total === 0 ? (
        <EmptyState title="Aucune section pour l’instant">
          Une section réunit les personnes qui dépouillent les mêmes sources. Créez la première.
        </EmptyState>
      ) : (
        <Table
          caption="Sections"
          columns={COLUMNS}
          rows={sections}
          actions={(section) => (
            <>
              <a href={`${PATH}/${section.id}/modifier`} aria-label={`Modifier ${section.nom}`}>
                Modifier
              </a>
              <a href={`${PATH}/${section.id}/supprimer`} aria-label={`Supprimer ${section.nom}`}>
                Supprimer
              </a>
            </>
          )}
        />
      )}
      <Pagination page={paging.page} perPage={paging.parPage} total={total} href={href} />
    </>
  )
}

const COLUMNS: Column<SectionRow>[] = [
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}/modifier`}>{nom}</a> },
  { label: 'Membres', kind: 'nombre', cell: ({ membres }) => formatNumber(membres ?? 0) },
  { label: 'Gestionnaires', kind: 'nombre', cell: ({ gestionnaires }) => formatNumber(gestionnaires ?? 0) },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources ?? 0) },
]

export interface SectionFormProps {
  raw: Body
  errors: FormErrors
  people: EligibleMember[]
}

export function NewSectionPage({ jeton, ...form }: SectionFormProps & { jeton: string }) {
  return (
    <>
      <PageHead title="Nouvelle section" />
      <Form action={PATH}>
        <input type="hidden" name="_envoi" value={jeton} />
        <SectionFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Créer la section</Submit>
        </Actions>
      </Form>
    </>
  )
}

export function EditSectionPage({ id, ...form }: SectionFormProps & { id: number }) {
  return (
    <>
      <PageHead
        title="Modifier la section"
        action={<LinkButton href={`${PATH}/${id}/supprimer`}>Supprimer cette section</LinkButton>}
      />
      <Form action={`${PATH}/${id}`}>
        <input type="hidden" name="version" value={shown(form.raw, 'version')} />
        <SectionFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Enregistrer la section</Submit>
        </Actions>
      </Form>
    </>
  )
}

const LABELS = { nom: 'Nom', description: 'Description', membres: 'Membres' }

function SectionFields({ raw, errors, people }: SectionFormProps) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="nom" label={LABELS.nom} error={errors.nom} required>
        <input name="nom" value={shown(raw, 'nom')} maxlength={120} autocomplete="off" />
      </Field>
      <Field name="description" label={LABELS.description} error={errors.description}>
        <textarea name="description" rows={3} maxlength={2000}>
          {shown(raw, 'description')}
        </textarea>
      </Field>
      <Fieldset
        name="membres"
        legend={LABELS.membres}
        help="Qui gère la section en administre les sources et les valide, à condition d’avoir aussi le rôle de gestionnaire."
        error={errors.membres}
      >
        <MembersTable
          people={people}
          membres={shownAll(raw, 'membres')}
          gestionnaires={shownAll(raw, 'gestionnaires')}
        />
      </Fieldset>
    </>
  )
}

interface MembersProps {
  people: EligibleMember[]
  membres: string[]
  gestionnaires: string[]
}

function MembersTable({ people, membres, gestionnaires }: MembersProps) {
  const box = (name: string, ticked: string[], person: EligibleMember, label: string) => (
    <input
      type="checkbox"
      name={name}
      value={person.id}
      checked={ticked.includes(String(person.id))}
      aria-label={`${person.name}, ${label}`}
    />
  )
  const columns: Column<EligibleMember>[] = [
    { label: 'Nom', head: true, cell: (person) => <PersonName person={person} /> },
    { label: 'Membre', cell: (person) => box('membres', membres, person, 'membre') },
    { label: 'Gestionnaire', cell: (person) => box('gestionnaires', gestionnaires, person, 'gestionnaire') },
  ]
  return <Table caption="Membres de la section" columns={columns} rows={people} />
}

function PersonName({ person }: { person: EligibleMember }) {
  return (
    <>
      {person.name} {!person.is_active && <Badge tone="neutre">inactif</Badge>}
    </>
  )
}

interface DeleteProps {
  section: { id: number; nom: string; version: number; sources: number }
  /** Why the section stays; undefined where it may go. */
  blocked: string | undefined
}

export const DELETE_TITLE = 'Supprimer la section'

export function DeleteSectionPage({ section, blocked }: DeleteProps) {
  if (blocked !== undefined) {
    return (
      <div class="confirmation">
        <h1>{DELETE_TITLE}</h1>
        <p>{blocked}</p>
        <p>
          <LinkButton href={PATH}>Retour aux sections</LinkButton>
        </p>
      </div>
    )
  }
  return (
    <Confirm
      title={DELETE_TITLE}
      lead={`La section ${quoted(section.nom)} sera supprimée. Les comptes de ses membres restent.`}
      action={`${PATH}/${section.id}/supprimer`}
      submit="Supprimer la section"
      cancel={PATH}
    >
      <input type="hidden" name="version" value={section.version} />
    </Confirm>
  )
}
