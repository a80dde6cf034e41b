import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { EditPage } from '../../ui/crud.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary } from '../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import type { SectionConventions } from './conventions-queries.ts'
import { MAX_CONVENTIONS } from './form.ts'

export const conventionsPath = (id: number): string => `/sections/${id}/conventions`

export const conventionsTitle = (nom: string): string => `Conventions, ${nom}`

/** The words of the section alone: the desk unfolds them beside its form. */
export const ConventionsText = ({ conventions }: Pick<SectionConventions, 'conventions'>) =>
  conventions === null ? (
    <p class="rien">Cette section n’a pas écrit de conventions.</p>
  ) : (
    <blockquote>{conventions}</blockquote>
  )

export function ConventionsPage({ section, mayEdit }: { section: SectionConventions; mayEdit: boolean }) {
  const edit = (
    <LinkButton href={`${conventionsPath(section.id)}/modifier`} principal>
      Modifier les conventions
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title={conventionsTitle(section.nom)}
        lead="Comment cette section écrit ce que la règle générale ne dit pas."
        action={mayEdit ? edit : undefined}
      />
      {section.conventions === null ? (
        <EmptyState title="Cette section n’a pas écrit de conventions.">
          Majuscules, abréviations, noms de lieux anciens : ce que l’on demande souvent y a sa place.
        </EmptyState>
      ) : (
        <ConventionsText {...section} />
      )}
    </>
  )
}

const LABELS = { conventions: 'Conventions' }

interface EditProps {
  section: SectionConventions
  raw: Body
  errors: FormErrors
}

export function EditConventionsPage({ section, raw, errors }: EditProps) {
  const path = conventionsPath(section.id)
  return (
    <EditPage
      title={conventionsTitle(section.nom)}
      action={path}
      version={shown(raw, 'version')}
      submit="Enregistrer les conventions"
      remove={undefined}
      cancel={path}
    >
      <ErrorSummary errors={errors} labels={LABELS} />
      <Field
        name="conventions"
        label={LABELS.conventions}
        help="Des phrases courtes, une par ligne. Elles s’ouvrent à côté du formulaire de saisie."
        error={errors.conventions}
      >
        <textarea name="conventions" rows={14} maxlength={MAX_CONVENTIONS}>
          {shown(raw, 'conventions')}
        </textarea>
      </Field>
    </EditPage>
  )
}
