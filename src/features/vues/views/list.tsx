import { shown } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow, Fieldset, HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { ShownForm } from '../../../web/saving.ts'
import { LONGEST_ADDRESS } from '../form.ts'
import type { Extent, Vue } from '../queries/views.ts'
import { viewHref } from '../rules/pictures.ts'

export const VIEWS_TITLE = 'Vues'

export interface ViewsProps {
  source: { id: number; titre: string }
  extent: Extent | undefined
  views: Vue[]
  paging: Paging
  href: (page: number) => string
  /** Undefined for who may not change the views. */
  form: (Omit<ShownForm, 'status'> & { jeton: string }) | undefined
}

export function ViewsPage(props: ViewsProps) {
  const { source, extent, views, paging, href, form } = props
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
          <Table caption="Vues de la source" rows={views} columns={columnsOf(source.id, extent.decalage)} />
          <Pagination page={paging.page} perPage={paging.parPage} total={extent.vues} href={href} />
        </>
      ) : (
        <EmptyState title="Aucune vue pour l’instant">
          Les vues montrent le registre à côté du formulaire de saisie.
        </EmptyState>
      )}
      {form && <AddForms {...props} form={form} />}
    </>
  )
}

const LABELS = { modele: 'Lien', de: 'De la vue', a: 'À la vue', mode: 'Vues déjà présentes', images: 'Photos' }

function columnsOf(sourceId: number, decalage: number): Column<Vue>[] {
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
    { label: 'Image', cell: sortOf },
    { label: 'Aux archives', cell: ({ adresse }) => adresse !== null && <ArchiveLink adresse={adresse} /> },
  ]
}

function sortOf({ image, iiif_base }: Vue): string {
  if (image) return 'Photo'
  return iiif_base === null ? 'Lien seul' : 'Image des archives'
}

/** One window for all views, so that the viewer of the archive keeps its zoom from one to the next. */
export function ArchiveLink({ adresse }: { adresse: string }) {
  return (
    <a href={adresse} target="registre" rel="noreferrer">
      Ouvrir la vue
    </a>
  )
}

type FormProps = ViewsProps & { form: NonNullable<ViewsProps['form']> }

function AddForms(props: FormProps) {
  const path = `/sources/${props.source.id}/vues`
  return (
    <>
      <h2>Ajouter des vues</h2>
      <LinksForm {...props} path={path} />
      <PhotosForm {...props} path={path} />
    </>
  )
}

function LinksForm({ form: { raw, errors, jeton }, extent, path }: FormProps & { path: string }) {
  return (
    <Form action={path} enter="Ajouter les vues">
      <input type="hidden" name="_envoi" value={jeton} />
      <Field
        name="modele"
        label="Lien d’une vue"
        help="L’adresse de la visionneuse, avec {vue} à la place du numéro : https://archives.exemple.fr/registre/{vue}"
        error={errors.modele}
        required
      >
        <input name="modele" value={shown(raw, 'modele')} maxlength={LONGEST_ADDRESS} autocomplete="off" />
      </Field>
      <FieldRow>
        <Field name="de" label="De la vue" error={errors.de} width="court" required>
          <input name="de" value={shown(raw, 'de') || '1'} inputmode="numeric" autocomplete="off" />
        </Field>
        <Field name="a" label="À la vue" error={errors.a} width="court" required>
          <input name="a" value={shown(raw, 'a')} inputmode="numeric" autocomplete="off" />
        </Field>
      </FieldRow>
      {extent && <ModeField chosen={shown(raw, 'mode')} error={errors.mode} />}
      <Actions>
        <Submit>Ajouter les vues</Submit>
      </Actions>
    </Form>
  )
}

const MODES = [
  ['ajouter', 'Les nouvelles vues s’ajoutent à celles de la source'],
  ['remplacer', 'Elles remplacent les liens et les images des archives (vos photos restent)'],
] as const

function ModeField({ chosen, error }: { chosen: string; error: string | undefined }) {
  return (
    <Fieldset legend="Vues déjà présentes" name="mode" error={error}>
      {MODES.map(([value, label]) => (
        <div class="champ case">
          <input type="radio" id={`mode-${value}`} name="mode" value={value} checked={chosen === value} />
          <label for={`mode-${value}`}>{label}</label>
        </div>
      ))}
    </Fieldset>
  )
}

function PhotosForm({ form: { errors }, path }: FormProps & { path: string }) {
  return (
    <Form action={path} enctype="multipart/form-data">
      <Field name="images" label="Photos du registre" help="Images JPEG, PNG ou WebP." error={errors.images}>
        <input type="file" name="images" multiple accept="image/jpeg,image/png,image/webp" />
      </Field>
      <Actions>
        <Submit>Envoyer les photos</Submit>
      </Actions>
    </Form>
  )
}
