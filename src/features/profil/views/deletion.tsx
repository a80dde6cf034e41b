import type { FormErrors } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import type { OwnCounts } from '../queries.ts'

export const DELETION_TITLE = 'Supprimer mon compte'
export const DELETION_PATH = '/profil/suppression'
const DIALOG_ID = 'suppression'

/** Opens the dialog of the page; without JavaScript, the page of its own. */
export function DeletionLink() {
  return (
    <p>
      <a class="bouton danger" href={DELETION_PATH} data-dialogue={DIALOG_ID}>
        Supprimer mon compte
      </a>
    </p>
  )
}

/** Says in words what is lost and what stays, before anything is. */
function Consequences({ counts }: { counts: OwnCounts }) {
  const { releves, brouillons, sources } = counts
  return (
    <>
      <p>C’est définitif. Seront effacés&nbsp;:</p>
      <ul>
        <li>votre nom, votre adresse et votre mot de passe&nbsp;;</li>
        <li>vos sections, vos notifications et vos sessions&nbsp;;</li>
        {sources > 0 && <li>votre attribution à {plural(sources, 'source', 'sources')}&nbsp;;</li>}
        {brouillons > 0 && <li>{plural(brouillons, 'brouillon', 'brouillons')}.</li>}
      </ul>
      <p>
        {releves > 0
          ? `Vos ${plural(releves, 'relevé reste', 'relevés restent')}, sous le nom « Compte supprimé ».`
          : 'Ce que vous avez saisi reste, sous le nom « Compte supprimé ».'}{' '}
        Pour en garder une trace, <a href="/profil/donnees">téléchargez d’abord vos données</a>.
      </p>
    </>
  )
}

function DeletionForm({ errors, id, cancel }: { errors: FormErrors; id: string; cancel: string }) {
  return (
    <Form action={DELETION_PATH}>
      <Field name="actuel" id={id} label="Mot de passe actuel" error={errors.actuel} required>
        <input type="password" name="actuel" autocomplete="current-password" maxlength={1024} />
      </Field>
      <Actions cancel={cancel}>
        <Submit tone="danger">Supprimer mon compte</Submit>
      </Actions>
    </Form>
  )
}

/** The page that asks, and the one that a refused request comes back to. */
export function DeletionPage({ counts, errors }: { counts: OwnCounts; errors: FormErrors }) {
  return (
    <div class="confirmation">
      <h1>{DELETION_TITLE}</h1>
      <ErrorSummary errors={errors} labels={{ actuel: 'Mot de passe actuel' }} />
      <Consequences counts={counts} />
      <DeletionForm errors={errors} id="actuel" cancel="/profil" />
    </div>
  )
}

/** The profile asks in a dialog; without scripts the page above asks. */
export function DeletionDialog({ counts }: { counts: OwnCounts }) {
  return (
    <dialog id={DIALOG_ID} class="dialogue" aria-labelledby="suppression-titre">
      <h2 id="suppression-titre">{DELETION_TITLE}&nbsp;?</h2>
      <Consequences counts={counts} />
      <DeletionForm errors={{}} id="suppression-actuel" cancel="/profil" />
    </dialog>
  )
}
