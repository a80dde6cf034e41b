import { shown } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import type { Member, VisibleSource } from '../queries/sources.ts'
import { Membres, Whereabouts } from './edit-charge.tsx'
import { type FieldsProps, LABELS, type SourceFormProps } from './edit-labels.ts'
import { Reading } from './edit-reading.tsx'
import { Register } from './edit-register.tsx'
import { PATH } from './list.tsx'

export const NEW_TITLE = 'Nouvelle source'

export function NewSourcePage(props: SourceFormProps & { envoi: string }) {
  return (
    <>
      <h1>{NEW_TITLE}</h1>
      <ErrorSummary errors={props.errors} labels={LABELS} />
      <RequiredNote />
      <Form action={PATH} enter="Créer la source">
        <input type="hidden" name="_envoi" value={props.envoi} />
        <SourceFields {...props} membres={[]} />
        <Actions cancel={PATH}>
          <Submit>Créer la source</Submit>
        </Actions>
      </Form>
    </>
  )
}

export const editTitle = (source: { titre: string }): string => `Modifier la source ${quoted(source.titre)}`

interface EditProps extends SourceFormProps {
  source: VisibleSource
  membres: Member[]
}

export function EditSourcePage(props: EditProps) {
  const { source, raw, errors } = props
  return (
    <>
      <h1>{editTitle(source)}</h1>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Form action={`${PATH}/${source.id}`} enter="Enregistrer la source">
        <input type="hidden" name="version" value={shown(raw, 'version')} />
        <SourceFields {...props} />
        <Actions cancel={`${PATH}/${source.id}`}>
          <Submit>Enregistrer la source</Submit>
        </Actions>
      </Form>
    </>
  )
}

function SourceFields(props: FieldsProps) {
  return (
    <>
      <Register {...props} />
      <Whereabouts {...props} />
      <Reading {...props} />
      <Membres {...props} />
    </>
  )
}
