import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { EditPage } from '../../ui/crud.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary } from '../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { MAX_SECTION_TEXT } from './form.ts'
import type { TextOfSection } from './texts-queries.ts'
import { type SectionText, TEXT_WORDS, textPath, textTitle } from './texts-rules.ts'

interface Props {
  name: SectionText
  section: TextOfSection
}

/** The words of the section alone: the desk unfolds its conventions beside its form. */
export const TextAlone = ({ name, texte }: { name: SectionText } & Pick<TextOfSection, 'texte'>) =>
  texte === null ? <p class="rien">{TEXT_WORDS[name].empty}</p> : <blockquote>{texte}</blockquote>

export function TextPage({ name, section, mayEdit }: Props & { mayEdit: boolean }) {
  const { lead, empty, hint, edit } = TEXT_WORDS[name]
  const action = (
    <LinkButton href={`${textPath(name, section.id)}/modifier`} principal>
      {edit}
    </LinkButton>
  )
  return (
    <>
      <PageHead title={textTitle(name, section.nom)} lead={lead} action={mayEdit ? action : undefined} />
      {section.texte === null ? (
        <EmptyState title={empty}>{hint}</EmptyState>
      ) : (
        <TextAlone name={name} texte={section.texte} />
      )}
    </>
  )
}

export function EditTextPage({ name, section, raw, errors }: Props & { raw: Body; errors: FormErrors }) {
  const path = textPath(name, section.id)
  const { title, submit, help } = TEXT_WORDS[name]
  return (
    <EditPage
      title={textTitle(name, section.nom)}
      action={path}
      version={shown(raw, 'version')}
      submit={submit}
      remove={undefined}
      cancel={path}
    >
      <ErrorSummary errors={errors} labels={{ [name]: title }} />
      <Field name={name} label={title} help={help} error={errors[name]}>
        <textarea name={name} rows={14} maxlength={MAX_SECTION_TEXT}>
          {shown(raw, name)}
        </textarea>
      </Field>
    </EditPage>
  )
}
