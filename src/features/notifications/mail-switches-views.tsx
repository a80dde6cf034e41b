import { CheckField } from '../../ui/field.tsx'
import { Actions, Form, Submit } from '../../ui/form.tsx'
import { KINDS } from './kinds/index.ts'
import type { MailSwitch } from './queries.ts'

/** The part of the profile that says which mails one wants; the notifications of the site itself always come. */
export function MailSwitches({ switches, hasMail }: { switches: MailSwitch[]; hasMail: boolean }) {
  return (
    <>
      <h2>Courriels</h2>
      <Form action="/profil/courriels">
        <p class="aide">
          {hasMail
            ? 'M’écrire aussi par courriel quand :'
            : 'Ce site n’envoie pas de courriels pour l’instant. Quand il en enverra, m’écrire quand :'}
        </p>
        {switches.map(({ kind, wanted }) => (
          <CheckField name={kind} label={KINDS[kind].label}>
            <input type="checkbox" name={kind} value="1" checked={wanted} />
          </CheckField>
        ))}
        <Actions>
          <Submit>Enregistrer mes choix</Submit>
        </Actions>
      </Form>
    </>
  )
}
