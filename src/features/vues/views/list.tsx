import { shown } from '../../../lib/body.ts'
import { formatDay, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { Extent, Showing, Vue } from '../queries/views.ts'
import { thumbnailOf, viewHref } from '../rules/pictures.ts'
import { ADD_LABELS, type AddForm, AddForms } from './add.tsx'

export const VIEWS_TITLE = 'Vues'

export interface ViewsProps {
  source: { id: number; titre: string }
  extent: Extent | undefined
  views: Vue[]
  /** undefined: the reader spares the line, and has no small pictures. */
  showing: Showing | undefined
  register: { manifeste: string | null; manifeste_lu_le: string | null }
  paging: Paging
  href: (page: number) => string
  /** Undefined for who may not change the views. */
  form: AddForm | undefined
}

export function ViewsPage(props: ViewsProps) {
  const { source, extent, views, paging, href, form } = props
  const path = `/sources/${source.id}/vues`
  return (
    <>
      <PageHead
        title={VIEWS_TITLE}
        lead={
          <>
            {`${source.titre}${NBSP}: ${extent ? plural(extent.vues, 'vue', 'vues') : 'aucune vue'}. `}
            <HelpMark page="sources#les-vues-du-registre" about="les vues du registre" />
          </>
        }
      />
      {form && <ErrorSummary errors={form.errors} labels={LABELS} />}
      {extent ? (
        <>
          <Table caption="Vues de la source" rows={views} columns={columnsOf(props, extent)} />
          <Pagination paging={paging} total={extent.vues} href={href} />
        </>
      ) : (
        <EmptyState title="Aucune vue pour l’instant">
          Les vues montrent le registre à côté du formulaire de saisie.
        </EmptyState>
      )}
      {form && <AddForms path={path} form={form} extent={extent} />}
      {form && extent && (
        <>
          <h2>Numéros et retrait</h2>
          <RereadForm path={path} register={props.register} />
          <OffsetForm
            path={path}
            raw={shown(form.raw, 'decalage') || String(extent.decalage)}
            error={form.errors.decalage}
          />
        </>
      )}
    </>
  )
}

const LABELS = { ...ADD_LABELS, decalage: 'Décalage' }

function columnsOf({ source: { id: sourceId }, showing }: ViewsProps, { decalage }: Extent): Column<Vue>[] {
  return [
    {
      label: 'Vue',
      kind: 'nombre',
      head: true,
      cell: ({ numero }) => <a href={viewHref(sourceId, numero)}>{formatNumber(numero)}</a>,
    },
    ...(decalage === 0
      ? []
      : [{ label: 'Dans le registre', kind: 'nombre' as const, cell: ({ numero }: Vue) => numero + decalage }]),
    { label: 'Libellé', cell: ({ libelle }) => libelle },
    { label: 'Image', cell: (vue) => <Thumbnail {...{ sourceId, vue, showing }} /> },
    { label: 'Aux archives', cell: ({ adresse }) => adresse !== null && <ArchiveLink adresse={adresse} /> },
  ]
}

const THUMBNAIL_HEIGHT = 64

/** Small, and fetched as one comes near it; beside it the sort of picture that it is of. */
function Thumbnail({ sourceId, vue, showing }: { sourceId: number; vue: Vue; showing: Showing | undefined }) {
  const src = showing && thumbnailOf(sourceId, vue, showing)
  if (!src) return <>{sortOf(vue)}</>
  const { numero, largeur, hauteur } = vue
  const width = largeur && hauteur ? Math.round((THUMBNAIL_HEIGHT * largeur) / hauteur) : undefined
  return (
    <span>
      <a href={viewHref(sourceId, numero)}>
        <img src={src} alt={`Voir la vue ${numero}`} loading="lazy" width={width} height={THUMBNAIL_HEIGHT} />
      </a>{' '}
      {sortOf(vue)}
    </span>
  )
}

function sortOf({ image, iiif_base }: Vue): string {
  if (image) return 'Photo'
  return iiif_base === null ? 'Lien seul' : 'Image des archives'
}

/** One window for all views, so that the viewer of the archive keeps its zoom from one to the next. */
export function ArchiveLink({ adresse, isButton = false }: { adresse: string; isButton?: boolean }) {
  return (
    <a class={isButton ? 'bouton' : undefined} href={adresse} target="registre" rel="noreferrer">
      Ouvrir la vue
    </a>
  )
}

function RereadForm({ path, register }: { path: string; register: ViewsProps['register'] }) {
  if (register.manifeste === null || register.manifeste_lu_le === null) return null
  return (
    <Form action={`${path}/manifeste`}>
      <p>{`Manifeste lu le ${formatDay(register.manifeste_lu_le)}${NBSP}: ${register.manifeste}`}</p>
      <Actions>
        <button type="submit" class="bouton">
          Relire le manifeste
        </button>
      </Actions>
    </Form>
  )
}

/** Once for a source: what the register counts more than the file. */
function OffsetForm({ path, raw, error }: { path: string; raw: string; error: string | undefined }) {
  return (
    <Form action={`${path}/decalage`}>
      <Field
        name="decalage"
        label="Décalage des numéros"
        help="À ajouter au numéro d’une vue pour avoir celui du registre : 12 si la vue 1 est la vue 13 du registre."
        error={error}
        width="moyen"
      >
        <input name="decalage" value={raw} inputmode="numeric" maxlength={6} autocomplete="off" />
      </Field>
      <Actions>
        <Submit>Enregistrer le décalage</Submit>
        <LinkButton href={`${path}/supprimer`}>Retirer des vues</LinkButton>
      </Actions>
    </Form>
  )
}
