import type { Body } from '../../../lib/body.ts'
import { unlikeSent } from '../rules/unlike-sent.ts'
import { Facts, Notices } from './entry.tsx'
import { type EntryProps, NEXT_ID, savedWords } from './entry-form.tsx'

/** Where htmx puts what follows: over the attributes of the form, which would swap it whole. The desk selects it (saisie-suite.js). */
export const NEXT_HEADERS = { 'HX-Retarget': `#${NEXT_ID}` }

/**
 * After a save, for a form that stands as the server made it: what the fields of the next record hold, and what stands around
 * them; of the record just saved nothing that the script has sent itself (`sent`). static/js/saisie-suite.js puts it in, so that
 * sixty controls are neither sent nor built anew for each record.
 */
export function EntryNext({ sent, ...props }: EntryProps & { sent: Body }) {
  const { form, auteur, previous, saved } = props
  const next = {
    cle: form.jeton,
    auteur: auteur.signature,
    avant: props.avant ?? '',
    valeurs: form.raw,
    repris: [...(form.carried ?? [])],
    precedents: unlikeSent(previous, sent),
    etat: saved ? savedWords(saved) : '',
    // Goes on top of those entered last, in a row like theirs.
    acte: props.recent.find(({ id }) => id === saved?.id),
  }
  return (
    <>
      <Notices {...props} />
      <Facts {...props} />
      <div id={NEXT_ID} hidden data-suite={JSON.stringify(next)} />
    </>
  )
}
