import { Form } from './form.tsx'

export type Theme = 'auto' | 'clair' | 'sombre'
export type Taille = 'normale' | 'grande' | 'tres-grande'
/** How much of an act the desk shows at once. */
export type Densite = 'compacte' | 'confort'

const THEMES: Record<Theme, string> = { auto: 'Automatique', clair: 'Clair', sombre: 'Sombre' }
const TAILLES: Record<Taille, string> = { normale: 'Normale', grande: 'Grande', 'tres-grande': 'Très grande' }

const DENSITES: Record<Densite, string> = { compacte: 'Compacte', confort: 'Confortable' }

/** Cookies remember it; `static/js/apparence.js` applies a choice at once. */
export interface Appearance {
  theme: Theme
  taille: Taille
  densite: Densite
}

/** The switch of the theme, of the size of letters and of the rows of the desk: a plain form to `/apparence`. */
export function AppearanceForm({ theme, taille, densite, path }: Appearance & { path: string }) {
  return (
    <Form action="/apparence" class="apparence" data-apparence>
      <input type="hidden" name="retour" value={path} />
      <Choices name="theme" legend="Thème" options={THEMES} value={theme} />
      <Choices name="taille" legend="Taille du texte" options={TAILLES} value={taille} />
      <Choices name="densite" legend="Saisie des relevés" options={DENSITES} value={densite} />
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
