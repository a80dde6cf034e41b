import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { Field, FieldRow } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../ui/form.tsx'
import { Confirm, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { quoted } from '../../ui/typo.ts'
import type { Paging } from '../../web/pagination.ts'
import type { DepotRow } from './queries.ts'

const PATH = '/admin/depots'

interface DepotsProps {
  depots: DepotRow[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function DepotsPage({ depots, total, paging, href }: DepotsProps) {
  const create = (
    <LinkButton href={`${PATH}/nouveau`} principal>
      Nouveau dépôt
    </LinkButton>
  )
  return (
    <>
      <PageHead title="Dépôts" lead={plural(total, 'dépôt', 'dépôts')} action={create} />
      {total === 0 ? (
        <EmptyState title="Aucun dépôt pour l’instant">
          Un dépôt est le lieu où des sources sont conservées&nbsp;: archives départementales, mairie, diocèse… Créez le
          premier.
        </EmptyState>
      ) : (
        <Table
          caption="Dépôts"
          columns={COLUMNS}
          rows={depots}
          actions={(depot) => (
            <>
              <a href={`${PATH}/${depot.id}/modifier`} aria-label={`Modifier ${depot.nom}`}>
                Modifier
              </a>
              <a href={`${PATH}/${depot.id}/supprimer`} aria-label={`Supprimer ${depot.nom}`}>
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

const COLUMNS: Column<DepotRow>[] = [
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}/modifier`}>{nom}</a> },
  { label: 'Sigle', cell: ({ sigle }) => sigle },
  { label: 'Ville', cell: ({ ville }) => ville },
  { label: 'Site', cell: (depot) => <SiteLink depot={depot} /> },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources ?? 0) },
]

function SiteLink({ depot: { nom, site_web } }: { depot: DepotRow }) {
  if (site_web === null) return null
  return (
    <a href={site_web} rel="noreferrer" aria-label={`Site de ${nom}`}>
      Site
    </a>
  )
}

export interface DepotFormProps {
  raw: Body
  errors: FormErrors
}

export function NewDepotPage({ jeton, ...form }: DepotFormProps & { jeton: string }) {
  return (
    <>
      <PageHead title="Nouveau dépôt" />
      <Form action={PATH}>
        <input type="hidden" name="_envoi" value={jeton} />
        <DepotFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Créer le dépôt</Submit>
        </Actions>
      </Form>
    </>
  )
}

export function EditDepotPage({ id, ...form }: DepotFormProps & { id: number }) {
  return (
    <>
      <PageHead
        title="Modifier le dépôt"
        action={<LinkButton href={`${PATH}/${id}/supprimer`}>Supprimer ce dépôt</LinkButton>}
      />
      <Form action={`${PATH}/${id}`}>
        <input type="hidden" name="version" value={shown(form.raw, 'version')} />
        <DepotFields {...form} />
        <Actions cancel={PATH}>
          <Submit>Enregistrer le dépôt</Submit>
        </Actions>
      </Form>
    </>
  )
}

const LABELS = {
  nom: 'Nom',
  sigle: 'Sigle',
  adresse: 'Adresse',
  ville: 'Ville',
  site_web: 'Site web',
  note: 'Note',
}

function DepotFields({ raw, errors }: DepotFormProps) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="nom" label={LABELS.nom} error={errors.nom} required>
        <input name="nom" value={shown(raw, 'nom')} maxlength={200} autocomplete="off" />
      </Field>
      <Field name="sigle" label={LABELS.sigle} help="Par exemple AD35." error={errors.sigle} width="court">
        <input name="sigle" value={shown(raw, 'sigle')} maxlength={30} autocomplete="off" />
      </Field>
      <FieldRow>
        <Field name="adresse" label={LABELS.adresse} error={errors.adresse}>
          <textarea name="adresse" rows={3} maxlength={500}>
            {shown(raw, 'adresse')}
          </textarea>
        </Field>
        <Field name="ville" label={LABELS.ville} error={errors.ville}>
          <input name="ville" value={shown(raw, 'ville')} maxlength={120} autocomplete="off" />
        </Field>
      </FieldRow>
      <Field name="site_web" label={LABELS.site_web} help="Adresse qui commence par https://." error={errors.site_web}>
        <input type="url" name="site_web" value={shown(raw, 'site_web')} maxlength={500} autocomplete="off" />
      </Field>
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" rows={4} maxlength={5000}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
    </>
  )
}

interface DeleteProps {
  depot: { id: number; nom: string; version: number }
  /** Why the repository stays; undefined where it may go. */
  blocked: string | undefined
}

export const DELETE_TITLE = 'Supprimer le dépôt'

export function DeleteDepotPage({ depot, blocked }: DeleteProps) {
  if (blocked !== undefined) {
    return (
      <div class="confirmation">
        <h1>{DELETE_TITLE}</h1>
        <p>{blocked}</p>
        <p>
          <LinkButton href={PATH}>Retour aux dépôts</LinkButton>
        </p>
      </div>
    )
  }
  return (
    <Confirm
      title={DELETE_TITLE}
      lead={`Le dépôt ${quoted(depot.nom)} sera supprimé, avec son adresse et sa note.`}
      action={`${PATH}/${depot.id}/supprimer`}
      submit="Supprimer le dépôt"
      cancel={PATH}
    >
      <input type="hidden" name="version" value={depot.version} />
    </Confirm>
  )
}
