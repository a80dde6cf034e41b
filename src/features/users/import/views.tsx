import { plural } from '../../../lib/text.ts'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead, Sheet } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { UploadForm, type UploadFormState } from '../../imports/upload-views.tsx'
import { expiryOf } from '../access-views.tsx'
import { PATH } from '../list-views.tsx'
import { IMPORT_COLUMNS } from '../rows.ts'
import type { GivenPassword } from './actions/passwords.ts'

/** The form that imports accounts. */
export function ImportUsersPage(form: UploadFormState) {
  return (
    <>
      <PageHead
        title="Import d’utilisateurs"
        lead="Chaque compte créé reçoit un mot de passe temporaire, montré une seule fois à la fin, et une invitation à choisir le sien si le site envoie des courriels. Une personne qui a déjà un compte est laissée telle quelle. Le fichier USERS_ALL_0.CSV d’ExpoActes est reconnu : ses comptes arrivent inactifs, sans mot de passe, et vous les activez ensuite."
        action={<LinkButton href={`${PATH}/import/modele`}>Télécharger un modèle</LinkButton>}
      />
      <UploadForm action={`${PATH}/import`} cancel={PATH} columns={[...IMPORT_COLUMNS]} {...form} />
    </>
  )
}

export const GIVEN_TITLE = 'Mots de passe temporaires'

interface GivenProps {
  importId: number
  given: GivenPassword[]
  /** Accounts of the import that still wait for theirs. */
  left: number
  /** One-time token of the form that asks for theirs. */
  jeton: string
}

/** The answer to the post that made them: nothing keeps these passwords, only the same form shows them again for a moment. */
export function GivenPasswordsPage({ importId, given, left, jeton }: GivenProps) {
  const path = `/imports/${importId}`
  if (given.length === 0) {
    return (
      <>
        <PageHead title={GIVEN_TITLE} />
        <EmptyState
          title="Ces mots de passe ont déjà été montrés"
          action={<LinkButton href={PATH}>Utilisateurs</LinkButton>}
        >
          S’ils sont perdus, donnez-en d’autres depuis la page de chaque compte.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={GIVEN_TITLE}
        lead="Notez-les, imprimez-les ou copiez-les maintenant&nbsp;: ils ne seront plus jamais montrés."
      />
      <p>
        {plural(given.length, 'mot de passe', 'mots de passe')}. {expiryOf(given.length)}
      </p>
      <div class="bulletins">
        <Table
          caption={GIVEN_TITLE}
          rows={given}
          columns={[
            { label: 'Nom d’utilisateur', kind: 'nom', head: true, cell: ({ name }) => name },
            { label: 'Adresse électronique', cell: ({ email }) => email },
            { label: 'Mot de passe temporaire', cell: ({ password }) => <code>{password}</code> },
          ]}
        />
      </div>
      {left > 0 && <More importId={importId} left={left} jeton={jeton} />}
      <p class="actions">
        <LinkButton href={path}>C’est noté, revenir à l’import</LinkButton>
      </p>
    </>
  )
}

function More({ importId, left, jeton }: Omit<GivenProps, 'given'>) {
  return (
    <Sheet>
      <Form action={`${PATH}/import/${importId}/mots-de-passe`}>
        <input type="hidden" name="_envoi" value={jeton} />
        <p>{plural(left, 'autre compte attend le sien', 'autres comptes attendent le leur')}.</p>
        <Actions>
          <Submit>C’est noté, montrer les suivants</Submit>
        </Actions>
      </Form>
    </Sheet>
  )
}
