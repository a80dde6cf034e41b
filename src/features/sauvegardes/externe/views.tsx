import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { formatSize } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Definitions, PageHead } from '../../../ui/page.tsx'
import { ONE_FILE_BYTES } from '../rules/size.ts'
import { type ExternalState, externalFact, externalTrouble, hoursInWords } from './rules/age.ts'

export const PATH = '/parametres/sauvegardes/externe'
export const TITLE = 'Sauvegarde externe'

const LABELS = { outil: 'Outil', heures: 'Âge au plus, en heures' }

/** It is late, or was never told of; nothing otherwise. `isThere`: on the page that a link would lead to. */
export function ExternalNotice({ state, isThere = false }: { state: ExternalState; isThere?: boolean }) {
  const trouble = externalTrouble(state)
  if (trouble === undefined) return null
  return (
    <Notice label="Sauvegarde externe">
      <p>
        <strong>{trouble}</strong> {!isThere && <a href={PATH}>Voir la sauvegarde externe</a>}
      </p>
    </Notice>
  )
}

interface ExternalPageProps {
  state: ExternalState | undefined
  raw: Body
  errors: FormErrors
  /** A migration that fails leaves the database as it was: an update may do without a backup of its own. */
  migratesWhole: boolean
  /** Servers that share no folder have their files in a storage, and what they set in the database. */
  hasShelf: boolean
}

export function ExternalPage(props: ExternalPageProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead={`La base est sauvegardée par un autre outil (pgbackrest, l’hébergeur…)${NBSP}: dites-le ici, et le site suit l’âge de cette sauvegarde. C’est la bonne façon à partir de ${formatSize(ONE_FILE_BYTES)} de base.`}
      />
      {props.state && <InForce state={props.state} />}
      <Declaration {...props} />
      {props.state && <Telling />}
      <Meaning {...props} />
    </>
  )
}

function InForce({ state }: { state: ExternalState }) {
  return (
    <>
      <ExternalNotice state={state} isThere />
      <Definitions
        items={[
          { term: 'Dernière notée', value: externalFact(state), etat: state.isLate ? 'en retard' : undefined },
          { term: LABELS.heures, value: hoursInWords(state.heures) },
        ]}
      />
      <div class="actions">
        <Form action={`${PATH}/faite`}>
          <button type="submit" class="bouton">
            Noter une sauvegarde faite à l’instant
          </button>
        </Form>
        <Form action={`${PATH}/retirer`}>
          <button type="submit" class="bouton">
            Ne plus déclarer
          </button>
        </Form>
      </div>
    </>
  )
}

function Declaration({ raw, errors }: ExternalPageProps) {
  return (
    <Form action={PATH}>
      <h2>L’outil</h2>
      <ErrorSummary errors={errors} labels={LABELS} />
      <FieldRow>
        <Field name="outil" label={LABELS.outil} error={errors.outil} required>
          <input name="outil" value={shown(raw, 'outil')} maxlength={60} autocomplete="off" spellcheck={false} />
        </Field>
        <Field
          name="heures"
          label={LABELS.heures}
          help="26 pour une sauvegarde chaque nuit. Passé cet âge, le site avertit."
          error={errors.heures}
          width="court"
          required
        >
          <input name="heures" value={shown(raw, 'heures')} inputmode="numeric" maxlength={4} />
        </Field>
      </FieldRow>
      <Actions>
        <Submit>Déclarer</Submit>
      </Actions>
    </Form>
  )
}

function Telling() {
  return (
    <>
      <h2>Noter chaque sauvegarde</h2>
      <p>
        Le site ne voit pas l’outil{NBSP}: celui-ci lui dit quand il a fini, par cette commande, sur le serveur du site,
        avec l’heure de la sauvegarde ou, sans elle, à l’instant.
      </p>
      <p>
        <code>bin/releve sauvegarde:faite [INSTANT]</code>
      </p>
      <p>
        Faites-la lancer par l’outil lui-même, après une sauvegarde réussie, ou par une minuterie qui lit ce qu’il a
        vraiment gardé. Le fichier <code>docs/trois-machines.md</code> le montre pour pgbackrest.
      </p>
    </>
  )
}

function Meaning({ migratesWhole, hasShelf }: Pick<ExternalPageProps, 'migratesWhole' | 'hasShelf'>) {
  return (
    <>
      <h2>Ce que cela change</h2>
      {migratesWhole ? (
        <p>
          Avant une mise à jour, le site demande l’âge de cette sauvegarde. Récente, elle remplace la sienne, et l’essai
          sur une copie de la base{NBSP}: <strong>le retour en arrière passe alors par l’outil</strong>, qui remet la
          base à l’instant que la mise à jour a dit. Trop ancienne, la mise à jour est refusée{NBSP};{' '}
          <code>bin/releve app:update --sauvegarde</code> fait tout de même celle du site, d’un seul fichier.
        </p>
      ) : (
        <p>
          Le site avertit quand elle est trop ancienne. Sur SQLite, une mise à jour fait toujours sa propre sauvegarde,
          et revient d’elle-même.
        </p>
      )}
      <p>
        {hasShelf ? (
          <>
            Les photos ne sont pas dans la base, mais dans le stockage partagé{NBSP}: demandez à qui le tient d’en
            garder les versions.
          </>
        ) : (
          <>
            Les réglages, le logo et les photos ne sont pas dans la base{NBSP}: sauvegardez aussi le dossier{' '}
            <code>storage</code>.
          </>
        )}{' '}
        La sauvegarde de la nuit peut être arrêtée sur la page des sauvegardes.
      </p>
    </>
  )
}
