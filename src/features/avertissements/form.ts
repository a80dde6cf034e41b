import { type Body, shown } from '../../web/form.ts'
import type { Accepted } from './actions/accept.ts'
import { isGenre } from './rules/kinds.ts'

const MAX = 200

/** No value that was kept has one of these. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cs}]/u

/** Reads the form of « C'est bien ainsi », or of its return; undefined where it names no warning. */
export function readAccepted(raw: Body, source_id: number): Accepted | undefined {
  const [genre, champ] = [shown(raw, 'genre'), shown(raw, 'champ')]
  // A form sends the lines of a value as no database keeps them.
  const valeur = shown(raw, 'valeur').replace(/\r\n?/g, '\n')
  const fits = isGenre(genre) && champ.length <= MAX && [...valeur].length <= MAX && !UNSEEN.test(champ + valeur)
  return fits ? { source_id, genre, champ, valeur } : undefined
}

/** Pages of ours from which a form comes back to where it was: paths with plain signs alone. */
const BACK = /^\/(?:revue|releves|sources)\/[\w/-]*(?:\?[\w=&%.+-]*)?(?:#[\w-]*)?$/

/** Where the form was sent from, else `otherwise`; nothing but a page of ours. */
export function backOf(raw: Body, otherwise: string): string {
  const back = shown(raw, 'retour')
  return BACK.test(back) && !back.includes('//') ? back : otherwise
}
