import { type Body, type FormErrors, shown, shownAll } from '../../lib/body.ts'
import { NBSP } from '../../lib/typo.ts'
import { CheckField, Field, Fieldset } from '../../ui/field.tsx'
import { MAX_RAISON } from '../sources/workflow-form.ts'
import type { FoundWrong } from './queries.ts'

const LEGEND = 'Actes à revoir'
export const GIVEN_BACK_LABELS = { autres: 'Relevés à revoir' }

const WORDS: Record<FoundWrong['verdict'], string> = {
  bon: '',
  passe: '',
  corrige: 'corrigé à la relecture',
  douteux: 'lecture douteuse',
  question: 'question posée',
}

/** An act as one names it: whoever it is about, else its number. */
export const nameOf = ({ id, nom, prenom }: FoundWrong): string =>
  [nom, prenom].filter(Boolean).join(' ') || `Relevé ${id}`

interface Props {
  found: readonly FoundWrong[]
  raw: Body
  errors: FormErrors
}

/** The acts to be looked at again: those that the reading found, each with a reason, and any other by its number. */
export function GivenBackFields({ found, raw, errors }: Props) {
  // An empty form ticks what was found; a refused one shows what was ticked.
  const ticked = new Set(raw.statut === undefined ? found.map(({ id }) => String(id)) : shownAll(raw, 'actes'))
  return (
    <>
      {found.length > 0 && (
        <Fieldset legend={LEGEND} name="actes">
          {found.map((one) => (
            <Given one={one} isTicked={ticked.has(String(one.id))} raw={raw} />
          ))}
        </Fieldset>
      )}
      <Field
        name="autres"
        label={found.length > 0 ? 'Autres relevés à revoir' : GIVEN_BACK_LABELS.autres}
        help={`Leurs numéros, séparés par des virgules${NBSP}: celui d’un relevé termine l’adresse de sa page.`}
        error={errors.autres}
      >
        <input type="text" name="autres" value={shown(raw, 'autres')} maxlength={2000} autocomplete="off" />
      </Field>
    </>
  )
}

function Given({ one, isTicked, raw }: { one: FoundWrong; isTicked: boolean; raw: Body }) {
  const name = `raison:${one.id}`
  const raison = raw[name] === undefined ? WORDS[one.verdict] : shown(raw, name)
  return (
    <div class="rendu">
      <CheckField name="actes" id={`acte-${one.id}`} label={nameOf(one)}>
        <input type="checkbox" name="actes" value={one.id} checked={isTicked} />
      </CheckField>
      <input type="text" name={name} value={raison} maxlength={MAX_RAISON} aria-label={`Raison, ${nameOf(one)}`} />
    </div>
  )
}
