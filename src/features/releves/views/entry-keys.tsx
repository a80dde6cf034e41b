import type { Child } from 'hono/jsx'
import { Key, Palette } from '../../../ui/entry.tsx'

export type KeyLine = [keys: string, effect: string]

/** They do the same in a form and in a row of the table. */
export const FIELD_KEYS: KeyLine[] = [
  ['Alt+F', 'reprendre la famille connue du père\u00a0: mère, profession, domicile (encore Alt+F\u00a0: la suivante)'],
  ['Alt+E', 'même nom que l’enfant, ou que la personne dont c’est le parent'],
  ['Alt+P', 'comme le père\u00a0: son nom, sa profession, son domicile'],
  ['Alt+I', 'illisible'],
  ['Alt+A', 'absent du registre'],
  ['Alt+D', 'douteux'],
  ['Alt+S', 'passer ce champ à chaque fois dans cette source, ou ne plus le passer'],
  ['Alt+C', 'caractères spéciaux'],
]

/** In a field, whichever: completion, signs, dates. */
export const TYPING_KEYS: KeyLine[] = [
  ['Tab', 'prendre la valeur proposée en gris, puis champ suivant (Entrée garde ce qui est tapé)'],
  ['↓ ↑', 'choisir parmi les valeurs proposées, Entrée ou Tab pour prendre'],
  ['Maj+Suppr', 'ne plus proposer la valeur choisie dans la liste'],
  ['= ? -', 'seuls dans un champ\u00a0: idem, illisible, absent du registre'],
  ['Retour arrière', 'juste après une abréviation\u00a0: rend ce qui était tapé'],
  ['12 ou 12/8', 'dans une date\u00a0: le mois et l’année du relevé précédent'],
  ['j, v ou -3', 'dans une date de naissance\u00a0: le jour de l’acte, la veille, trois jours avant'],
  ['17?? ou 178?', 'dans une date\u00a0: les derniers chiffres de l’année sont perdus'],
  ['?', 'cette aide, hors d’un champ'],
]

/** With the register beside the form (static/js/volet.js). */
const PANE_KEYS: KeyLine[] = [
  ['Alt+↑ ↓', 'avec l’image\u00a0: monter ou descendre la règle, que l’acte garde'],
  ['Alt+Maj+↑ ↓ ← →', 'avec l’image\u00a0: s’y déplacer'],
  ['Alt+Maj+Page suiv.', 'avec l’image\u00a0: vue suivante (Page préc.\u00a0: précédente)'],
  ['Alt+Maj+G, P, 0', 'avec l’image\u00a0: plus grand, plus petit, toute la largeur (aussi + et − du pavé numérique)'],
  ['Alt+Maj+Origine', 'avec l’image\u00a0: début de page'],
  ['Alt+Maj+R', 'avec l’image\u00a0: tourner d’un quart de tour'],
  ['Alt+Maj+L', 'avec l’image\u00a0: montrer ou cacher la règle'],
]

/** The keys stand in the order in which one needs them; static/js/saisie-touches.js does what they say. */
const KEYS: KeyLine[] = [
  ['Entrée', 'champ suivant à remplir (les champs repris sont passés)'],
  ['Maj+Entrée', 'champ précédent'],
  ['Ctrl+Entrée', 'enregistrer, puis relevé suivant'],
  ['Ctrl+Maj+Entrée', 'enregistrer sans reprise\u00a0: le formulaire suivant est vide'],
  ['Alt+=', 'idem\u00a0: la valeur de ce champ dans le relevé précédent'],
  ['Alt+Maj+=', 'idem pour tout le relevé'],
  ...FIELD_KEYS,
  ['Alt+V', 'vue suivante, pour cet acte et les suivants'],
  ['Alt+Page préc.', 'relevé précédent, à lire ou à corriger\u00a0; Échap ramène à l’acte en cours'],
  ['Alt+Page suiv.', 'relevé suivant'],
  ...TYPING_KEYS,
]

/** Those of a form, and of the register where it stands beside it. */
export const keysWith = (pane: { register: unknown } | undefined): readonly KeyLine[] =>
  pane?.register === undefined ? KEYS : [...KEYS, ...PANE_KEYS]

/** The list of keys, opened by `?` outside a field or by the button « Touches ». */
export function KeysHelp({
  title = 'Touches de la saisie',
  keys = KEYS,
}: {
  title?: string
  keys?: readonly KeyLine[]
}) {
  return (
    <dialog id="saisie-touches" class="touches" aria-labelledby="saisie-touches-titre">
      <h2 id="saisie-touches-titre">{title}</h2>
      <dl>
        {keys.map(([key, effect]) => (
          <div>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="bouton">
          Fermer
        </button>
      </form>
    </dialog>
  )
}

const TOOLS: [action: string, label: string, keys: string][] = [
  ['idem', 'Idem', 'Alt+='],
  ['tout', 'Tout idem', 'Alt+Maj+='],
  ['famille', 'Famille connue', 'Alt+F'],
  ['enfant', 'Même nom', 'Alt+E'],
  ['pere', 'Comme le père', 'Alt+P'],
  ['illisible', 'Illisible', 'Alt+I'],
  ['absent', 'Absent', 'Alt+A'],
  ['douteux', 'Douteux', 'Alt+D'],
  ['passer', 'Toujours passer', 'Alt+S'],
  ['caracteres', 'Caractères', 'Alt+C'],
  ['vue', 'Vue suivante', 'Alt+V'],
  ['touches', 'Touches', '?'],
]

interface ToolsProps {
  previous?: string | undefined
  next?: string | undefined
  /** A script opens the record before on the desk; without one another button does. */
  isOpenedHere?: boolean
  /** Address of this page with pictures of the reader's own disk beside it. */
  folder?: string | undefined
  /** Other ways to save. */
  children?: Child
}

/** The keys as buttons, for the field where the cursor is, behind « … »; those that need JavaScript are not there without. */
export function Tools({ previous, next, folder, isOpenedHere = false, children }: ToolsProps) {
  return (
    <>
      <Palette />
      <details class="saisie-plus">
        <summary class="bouton" title="Outils de saisie">
          <span aria-hidden="true">…</span>
          <span class="hors-ecran">Outils de saisie</span>
        </summary>
        <div class="saisie-outils" role="toolbar" aria-label="Outils de saisie">
          {TOOLS.map(([action, label, keys]) => (
            <button type="button" class="outil avec-js" data-outil={action} title={keys}>
              {label}
            </button>
          ))}
          {children}
          {previous && (
            <a class={isOpenedHere ? 'outil avec-js' : 'outil'} href={previous} rel="prev" title="Alt+Page préc.">
              Relevé précédent
            </a>
          )}
          {folder && (
            <a class="outil avec-js" href={folder}>
              Dossier des vues
            </a>
          )}
          <a class="outil" href="/abreviations">
            Abréviations
          </a>
          {next && (
            <a class="outil" href={next} rel="next" title="Alt+Page suiv.">
              Relevé suivant
            </a>
          )}
        </div>
      </details>
    </>
  )
}
