import { formatInstant } from '../../../lib/text.ts'
import { CheckField } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Definitions, LinkButton } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { roleLabel } from '../../../web/navigation.ts'
import type { DemoUser, Finished } from '../actions/finish.ts'
import { BackLink, StepFrame } from './frame.tsx'

export interface Recap {
  database: string
  siteName: string
  appUrl: string | null
  logo: boolean
  /** The address that mails of the site come from; undefined where that waits for the settings. */
  courriel: string | undefined
  admin: string
  version: string
}

interface ReadyProps {
  recap: Recap
  error?: string | undefined
  /** The site has begun to be written and was interrupted: its answers stand. */
  isInterrupted: boolean
}

/** Step 5, before: what will be installed, and the one button that does it. */
export function ReadyPage({ recap, error, isInterrupted }: ReadyProps) {
  const lead = isInterrupted
    ? 'L’installation a été interrompue. Relancez-la : elle reprendra où elle s’est arrêtée.'
    : 'Relisez, puis installez. Rien n’a encore été écrit dans la base.'
  return (
    <StepFrame step={5} lead={error === undefined ? lead : 'Relisez, puis installez.'}>
      {error !== undefined && (
        <p class="flash flash-err" role="alert">
          {error}
        </p>
      )}
      <Definitions
        items={[
          { term: 'Base de données', value: recap.database },
          { term: 'Nom du site', value: recap.siteName },
          { term: 'Adresse publique', value: recap.appUrl ?? 'celle que chaque navigateur demande' },
          { term: 'Logo', value: recap.logo ? 'le vôtre' : 'le sceau de Relevés, pour l’instant' },
          { term: 'Courriel', value: recap.courriel ?? 'à régler plus tard, dans les paramètres' },
          { term: 'Administrateur', value: recap.admin },
          { term: 'Version de Relevés', value: recap.version },
        ]}
      />
      <Form action="/setup/5">
        <CheckField
          name="demo"
          label="Charger des données de démonstration"
          help="Une petite archive inventée, pour essayer. Ne cochez pas si vous commencez un vrai travail."
        >
          <input type="checkbox" name="demo" value="1" />
        </CheckField>
        <Actions>
          <Submit>Installer Relevés</Submit>
          {!isInterrupted && <BackLink step={5} />}
        </Actions>
      </Form>
    </StepFrame>
  )
}

export const INSTALLED_TITLE = 'Relevés est installé'

/** Step 5, after. `home`: where to log in. */
export function InstalledPage({ finished, version, home }: { finished: Finished; version: string; home: string }) {
  const { demo, installedAt } = finished
  return (
    <StepFrame step={5} title={INSTALLED_TITLE} lead="Tout est en place. Cet assistant ne servira plus.">
      <Definitions
        items={[
          { term: 'Version', value: version },
          { term: 'Installé le', value: formatInstant(installedAt) },
        ]}
      />
      {demo === 'echec' && (
        <p class="flash flash-err" role="alert">
          Les données de démonstration n’ont pas pu être chargées. Le site est installé, sans elles.
        </p>
      )}
      {Array.isArray(demo) && <DemoAccounts users={demo} />}
      <Actions>
        <LinkButton href={home} principal>
          Se connecter
        </LinkButton>
        {!Array.isArray(demo) && (
          <LinkButton href={`${home}?suite=/lieux/communes`}>Commencer avec les communes de France</LinkButton>
        )}
      </Actions>
    </StepFrame>
  )
}

function DemoAccounts({ users }: { users: DemoUser[] }) {
  return (
    <>
      <p>
        Les données de démonstration sont chargées. Vous pouvez aussi vous connecter avec ces comptes d’essai. Notez
        leur mot de passe&nbsp;: il n’est montré qu’ici.
      </p>
      <div data-copiable>
        <div data-citation>
          <Table
            caption="Comptes d’essai"
            rows={users}
            columns={[
              { label: 'Nom d’utilisateur', head: true, cell: (user) => user.name },
              { label: 'Mot de passe', cell: (user) => user.password },
              { label: 'Rôle', cell: (user) => roleLabel(user.role) },
            ]}
          />
        </div>
        <p class="actions">
          <button type="button" class="bouton" data-copier="Comptes copiés" hidden>
            Copier ces comptes
          </button>
          <button type="button" class="bouton" data-imprimer hidden>
            Imprimer
          </button>
        </p>
      </div>
    </>
  )
}
