import { DOUBLE_SHARES, type Relecture } from '../../../db/schema-revue.ts'
import { shown } from '../../../lib/body.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, Fieldset } from '../../../ui/field.tsx'
import { type FieldsProps, LABELS } from './edit-labels.ts'

const RELECTURE_LABELS: Record<Relecture, string> = {
  echantillon: 'Les actes signalés, et un échantillon tiré au sort',
  tous: 'Tous les actes',
  aucune: 'Rien en particulier',
}

const shareLabel = (share: number): string => {
  if (share === 0) return 'Aucune'
  return share === 100 ? 'Tous les actes' : `${share}${NBSP}% des actes, tirés au sort`
}

const QUATRE_YEUX = [
  ['1', 'Une autre personne que celle qui l’a corrigé'],
  ['0', 'N’importe quel relecteur'],
] as const

/** How the source is read over; a form that comes back shows what was chosen. */
export function Reading({ raw, errors }: FieldsProps) {
  const chosen = shown(raw, 'relecture') || 'echantillon'
  const eyes = shown(raw, 'quatre_yeux') || '1'
  const share = shown(raw, 'double_saisie') || '0'
  return (
    <Fieldset legend="La relecture">
      <Field name="relecture" label={LABELS.relecture} error={errors.relecture} width="moyen">
        <select name="relecture">
          {Object.entries(RELECTURE_LABELS).map(([value, label]) => (
            <option value={value} selected={value === chosen}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field name="quatre_yeux" label={LABELS.quatre_yeux} error={errors.quatre_yeux} width="moyen">
        <select name="quatre_yeux">
          {QUATRE_YEUX.map(([value, label]) => (
            <option value={value} selected={value === eyes}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="double_saisie"
        label={LABELS.double_saisie}
        help="Une autre personne saisit ces actes d’après l’image seule, et un relecteur tranche les différences. Ils sont tirés quand la source est soumise."
        error={errors.double_saisie}
        width="moyen"
      >
        <select name="double_saisie">
          {DOUBLE_SHARES.map((one) => (
            <option value={one} selected={String(one) === share}>
              {shareLabel(one)}
            </option>
          ))}
        </select>
      </Field>
    </Fieldset>
  )
}
