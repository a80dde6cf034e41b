import { shown } from '../../../../lib/body.ts'
import { NBSP, NNBSP } from '../../../../lib/typo.ts'
import { Field } from '../../../../ui/field.tsx'
import { ErrorSummary, Form, Submit } from '../../../../ui/form.tsx'
import { EmptyState, PageHead } from '../../../../ui/page.tsx'
import { PlaceInput } from '../../../../ui/place-input.tsx'
import { type FamilyForm, LABELS } from '../form.ts'
import type { FoundFamily } from '../queries/family.ts'
import { titleOf } from '../rules/words.ts'
import { FamilyView } from './family.tsx'

export const TITLE = 'Famille'

interface FamilyPageProps {
  form: FamilyForm
  /** undefined where nothing was asked, or not in a way that can be answered. */
  found: FoundFamily | undefined
}

export function FamilyPage({ form, found }: FamilyPageProps) {
  const { question, errors } = form
  const isAnswered = question !== undefined && found !== undefined
  return (
    <>
      <PageHead title={isAnswered ? titleOf(question, found.family) : TITLE} />
      <ErrorSummary errors={errors} labels={LABELS} />
      {isAnswered ? (
        <>
          <FamilyView question={question} found={found} />
          <details class="famille-autre">
            <summary>Changer le couple, le lieu ou l’année</summary>
            <FamilyFields form={form} />
          </details>
        </>
      ) : (
        <>
          <FamilyFields form={form} />
          {Object.keys(errors).length === 0 && <Hint />}
        </>
      )}
    </>
  )
}

const Hint = () => (
  <EmptyState title={`Quelle famille${NNBSP}?`}>
    Écrivez les deux noms d’un couple{NBSP}: leurs actes paraissent dans l’ordre, avec ce qui les rapproche et ce qui
    les sépare. Depuis un relevé, le lien <em>famille</em> remplit ces cases.
  </EmptyState>
)

function FamilyFields({ form: { raw, errors, lieu, candidates } }: { form: FamilyForm }) {
  const box = (name: string, width: 'moyen' | 'court' = 'moyen') => (
    <Field name={name} label={LABELS[name] ?? name} error={errors[name]} width={width}>
      <input
        name={name}
        value={shown(raw, name)}
        maxlength={200}
        autocomplete="off"
        spellcheck={false}
        inputmode={width === 'court' ? 'numeric' : undefined}
      />
    </Field>
  )
  return (
    <Form
      action="/recherche/famille"
      method="get"
      class="famille-criteres"
      aria-label="Couple recherché"
      enter="Voir la famille"
    >
      <div class="ligne">
        {box('nom')}
        {box('prenom')}
      </div>
      <div class="ligne">
        {box('nom2')}
        {box('prenom2')}
      </div>
      <div class="ligne">
        <PlaceInput
          name="lieu"
          label={LABELS.lieu ?? ''}
          value={lieu}
          texte={shown(raw, 'texte:lieu')}
          candidates={candidates}
          error={errors.lieu}
        />
        {box('annee', 'court')}
      </div>
      <Submit>Voir la famille</Submit>
    </Form>
  )
}
