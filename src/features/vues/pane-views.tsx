import type { Pane } from './queries/pane.ts'
import { type PaneView, windowHref } from './rules/pane.ts'

/** The window that shows the register on another screen, and follows. */
export const REGISTER_WINDOW = 'registre'

/** A button of the pane: what static/js/volet.js does, its name, and the key that does the same. */
type Tool = [does: string, label: string, sign: string, keys: string]

const ON_BAR: Tool[] = [
  ['moins', 'Réduire', '−', 'Alt+Maj+P'],
  ['plus', 'Agrandir', '+', 'Alt+Maj+G'],
  ['largeur', 'Toute la largeur', 'Largeur', 'Alt+Maj+0'],
  ['debut', 'Début de page', 'Début', 'Alt+Maj+Origine'],
  ['tourner', 'Tourner d’un quart de tour', 'Tourner', 'Alt+Maj+R'],
  ['regle', 'Règle', 'Règle', 'Alt+Maj+L'],
]
const IN_MENU: Tool[] = [
  ['gauche', 'Aller à gauche', '←', 'Alt+Maj+←'],
  ['haut', 'Monter', '↑', 'Alt+Maj+↑'],
  ['bas', 'Descendre', '↓', 'Alt+Maj+↓'],
  ['droite', 'Aller à droite', '→', 'Alt+Maj+→'],
  ['regle-haut', 'Monter la règle', 'Règle ↑', 'Alt+↑'],
  ['regle-bas', 'Descendre la règle', 'Règle ↓', 'Alt+↓'],
]

function Tools({ tools }: { tools: readonly Tool[] }) {
  return (
    <>
      {tools.map(([does, label, sign, keys]) => (
        <button type="button" data-v={does} title={`${label} (${keys})`} aria-label={label}>
          {sign}
        </button>
      ))}
    </>
  )
}

/** The register beside the form, outside whatever htmx swaps. Without a script it is the picture and links to the views beside it. */
export function RegisterPane({ sourceId, register, showing, viewHref, isFolder }: Pane) {
  const current = register?.current
  const data = {
    'data-volet': '',
    'data-source': sourceId,
    'data-registre': register && JSON.stringify([register.premiere, register.derniere, register.decalage]),
    'data-vues': register && JSON.stringify(register.vues),
    'data-vue': current?.n,
    'data-demande': isFolder ? '' : undefined,
  }
  return (
    <section class="registre" aria-label="Le registre" {...data}>
      <div class="registre-barre" role="toolbar" aria-label="Vue du registre">
        <Turning {...{ register, viewHref }} />
        <div class="registre-outils avec-js">
          <Tools tools={ON_BAR} />
          <Settings />
        </div>
        <Opening {...{ sourceId, current }} />
        <span class="avec-js registre-bout">
          <button type="button" data-v="cote" aria-pressed="false">
            À côté
          </button>
          <button type="button" data-v="fermer" aria-expanded="true" aria-controls="registre-corps">
            Fermer
          </button>
        </span>
      </div>
      <div id="registre-corps" class="registre-corps">
        <section class="registre-cadre" tabindex={0} aria-label="Image de la vue" data-cadre>
          {current?.m !== undefined && (
            <noscript>
              <img src={current.m} alt={`Vue ${current.n}`} />
            </noscript>
          )}
          <div class="registre-page avec-js" data-page>
            <div class="registre-regle" data-regle hidden />
          </div>
        </section>
        <p class="registre-mot" role="status" data-mot>
          {current && current.m === undefined && 'Cette vue se regarde sur le site des archives.'}
        </p>
        <Mention {...showing} />
      </div>
      <hr class="registre-borne avec-js" tabindex={0} aria-label="Place de l’image" data-borne />
    </section>
  )
}

/** Both views beside, as links, and which one this is. */
function Turning({ register, viewHref }: Pick<Pane, 'register' | 'viewHref'>) {
  const { premiere = 1, derniere = 1, current } = register ?? {}
  const n = current?.n ?? 1
  return (
    <>
      <Turn
        does="precedente"
        label="Vue précédente"
        sign="◀"
        keys="Alt+Maj+Page préc."
        to={n > premiere && viewHref?.(n - 1)}
      />
      <span class="registre-vue">
        <span data-vue-nom>Vue {n + (register?.decalage ?? 0)}</span>
        <span data-vue-sur>{register && ` / ${derniere + register.decalage}`}</span>
      </span>
      <Turn
        does="suivante"
        label="Vue suivante"
        sign="▶"
        keys="Alt+Maj+Page suiv."
        to={n < derniere && viewHref?.(n + 1)}
      />
    </>
  )
}

interface TurnProps {
  does: string
  label: string
  sign: string
  keys: string
  /** false at the end of the register. */
  to: string | false | undefined
}

const Turn = ({ does, label, sign, keys, to }: TurnProps) => (
  <>
    <button type="button" class="avec-js" data-v={does} title={`${label} (${keys})`} aria-label={label}>
      {sign}
    </button>
    {to && (
      <a class="sans-js" href={to} aria-label={label}>
        {sign}
      </a>
    )}
  </>
)

/** The window of its own, and the page at the archive. */
function Opening({ sourceId, current }: { sourceId: number; current: PaneView | undefined }) {
  return (
    <a data-v="ouvrir" target={REGISTER_WINDOW} href={current && windowHref(sourceId, current)} hidden={!current}>
      Ouvrir la vue
    </a>
  )
}

/** One sets these once: light, how much the line can carry, pictures of one's own disk. */
const Settings = () => (
  <details data-reglages>
    <summary>Réglages</summary>
    <div class="registre-menu">
      <Setting label="Luminosité" type="range" min="50" max="200" step="10" value="100" data-filtre="brightness" />
      <Setting label="Contraste" type="range" min="50" max="300" step="10" value="100" data-filtre="contrast" />
      <Setting label="Négatif" type="checkbox" data-filtre="invert" />
      <Setting label="Images légères" type="checkbox" data-choix="legeres" />
      <Setting label="Après chaque acte, descendre au suivant" type="checkbox" data-choix="pas" />
      <p>
        <Tools tools={IN_MENU} />
      </p>
      <Setting
        label="Choisir le dossier des vues, sur votre ordinateur"
        type="file"
        webkitdirectory
        multiple
        accept="image/*"
        data-dossier
      />
      <p class="aide">Ces images restent sur votre ordinateur{'\u202f'}: rien n’est envoyé.</p>
      <p data-local hidden>
        <button type="button" data-v="caler">
          L’image affichée est la vue écrite dans le formulaire
        </button>{' '}
        <button type="button" data-v="quitter">
          Ne plus utiliser ce dossier
        </button>
      </p>
    </div>
  </details>
)

interface SettingProps {
  label: string
  /** Attributes of its control. */
  [attribute: string]: unknown
}

const Setting = ({ label, ...control }: SettingProps) => (
  <label>
    {label} <input {...control} />
  </label>
)

/** Whom the picture is owed to. */
export function Mention({ credit, licence }: Pane['showing']) {
  const said = [credit, licence && `licence\u00a0: ${licence}`].filter(Boolean).join(' – ')
  return said === '' ? null : <p class="registre-mention">{said}</p>
}
