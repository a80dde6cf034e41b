import type { Child } from 'hono/jsx'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form } from '../../../ui/form.tsx'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import { MAX_WORDS } from '../form.ts'
import type { PendingRequest } from '../queries/requests.ts'
import type { Reminder } from '../queries/silence.ts'
import { ANSWER_TITLE, NewsForm, PATH, workInWords } from './requests.tsx'

interface AnswerProps {
  request: PendingRequest
  raw: Body
  errors: FormErrors
  /** The fields of the source that a line of the inventory becomes; nothing where the source is there. */
  choice: Child
}

/** One request in full, with the answer. One that was answered meanwhile says so. */
export function AnswerPage({ request, raw, errors, choice }: AnswerProps) {
  const { id, name, titre, message, etat } = request
  return (
    <>
      <PageHead title={ANSWER_TITLE} lead={`${name}\u00a0: ${titre}`} />
      <ErrorSummary errors={errors} labels={{ reponse: 'Réponse' }} />
      <p>{`${name}\u00a0: ${workInWords(request)}.`}</p>
      {message !== null && <blockquote>{message}</blockquote>}
      {etat === 'ouverte' ? (
        <Form action={`${PATH}/${id}`} enter={`Confier à ${name}`}>
          {choice}
          <Field
            name="reponse"
            label="Réponse"
            help={`Facultative, ${MAX_WORDS} signes au plus.`}
            error={errors.reponse}
          >
            <textarea name="reponse" rows={3} maxlength={MAX_WORDS}>
              {shown(raw, 'reponse')}
            </textarea>
          </Field>
          <Actions cancel={PATH}>
            <button type="submit" name="decision" value="accorder" class="bouton principal">
              Confier à {name}
            </button>
            <button type="submit" name="decision" value="refuser" class="bouton">
              Refuser
            </button>
          </Actions>
        </Form>
      ) : (
        <>
          <p>Cette demande a déjà reçu une réponse, ou elle a été retirée.</p>
          <LinkButton href={PATH}>Voir les demandes</LinkButton>
        </>
      )}
    </>
  )
}

export const NEWS_TITLE = 'Des nouvelles de votre registre'
export const NEWS_OVER_TITLE = 'Ce lien ne sert plus'

interface NewsProps {
  reminder: Reminder
  /** The answer that the link in the mail stands for. */
  chosen: string
  path: string
}

/** Asks for news of a register, by the link of a mail: nothing is changed before a button is pressed. */
export function NewsPage({ reminder, chosen, path }: NewsProps) {
  return (
    <>
      <PageHead title={NEWS_TITLE} lead={reminder.titre} />
      <p>
        Si vous le rendez, il sera proposé à d’autres. Tout ce que vous avez relevé reste à votre nom, et vos brouillons
        restent.
      </p>
      <NewsForm action={path} titre={reminder.titre} chosen={chosen} />
    </>
  )
}

export const NewsDone = ({ titre, words }: { titre: string; words: string }) => (
  <>
    <PageHead title={NEWS_TITLE} lead={titre} />
    <p>{words}</p>
    <LinkButton href="/">Ouvrir le site</LinkButton>
  </>
)

export const NewsOver = () => (
  <>
    <PageHead title={NEWS_OVER_TITLE} />
    <p>Vous y avez déjà répondu, ou il est trop ancien. Connectez-vous pour voir vos registres.</p>
    <LinkButton href="/">Ouvrir le site</LinkButton>
  </>
)
