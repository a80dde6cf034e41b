import { KINDS } from '../../../champs/index.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { CheckField, Fieldset, fieldId } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import type { Misfit, Repair } from '../actions/misfits.ts'
import { choiceName } from '../rules/conflict.ts'

interface RepairProps {
  title: string
  source: { id: number; titre: string }
  /** Where the decisions are sent, and the version that the form carries. */
  action: string
  version: number | undefined
  misfits: readonly Misfit[]
  cancel: string
}

/** A record cannot come back as it was: what becomes of each value that its field cannot take. */
export function RepairPage({ title, source, action, version, misfits, cancel }: RepairProps) {
  return (
    <>
      <PageHead title={title} lead={<a href={`/sources/${source.id}/releves`}>{source.titre}</a>} />
      <p class="erreurs" role="alert">
        Rien n’est encore rétabli{NBSP}: ce relevé contient ce que ses champs ne peuvent plus recevoir. Choisissez ce
        que cela devient{NBSP}; l’historique garde la version d’origine.
      </p>
      <Form action={action}>
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        {misfits.map((misfit) => (
          <Decision misfit={misfit} />
        ))}
        <Actions cancel={cancel}>
          <Submit>Rétablir ainsi</Submit>
        </Actions>
      </Form>
    </>
  )
}

function reason({ isPlace, vers, texte, champ }: Misfit): string {
  const type = quoted(KINDS[champ.type].label.toLowerCase())
  if (!isPlace) return `Ce champ est aujourd’hui de type ${type}${NBSP}: il ne peut plus contenir ${quoted(texte)}.`
  return vers ? `Le lieu ${quoted(texte)} a été fusionné avec un autre.` : `Le lieu ${quoted(texte)} n’existe plus.`
}

const label = (repair: Repair, { vers, champ, texte }: Misfit): string =>
  ({
    lieu: `Prendre le lieu qui le remplace${NBSP}: ${vers?.nom_long ?? ''}`,
    notes: `L’écrire dans les notes${NBSP}: ${quoted(`${champ.label}${NBSP}: ${texte}`)}`,
    vide: 'Ne rien garder dans ce relevé',
  })[repair]

function Decision({ misfit }: { misfit: Misfit }) {
  const name = choiceName(misfit.champ)
  return (
    <Fieldset legend={misfit.champ.label} name={name} help={reason(misfit)}>
      {misfit.repairs.map((repair, index) => {
        const id = `${fieldId(name)}-${repair}`
        return (
          <CheckField name={name} id={id} label={label(repair, misfit)}>
            <input type="radio" name={name} value={repair} checked={index === 0} required />
          </CheckField>
        )
      })}
    </Fieldset>
  )
}
