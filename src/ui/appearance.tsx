import { Form } from './form.tsx'

export type Theme = 'auto' | 'clair' | 'sombre'
export type Taille = 'normale' | 'grande' | 'tres-grande'

const THEMES: Record<Theme, string> = { auto: 'Automatique', clair: 'Clair', sombre: 'Sombre' }
const TAILLES: Record<Taille, string> = { normale: 'Normale', grande: 'Grande', 'tres-grande': 'Très grande' }

/**
 * The theme and text-size switch: a plain form to `/apparence` (fields `theme`, `taille`, `retour`), which
 * `static/js/apparence.js` applies at once. The cookies `theme` and `taille` remember the choice.
 */
export function AppearanceForm({ theme, taille, path }: { theme: Theme; taille: Taille; path: string }) {
  return (
    <Form action="/apparence" class="apparence" data-apparence>
      <input type="hidden" name="retour" value={path} />
      <Choices name="theme" legend="Thème" options={THEMES} value={theme} />
      <Choices name="taille" legend="Taille du texte" options={TAILLES} value={taille} />
      <button type="submit" class="bouton sans-js">
        Appliquer
      </button>
    </Form>
  )
}

interface ChoicesProps {
  name: string
  legend: string
  options: Record<string, string>
  value: string
}

function Choices({ name, legend, options, value }: ChoicesProps) {
  return (
    <fieldset class="choix">
      <legend>{legend}</legend>
      {Object.entries(options).map(([option, label]) => (
        <label>
          <input type="radio" name={name} value={option} checked={option === value} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
