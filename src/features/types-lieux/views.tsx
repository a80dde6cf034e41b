import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { DeletePage, EditPage, ListPage, NewPage } from '../../ui/crud.tsx'
import { CheckField, Field } from '../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
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

export function TypesLieuxPage({ types, ...list }: ListProps) {
  return (
    <ListPage
      title={LIST_TITLE}
      lead={plural(list.total, 'type', 'types')}
      path={PATH}
      create={{ href: `${PATH}/nouveau`, label: 'Nouveau type' }}
      columns={COLUMNS}
      rows={types}
      {...list}
    >
      <EmptyState title="Aucun type de lieu pour l’instant">
        Un type dit ce qu’est un lieu, un pays, une commune, une paroisse. Créez le premier.
      </EmptyState>
    </ListPage>
  )
}

const COLUMNS: Column<TypeLieuRow>[] = [
  { label: 'Ordre', kind: 'nombre', cell: ({ ordre }) => formatNumber(ordre) },
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}/modifier`}>{nom}</a> },
  { label: 'Dans le nom complet', cell: ({ dans_nom_long }) => (dans_nom_long ? 'Oui' : 'Non') },
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
    <NewPage title={NEW_TITLE} path={PATH} jeton={shown(form.raw, '_envoi')} submit="Créer le type">
      <TypeLieuFields {...form} />
    </NewPage>
  )
}

export function EditTypeLieuPage({ id, ...form }: TypeLieuFormProps & { id: number }) {
  return (
    <EditPage
      title={EDIT_TITLE}
      action={`${PATH}/${id}`}
      version={shown(form.raw, 'version')}
      submit="Enregistrer le type"
      remove="Supprimer ce type"
      cancel={PATH}
    >
      <TypeLieuFields {...form} />
    </EditPage>
  )
}

const LABELS = { nom: 'Nom', ordre: 'Ordre', dans_nom_long: 'Paraît dans le nom complet' }

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
        help="Sans cette coche, le nom d’un tel lieu est passé dans le nom complet des lieux qu’il contient. Un changement recalcule tous les noms complets."
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
  return (
    <DeletePage
      title={DELETE_TITLE}
      lead={`Le type ${quoted(type.nom)} sera supprimé. Aucun lieu n’est de ce type.`}
      action={`${PATH}/${type.id}/supprimer`}
      version={type.version}
      submit="Supprimer le type"
      blocked={blocked}
      back={{ href: PATH, label: 'Retour aux types de lieux' }}
    />
  )
}
