import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow, Fieldset, HelpMark } from '../../../ui/field.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import type { SourceChoices, VisibleSource } from '../queries/sources.ts'
import { type FieldsProps, LABELS } from './edit-labels.ts'

/** Its type, place, years and title. */
export function Register({ raw, errors, place, candidates, choices, source }: FieldsProps) {
  return (
    <Fieldset legend="Le registre">
      <TypeField raw={raw} errors={errors} types={choices.types} source={source} />
      <PlaceInput
        name="lieu_id"
        label={LABELS.lieu_id}
        value={place}
        texte={shown(raw, 'texte:lieu_id')}
        candidates={candidates}
        error={errors.lieu_id}
        aside={<HelpMark page="lieux#le-nom-complet" about={LABELS.lieu_id} />}
      />
      <FieldRow>
        <Field
          name="annee_debut"
          label={LABELS.annee_debut}
          error={errors.annee_debut}
          aside={<HelpMark page="sources#les-annees-et-les-lacunes" about={LABELS.annee_debut} />}
        >
          <input type="text" inputmode="numeric" name="annee_debut" value={shown(raw, 'annee_debut')} maxlength={4} />
        </Field>
        <Field name="annee_fin" label={LABELS.annee_fin} error={errors.annee_fin}>
          <input type="text" inputmode="numeric" name="annee_fin" value={shown(raw, 'annee_fin')} maxlength={4} />
        </Field>
      </FieldRow>
      <Years raw={raw} errors={errors} />
      <Field
        name="titre"
        label={LABELS.titre}
        help="Laissé vide, il est composé du type, du lieu et des années : « Baptêmes de Pleurtuit, 1793-1802 »."
        error={errors.titre}
      >
        <input type="text" name="titre" value={shown(raw, 'titre')} maxlength={255} autocomplete="off" />
      </Field>
    </Fieldset>
  )
}

/** Which years the register has, and which it should have: few registers need it, so that it is folded until something stands there. */
function Years({ raw, errors }: Pick<FieldsProps, 'raw' | 'errors'>) {
  const aside = <HelpMark page="sources#les-annees-et-les-lacunes" about={LABELS.lacunes} />
  const isOpen = (['annees', 'lacunes'] as const).some((name) => shown(raw, name) !== '' || errors[name] !== undefined)
  return (
    <details class="champ" open={isOpen}>
      <summary>Des années manquent dans le registre</summary>
      <Field
        name="annees"
        label={LABELS.annees}
        help={`Vide${NBSP}: toutes, de la première à la dernière. Sinon, par exemple 1760-1778, 1780.`}
        error={errors.annees}
      >
        <input type="text" name="annees" value={shown(raw, 'annees')} maxlength={1000} autocomplete="off" />
      </Field>
      <Field
        name="lacunes"
        label={LABELS.lacunes}
        help={`Une par ligne, années d’abord${NBSP}: 1770-1773 registre manquant.`}
        error={errors.lacunes}
        aside={aside}
      >
        <textarea name="lacunes" rows={3} maxlength={10000}>
          {shown(raw, 'lacunes')}
        </textarea>
      </Field>
    </details>
  )
}

interface TypeProps {
  raw: Body
  errors: FormErrors
  types: SourceChoices['types']
  source: VisibleSource | undefined
}

/** The type gives the fields of the records: with the first record it is settled. */
function TypeField({ raw, errors, types, source }: TypeProps) {
  const settled = source !== undefined && source.nb_releves > 0
  const chosen = shown(raw, 'type_source_id')
  const offered = settled ? types.filter(({ id }) => id === source.type_source_id) : types
  return (
    <Field
      name="type_source_id"
      label={LABELS.type_source_id}
      help={
        settled
          ? `Il ne change plus : la source contient ${plural(source.nb_releves, 'relevé', 'relevés')}.`
          : undefined
      }
      error={errors.type_source_id}
      aside={<HelpMark page="sources#creer-une-source" about={LABELS.type_source_id} />}
      required
      width="moyen"
    >
      <select name="type_source_id">
        {!settled && <option value="">Choisissez un type</option>}
        {offered.map(({ id, nom }) => (
          <option value={id} selected={settled || String(id) === chosen}>
            {nom}
          </option>
        ))}
      </select>
    </Field>
  )
}
