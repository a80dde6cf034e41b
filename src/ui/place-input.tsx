// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: ul and li are the ARIA guide's own listbox
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the text box, which names the active option

import type { Child } from 'hono/jsx'
import { NBSP, quoted } from '../lib/typo.ts'
import { controlProps, ErrorLine, fieldId, Help, Label } from './field.tsx'

/** A place as controls show it. */
export interface PlaceChoice {
  id: number
  nom_long: string
}

interface PlaceInputProps {
  /** The id of the place is sent under this name, the typed text under `texte:`, the id that the box was drawn with under `montre:`. */
  name: string
  label: string
  /** The label as it is shown, where that is not its plain text. */
  shownLabel?: Child
  value: PlaceChoice | null
  /** The typed text, as long as it stands for no place. */
  texte?: string | undefined
  /** Places that a search without JavaScript found for `texte`; the server answers the button `chercher` with them. */
  candidates?: PlaceChoice[] | undefined
  error?: string | undefined
  required?: boolean | undefined
  help?: string | undefined
  /** Beside the label. */
  aside?: Child
}

/**
 * A place, chosen among the suggestions of `/lieux/suggestions?q=` (static/js/combobox.js), or without JavaScript by
 * « Chercher » (`chercher` = name of the field) and a list of candidates. Sends the id, '' when nothing is chosen.
 */
export function PlaceInput(props: PlaceInputProps) {
  const { name, label, value, error, required, help } = props
  const id = fieldId(name)
  return (
    <div class="champ" data-combobox="/lieux/suggestions">
      {props.aside === undefined ? (
        <Label id={id} label={props.shownLabel ?? label} required={required} />
      ) : (
        <div class="champ-tete">
          <Label id={id} label={props.shownLabel ?? label} required={required} />
          <div>{props.aside}</div>
        </div>
      )}
      <Help id={id} help={help} />
      <div class="lieu">
        <input
          type="text"
          name={`texte:${name}`}
          value={value?.nom_long ?? props.texte ?? ''}
          autocomplete="off"
          spellcheck={false}
          data-combobox-texte
          {...controlProps({ id, help, error, required })}
        />
        <button class="bouton sans-js" type="submit" name="chercher" value={name} formnovalidate>
          Chercher
        </button>
      </div>
      <span class="hors-ecran" role="status" data-combobox-avis />
      <Chosen {...props} id={id} />
      <ErrorLine id={id} error={error} />
    </div>
  )
}

function Chosen({ id, name, value, texte, candidates, label }: PlaceInputProps & { id: string }) {
  if (candidates === undefined || value !== null) {
    return (
      <>
        <input type="hidden" name={name} value={value?.id ?? ''} data-combobox-id />
        {value !== null && value.nom_long !== '' && <input type="hidden" name={`montre:${name}`} value={value.id} />}
      </>
    )
  }
  if (candidates.length === 0) {
    return (
      <p class="aide">
        Aucun lieu ne correspond à {quoted(texte ?? '')}. Essayez le début du nom de la commune.
        <input type="hidden" name={name} value="" data-combobox-id />
      </p>
    )
  }
  return (
    <>
      <label class="hors-ecran" for={`${id}-choix`}>{`${label}${NBSP}: lieux trouvés`}</label>
      <input type="hidden" name={`recherche:${name}`} value={texte} />
      <select id={`${id}-choix`} name={name} data-combobox-id>
        <option value="">Choisissez un lieu parmi {candidates.length}</option>
        {candidates.map((lieu) => (
          <option value={lieu.id}>{lieu.nom_long}</option>
        ))}
      </select>
    </>
  )
}

/** The fragment that answers `/lieux/suggestions?q=`. */
export function PlaceOptions({ lieux }: { lieux: PlaceChoice[] }) {
  return (
    <ul role="listbox" aria-label="Lieux">
      {lieux.map(({ id, nom_long }) => (
        <li role="option" aria-selected="false" data-id={id} data-nom-long={nom_long}>
          {nom_long}
        </li>
      ))}
    </ul>
  )
}
