import { ACT_KINDS } from '../../../db/schema-persons.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Field, HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { Confirm, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { TypeModel } from '../actions/models.ts'
import type { TypeRow, TypeSource } from '../queries.ts'
import { champsOfModel } from '../rules/models/pieces.ts'
import { ACT_LABELS } from '../rules/persons.ts'

export const BASE = '/admin/types-sources'

interface TypesProps {
  types: TypeRow[]
  total: number
  paging: { page: number; parPage: number }
  href: (page: number) => string
}

export function TypesPage({ types, total, paging, href }: TypesProps) {
  return (
    <>
      <PageHead
        title="Types de sources"
        lead="Chaque type donne ses champs, dans l’ordre, au formulaire de saisie de ses sources."
        action={
          <LinkButton href={`${BASE}/nouveau`} principal>
            Nouveau type de source
          </LinkButton>
        }
      />
      {types.length > 0 ? (
        <TypesTable types={types} />
      ) : (
        <EmptyState title="Aucun type de source">
          Créez-en un : dix modèles sont prêts, des baptêmes aux tables décennales.
        </EmptyState>
      )}
      <Pagination paging={paging} total={total} href={href} />
    </>
  )
}

function TypesTable({ types }: { types: TypeRow[] }) {
  return (
    <Table
      caption="Types de sources"
      rows={types}
      columns={[
        { label: 'Nom', cell: ({ id, nom }) => <a href={`${BASE}/${id}/champs`}>{nom}</a>, kind: 'nom', head: true },
        { label: 'Description', cell: (type) => type.description },
        { label: 'Champs', cell: (type) => formatNumber(type.nb_champs), kind: 'nombre' },
        {
          label: 'Sources',
          cell: (type) => <a href={`/sources?type=${type.id}`}>{formatNumber(type.nb_sources)}</a>,
          kind: 'nombre',
        },
      ]}
      actions={({ id, nom }) => (
        <>
          <a href={`${BASE}/${id}/champs`} aria-label={`Champs de ${nom}`}>
            Champs
          </a>
          <a href={`${BASE}/${id}/modifier`} aria-label={`Modifier ${nom}`}>
            Modifier
          </a>
          <a href={`${BASE}/${id}/copier`} aria-label={`Copier ${nom}`}>
            Copier
          </a>
          <a href={`${BASE}/${id}/supprimer`} aria-label={`Supprimer ${nom}`}>
            Supprimer
          </a>
        </>
      )}
    />
  )
}

interface FormProps {
  raw: Body
  errors: FormErrors
}

const LABELS = { nom: 'Nom', description: 'Description', modele: 'Modèle', acte: 'Acte' }

export function NewTypePage({
  raw,
  errors,
  envoi,
  models,
}: FormProps & { envoi: string; models: readonly TypeModel[] }) {
  const chosen = shown(raw, 'modele')
  return (
    <>
      <h1>Nouveau type de source</h1>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={BASE}>
        <input type="hidden" name="_envoi" value={envoi} />
        <Field
          name="modele"
          label="Modèle"
          help="Le type prend les champs du modèle ; tout peut ensuite être modifié."
          error={errors.modele}
          width="moyen"
        >
          <select name="modele">
            <option value="">Aucun : partir d’un type vide</option>
            {models.map(({ cle, nom, groupes }) => (
              <option value={cle} selected={cle === chosen}>
                {`${nom} (${plural(champsOfModel({ groupes }).length, 'champ', 'champs')})`}
              </option>
            ))}
          </select>
        </Field>
        <NameFields raw={raw} errors={errors} help="Laissé vide, le nom et la description du modèle sont repris." />
        <ActField raw={raw} errors={errors} none="Celui du modèle" />
        <Actions cancel={BASE}>
          <Submit>Créer le type de source</Submit>
        </Actions>
      </Form>
    </>
  )
}

function NameFields({ raw, errors, help, required }: FormProps & { help?: string; required?: boolean }) {
  return (
    <>
      <Field name="nom" label="Nom" help={help} error={errors.nom} required={required}>
        <input type="text" name="nom" value={shown(raw, 'nom')} maxlength={120} autocomplete="off" />
      </Field>
      <Field name="description" label="Description" error={errors.description}>
        <textarea name="description" maxlength={2000} rows={3}>
          {shown(raw, 'description')}
        </textarea>
      </Field>
    </>
  )
}

/** Asks for the kind of act. `none`: the choice that leaves it to something else. */
function ActField({ raw, errors, none }: FormProps & { none?: string }) {
  const chosen = shown(raw, 'acte')
  return (
    <Field
      name="acte"
      label="Acte"
      help="La phrase qui résume un relevé et la recherche des couples en dépendent."
      error={errors.acte}
      aside={<HelpMark page="types-sources#la-sorte-d-acte-et-les-parties" about="Acte" />}
      width="moyen"
    >
      <select name="acte">
        {none !== undefined && <option value="">{none}</option>}
        {ACT_KINDS.map((acte) => (
          <option value={acte} selected={acte === chosen}>
            {ACT_LABELS[acte]}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function EditTypePage({ type, raw, errors }: FormProps & { type: TypeSource }) {
  return (
    <>
      <h1>Modifier le type {quoted(type.nom)}</h1>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Form action={`${BASE}/${type.id}`}>
        <input type="hidden" name="version" value={shown(raw, 'version')} />
        <NameFields raw={raw} errors={errors} required />
        <ActField raw={raw} errors={errors} />
        <Actions cancel={BASE}>
          <Submit>Enregistrer le type</Submit>
        </Actions>
      </Form>
    </>
  )
}

export function CopyTypePage({ type, raw, errors, envoi }: FormProps & { type: TypeSource; envoi: string }) {
  return (
    <>
      <h1>Copier le type {quoted(type.nom)}</h1>
      <ErrorSummary errors={errors} labels={LABELS} />
      <Form action={`${BASE}/${type.id}/copier`}>
        <input type="hidden" name="_envoi" value={envoi} />
        <Field name="nom" label="Nom de la copie" error={errors.nom} required>
          <input type="text" name="nom" value={shown(raw, 'nom')} maxlength={120} autocomplete="off" />
        </Field>
        <Actions cancel={BASE}>
          <Submit>Créer la copie</Submit>
        </Actions>
      </Form>
    </>
  )
}

interface DeleteProps {
  type: TypeSource
  nbChamps: number
  /** Why it cannot be deleted; undefined when it can. */
  refusal: string | undefined
}

export function DeleteTypePage({ type, nbChamps, refusal }: DeleteProps) {
  const title = `Supprimer le type ${quoted(type.nom)}`
  if (refusal !== undefined) {
    return (
      <>
        <h1>{title}</h1>
        <p>{refusal}</p>
        <Actions>
          <LinkButton href={`/sources?type=${type.id}`}>Voir les sources de ce type</LinkButton>
          <LinkButton href={BASE}>Retour aux types de sources</LinkButton>
        </Actions>
      </>
    )
  }
  return (
    <Confirm
      title={title}
      lead="Aucune source n’est de ce type."
      losses={nbChamps > 0 ? [plural(nbChamps, 'champ', 'champs')] : []}
      action={`${BASE}/${type.id}/supprimer`}
      submit="Supprimer le type"
      cancel={BASE}
    />
  )
}
