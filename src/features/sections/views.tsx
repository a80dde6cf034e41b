import type { Body, FormErrors } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { DeletePage, EditPage, ListPage, NewPage } from '../../ui/crud.tsx'
import { CheckField, Field, Fieldset } from '../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../ui/form.tsx'
import { Badge, EmptyState } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import { KINDS_HELP, MembershipOptions } from '../droits/membership-options.tsx'
import { chosenKinds, type MembershipKind } from '../droits/rules/memberships.ts'
import type { EligibleMember, SectionRow } from './queries.ts'

const PATH = '/admin/sections'

interface SectionsProps {
  sections: SectionRow[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function SectionsPage({ sections, ...list }: SectionsProps) {
  return (
    <ListPage
      title="Sections"
      lead={plural(list.total, 'section', 'sections')}
      path={PATH}
      create={{ href: `${PATH}/nouvelle`, label: 'Nouvelle section' }}
      columns={COLUMNS}
      rows={sections}
      {...list}
    >
      <EmptyState title="Aucune section pour l’instant">
        Une section réunit les personnes qui dépouillent les mêmes sources. Créez la première.
      </EmptyState>
    </ListPage>
  )
}

const COLUMNS: Column<SectionRow>[] = [
  { label: 'Nom', kind: 'nom', head: true, cell: (section) => <NameCell section={section} /> },
  { label: 'Membres', kind: 'nombre', cell: ({ membres }) => formatNumber(membres ?? 0) },
  { label: 'Lecteurs', kind: 'nombre', cell: ({ lecteurs }) => formatNumber(lecteurs ?? 0) },
  { label: 'Gestionnaires', kind: 'nombre', cell: ({ gestionnaires }) => <Managers n={gestionnaires ?? 0} /> },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources ?? 0) },
]

function NameCell({ section: { id, nom, ouverte } }: { section: SectionRow }) {
  return (
    <>
      <a href={`${PATH}/${id}`}>{nom}</a> {ouverte && <Badge tone="info">ouverte à la lecture</Badge>}
    </>
  )
}

/** Nobody validates the sources of a section without one, but the administrators. */
const Managers = ({ n }: { n: number }) => (n === 0 ? <Badge tone="warn">sans gestionnaire</Badge> : formatNumber(n))

export interface SectionFormProps {
  raw: Body
  errors: FormErrors
  people: EligibleMember[]
}

export function NewSectionPage({ jeton, ...form }: SectionFormProps & { jeton: string }) {
  return (
    <NewPage title="Nouvelle section" path={PATH} jeton={jeton} submit="Créer la section">
      <SectionFields {...form} />
    </NewPage>
  )
}

export function EditSectionPage({ id, ...form }: SectionFormProps & { id: number }) {
  return (
    <EditPage
      title="Modifier la section"
      action={`${PATH}/${id}`}
      version={shown(form.raw, 'version')}
      submit="Enregistrer la section"
      remove="Supprimer cette section"
      cancel={PATH}
    >
      <SectionFields {...form} />
    </EditPage>
  )
}

const LABELS = {
  nom: 'Nom',
  description: 'Description',
  ouverte: 'Ouverte à la lecture de toute personne connectée',
  membres: 'Personnes de la section',
}

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
      <CheckField
        name="ouverte"
        label={LABELS.ouverte}
        help="Qui a un compte sur ce site en lit les sources et les relevés. Seules les personnes de la section y saisissent."
        error={errors.ouverte}
      >
        <input type="checkbox" name="ouverte" value="1" checked={shown(raw, 'ouverte') !== ''} />
      </CheckField>
      <Fieldset name="membres" legend={LABELS.membres} help={KINDS_HELP} error={errors.membres}>
        <MembersTable people={people} chosen={chosenKinds(shownAll(raw, 'membres'))} />
      </Fieldset>
    </>
  )
}

interface MembersProps {
  people: EligibleMember[]
  chosen: ReadonlyMap<number, MembershipKind>
}

function MembersTable({ people, chosen }: MembersProps) {
  const columns: Column<EligibleMember>[] = [
    { label: 'Nom', head: true, cell: (person) => <PersonName person={person} /> },
    {
      label: 'Dans la section',
      cell: ({ id, name }) => (
        <select name="membres" aria-label={`${name}, dans la section`}>
          <MembershipOptions id={id} chosen={chosen.get(id)} />
        </select>
      ),
    },
  ]
  return <Table caption="Personnes de la section" columns={columns} rows={people} />
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
  return (
    <DeletePage
      title={DELETE_TITLE}
      lead={`La section ${quoted(section.nom)} sera supprimée. Les comptes de ses membres restent.`}
      action={`${PATH}/${section.id}/supprimer`}
      version={section.version}
      submit="Supprimer la section"
      blocked={blocked}
      back={{ href: PATH, label: 'Retour aux sections' }}
    />
  )
}
