import { formatDay } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { CheckField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Definitions } from '../../../ui/page.tsx'
import { UpdateBanner, UpToDateBadge } from '../../mises-a-jour/releases/banner.tsx'
import type { UpdateState } from '../../mises-a-jour/releases/rules/state.ts'
import { type ExternalState, externalFact, externalTrouble } from '../../sauvegardes/externe/rules/age.ts'
import { PATH as EXTERNAL } from '../../sauvegardes/externe/views.tsx'
import { Block } from './block.tsx'

interface UpdatesProps {
  update: UpdateState
  isImage: boolean
  /** ISO instant, '' where it is not known. */
  installedAt: string
  isEnabled: boolean
  /** There is a server to ask for newer versions. */
  hasServer: boolean
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
}

/** The version, and whether newer ones are asked for. The box posts by itself as soon as it changes. */
export function UpdatesBlock({ update, isImage, installedAt, isEnabled, hasServer, externe }: UpdatesProps) {
  return (
    <Block id="mises-a-jour" title="Les mises à jour" badge={<UpToDateBadge {...update} />}>
      <UpdateBanner {...update} isImage={isImage} />
      {externe && <WayBack state={externe} />}
      <Silence {...{ update, isEnabled, hasServer }} />
      <Definitions
        items={[
          { term: 'Version', value: update.version },
          { term: 'Installé le', value: installedAt === '' ? '' : formatDay(installedAt) },
        ]}
      />
      <Form
        action="/parametres/updates"
        hx-post="/parametres/updates"
        hx-trigger="change, submit"
        hx-target="#mises-a-jour"
        hx-select="#mises-a-jour"
        hx-swap="outerHTML"
        hx-sync="this:replace"
      >
        <CheckField
          name="update_check_enabled"
          label="Chercher chaque jour s’il existe une nouvelle version"
          help="Le site interroge le serveur des versions, sans rien lui dire de vos données."
        >
          <input type="checkbox" name="update_check_enabled" value="1" checked={isEnabled} />
        </CheckField>
        <button type="submit" class="bouton sans-js">
          Enregistrer ce choix
        </button>
      </Form>
    </Block>
  )
}

/** Says what an update will make of the declared backup. */
function WayBack({ state }: { state: ExternalState }) {
  const trouble = externalTrouble(state)
  return (
    <p>
      {trouble === undefined
        ? `Sauvegarde externe récente${NBSP}: ${externalFact(state)}.`
        : `${trouble} Faites-en une avant de mettre à jour.`}{' '}
      <a href={EXTERNAL}>Ce que la mise à jour en fait</a>
    </p>
  )
}

/** Nobody has said whether there is a newer version: why. */
function Silence({ update, isEnabled, hasServer }: Omit<UpdatesProps, 'installedAt' | 'isImage' | 'externe'>) {
  if (!hasServer)
    return (
      <p>
        Aucun serveur de versions n’est indiqué{NBSP}: ce site ne peut pas savoir s’il est à jour. Qui administre le
        serveur l’indique par la variable UPDATE_SERVER_URL.
      </p>
    )
  if (update.nouvelle !== null || update.verifiee_at !== null) return null
  return (
    <p>
      {isEnabled
        ? 'Le serveur des versions n’a pas encore répondu : le site l’interroge chaque nuit.'
        : 'Le site ne cherche pas de nouvelle version : cochez la case pour savoir s’il est à jour.'}
    </p>
  )
}
