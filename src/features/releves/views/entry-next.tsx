import { TableRow } from '../../../ui/table.tsx'
import { Facts, Notices } from './entry.tsx'
import { type EntryProps, editPath, NEXT_ID, savedWords } from './entry-form.tsx'
import { RECENT_ID, recentTable } from './entry-recent.tsx'

/** Where htmx puts what follows: over the attributes of the form, which would swap it whole. */
export const NEXT_HEADERS = {
  'HX-Retarget': `#${NEXT_ID}`,
  'HX-Reselect': `#${NEXT_ID}`,
  'HX-Reswap': 'outerHTML settle:0ms',
}

/**
 * After a save, for a form that stands as the server made it: what the fields of the next record hold, and what stands around
 * them. static/js/saisie-suite.js puts it in, so that sixty controls are neither sent nor built anew for each record.
 */
export function EntryNext(props: EntryProps) {
  const { form, auteur, previous, saved } = props
  const next = {
    cle: form.jeton,
    auteur: auteur.signature,
    avant: props.avant ?? '',
    valeurs: form.raw,
    repris: [...(form.carried ?? [])],
    precedents: Object.fromEntries([...previous].filter(([, raw]) => Object.keys(raw).length > 0)),
    etat: saved ? savedWords(saved) : '',
    precedent: props.avant === undefined ? '' : editPath(props.avant),
  }
  return (
    <>
      <Notices {...props} />
      <Newest {...props} />
      <Facts {...props} />
      <div id={NEXT_ID} hidden data-suite={JSON.stringify(next)} />
    </>
  )
}

/** The act just saved goes on top of those that stand there; static/js/saisie-suite.js takes the oldest away. */
function Newest(props: EntryProps) {
  const newest = props.recent.find(({ id }) => id === props.saved?.id)
  return newest ? (
    <table hidden>
      <tbody hx-swap-oob={`afterbegin:#${RECENT_ID} tbody`}>
        <TableRow {...recentTable(props)} row={newest} />
      </tbody>
    </table>
  ) : null
}
