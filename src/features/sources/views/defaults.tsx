import { fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { quoted } from '../../../lib/typo.ts'
import { HelpMark } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import type { DefaultsForm } from '../defaults-form.ts'
import { PATH } from './list.tsx'

export const DEFAUTS_TITLE = 'Valeurs par défaut'

interface DefautsProps {
  source: { id: number; titre: string; type_nom: string; type_source_id: number }
  /** The fields that take a default value; none of them is required here. */
  champs: readonly Champ[]
  form: DefaultsForm
  version: string
  /** May the reader change the fields of the type? */
  canDesign: boolean
}

export function DefaultsPage(props: DefautsProps) {
  const { source, champs, form, version } = props
  const back = `${PATH}/${source.id}`
  return (
    <>
      <PageHead
        title={DEFAUTS_TITLE}
        lead={
          <>
            {`Chaque nouveau relevé de ${quoted(source.titre)} commence avec ces valeurs. À la saisie, elles se changent comme les autres. `}
            <HelpMark page="sources#les-valeurs-par-defaut" about={DEFAUTS_TITLE} />
          </>
        }
      />
      {champs.length === 0 ? (
        <NoChamp {...props} />
      ) : (
        <>
          <ErrorSummary errors={form.errors} labels={labelsOf(champs)} />
          <Form action={`${back}/defauts`} enter="Enregistrer les valeurs par défaut">
            <input type="hidden" name="version" value={version} />
            {champs.map((champ) => (
              <DefautInput champ={champ} form={form} />
            ))}
            <Actions cancel={back}>
              <Submit>Enregistrer les valeurs par défaut</Submit>
            </Actions>
          </Form>
        </>
      )}
    </>
  )
}

const labelsOf = (champs: readonly Champ[]): Record<string, string> =>
  Object.fromEntries(champs.map((champ) => [fieldName(champ), champ.label]))

function DefautInput({ champ, form }: { champ: Champ; form: DefaultsForm }) {
  const name = fieldName(champ)
  const { Input } = KINDS[champ.type]
  return <Input champ={champ} name={name} raw={form.raw} error={form.errors[name]} candidates={form.candidates[name]} />
}

function NoChamp({ source, canDesign }: DefautsProps) {
  const design = `/admin/types-sources/${source.type_source_id}/champs`
  const toType = <LinkButton href={design}>Champs de {quoted(source.type_nom)}</LinkButton>
  return (
    <EmptyState title="Aucun champ ne prend de valeur par défaut" action={canDesign ? toType : undefined}>
      Dans le type {quoted(source.type_nom)}, le réglage {quoted('Au relevé suivant')} d’un champ doit être{' '}
      {quoted('Valeur par défaut de la source')}. {!canDesign && 'Un administrateur peut le choisir.'}
    </EmptyState>
  )
}
