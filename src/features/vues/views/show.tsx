import { shown } from '../../../lib/body.ts'
import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { TurnLink } from '../../../ui/pagination.tsx'
import type { ShownForm } from '../../../web/saving.ts'
import { LONGEST_LABEL } from '../form.ts'
import type { Showing, Vue } from '../queries/views.ts'
import { pictureOf, viewHref } from '../rules/pictures.ts'
import { ArchiveLink } from './list.tsx'

export const viewTitle = (numero: number): string => `Vue ${formatNumber(numero)}`

interface ViewProps {
  source: { id: number; titre: string }
  vue: Vue
  showing: Showing
  neighbours: { before: number | undefined; after: number | undefined }
  /** The form that names the view; undefined for who may not. */
  form: Omit<ShownForm, 'status'> | undefined
}

export function ViewPage(props: ViewProps) {
  const { source, vue } = props
  return (
    <>
      <PageHead title={viewTitle(vue.numero)} lead={[source.titre, vue.libelle].filter(Boolean).join(', ')} />
      <Turn {...props} />
      <Picture {...props} />
      {vue.adresse !== null && (
        <p>
          <ArchiveLink adresse={vue.adresse} isButton />
        </p>
      )}
      {props.form && <LabelForm {...props} form={props.form} />}
    </>
  )
}

function LabelForm({ source, vue, form: { raw, errors } }: ViewProps & { form: NonNullable<ViewProps['form']> }) {
  return (
    <Form action={viewHref(source.id, vue.numero)}>
      <Field
        name="libelle"
        label="Libellé"
        help="Par exemple « f° 12 verso » ou « table »."
        error={errors.libelle}
        width="moyen"
      >
        <input name="libelle" value={shown(raw, 'libelle')} maxlength={LONGEST_LABEL} autocomplete="off" />
      </Field>
      <Actions>
        <Submit>Enregistrer le libellé</Submit>
      </Actions>
    </Form>
  )
}

function Turn({ source, neighbours: { before, after } }: ViewProps) {
  return (
    <nav class="pagination" aria-label="Vues voisines">
      <ul>
        {before !== undefined && (
          <li>
            <TurnLink label="◀ Vue précédente" rel="prev" href={viewHref(source.id, before)} />
          </li>
        )}
        {after !== undefined && (
          <li>
            <TurnLink label="Vue suivante ▶" rel="next" href={viewHref(source.id, after)} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function Picture({ source, vue, showing }: ViewProps) {
  const picture = pictureOf(source.id, vue, 'lisible', showing)
  if (picture === null) return <p>L’image de cette vue se regarde sur le site des archives.</p>
  return (
    <figure>
      <img src={picture} alt={`${viewTitle(vue.numero)} de ${source.titre}`} />
      <Credit showing={showing} isOwn={vue.image !== null} />
    </figure>
  )
}

/** The repository is thanked for its pictures; photos are the association's own. */
export function Credit({ showing: { credit, licence }, isOwn }: { showing: Showing; isOwn: boolean }) {
  const words = [credit, licence !== null && `licence${NBSP}: ${licence}`].filter(Boolean).join(' – ')
  return words === '' || isOwn ? null : <figcaption class="chapeau">{words}</figcaption>
}
