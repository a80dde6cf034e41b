import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { CheckField, Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Confirm, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { quoted } from '../../ui/typo.ts'
import type { Paging } from '../../web/pagination.ts'
import type { TypeLieuRow } from './queries.ts'

const PATH = '/admin/types-lieux'

export const LIST_TITLE = 'Types de lieux'
export const NEW_TITLE = 'Nouveau type de lieu'
export const EDIT_TITLE = 'Modifier le type de lieu'
export const DELETE_TITLE = 'Supprimer le type de lieu'

interface ListProps {
  types: TypeLieuRow[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function TypesLieuxPage({ types, total, paging, href }: ListProps) {
  const create = (
    <LinkButton href={`${PATH}/nouveau`} principal>
      Nouveau type
    </LinkButton>
  )
  return (
    <>
      <PageHead title={LIST_TITLE} lead={plural(total, 'type', 'types')} action={create} />
      {total === 0 ? (
        <EmptyState title="Aucun type de lieu pour l’instant">
          Un type dit ce qu’est un lieu, un pays, une commune, une paroisse. Créez le premier.
        </EmptyState>
      ) : (
        <Table caption={LIST_TITLE} columns={COLUMNS} rows={types} actions={(type) => <RowActions type={type} />} />
      )}
      <Pagination page={paging.page} perPage={paging.parPage} total={total} href={href} />
    </>
  )
}

function RowActions({ type: { id, nom } }: { type: TypeLieuRow }) {
  return (
    <>
      <a href={`${PATH}/${id}/modifier`} aria-label={`Modifier ${nom}`}>
        Modifier
      </a>
      <a href={`${PATH}/${id}/supprimer`} aria-label={`Supprimer ${nom}`}>
        Supprimer
      </a>
    </>
  )
}

const COLUMNS: Column<TypeLieuRow>[] = [
  { label: 'Ordre', kind: 'nombre', cell: ({ ordre }) => formatNumber(ordre) },
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}/modifier`}>{nom}</a> },
  { label: 'Dans le nom long', cell: ({ dans_nom_long }) => (dans_nom_long ? 'Oui' : 'Non') },
  {
    label: 'Lieux',
    kind: 'nombre',
    cell: ({ id, lieux }) => <a href={`/lieux?type=${id}`}>{formatNumber(lieux ?? 0)}</a>,
  },
]

export interface TypeLieuFormProps {
  raw: Body
  errors: FormErrors
}

export function NewTypeLieuPage(form: TypeLieuFormProps) {
  return (
    <>
      <PageHead title={NEW_TITLE} />
      <Form action={PATH}>
        <input type="hidden" name="_envoi" value={shown(form.raw, '_envoi')} />
        <TypeLieuFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Créer le type</Submit>
        </Actions>
      </Form>
    </>
  )
}

export function EditTypeLieuPage({ id, ...form }: TypeLieuFormProps & { id: number }) {
  return (
    <>
      <PageHead
        title={EDIT_TITLE}
        action={<LinkButton href={`${PATH}/${id}/supprimer`}>Supprimer ce type</LinkButton>}
      />
      <Form action={`${PATH}/${id}`}>
        <input type="hidden" name="version" value={shown(form.raw, 'version')} />
        <TypeLieuFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Enregistrer le type</Submit>
        </Actions>
      </Form>
    </>
  )
}

const LABELS = { nom: 'Nom', ordre: 'Ordre', dans_nom_long: 'Paraît dans le nom long' }

function TypeLieuFields({ raw, errors }: TypeLieuFormProps) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="nom" label={LABELS.nom} error={errors.nom} required>
        <input name="nom" value={shown(raw, 'nom')} maxlength={120} autocomplete="off" />
      </Field>
      <Field
        name="ordre"
        label={LABELS.ordre}
        error={errors.ordre}
        help="Un nombre entier, du plus grand lieu au plus petit."
        width="court"
        required
      >
        <input name="ordre" value={shown(raw, 'ordre')} inputmode="numeric" maxlength={20} autocomplete="off" />
      </Field>
      <CheckField
        name="dans_nom_long"
        label={LABELS.dans_nom_long}
        error={errors.dans_nom_long}
        help="Sans cette coche, le nom d’un tel lieu est passé dans le nom long des lieux qu’il contient. Un changement recalcule tous les noms longs."
      >
        <input type="checkbox" name="dans_nom_long" value="1" checked={shown(raw, 'dans_nom_long') !== ''} />
      </CheckField>
    </>
  )
}

interface DeleteProps {
  type: { id: number; nom: string; version: number }
  /** Why the type stays; undefined where it may go. */
  blocked: string | undefined
}

export function DeleteTypeLieuPage({ type, blocked }: DeleteProps) {
  if (blocked !== undefined) {
    return (
      <div class="confirmation">
        <h1>{DELETE_TITLE}</h1>
        <p>{blocked}</p>
        <p>
          <LinkButton href={PATH}>Retour aux types de lieux</LinkButton>
        </p>
      </div>
    )
  }
  return (
    <Confirm
      title={DELETE_TITLE}
      lead={`Le type ${quoted(type.nom)} sera supprimé. Aucun lieu n’est de ce type.`}
      action={`${PATH}/${type.id}/supprimer`}
      submit="Supprimer le type"
      cancel={PATH}
    >
      <input type="hidden" name="version" value={type.version} />
    </Confirm>
  )
}
