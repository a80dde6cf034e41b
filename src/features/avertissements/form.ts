import { type Body, shown } from '../../web/form.ts'
import type { Accepted } from './actions/accept.ts'
import { isGenre } from './rules/kinds.ts'

const MAX = 200

/** Reads the form of « C'est bien ainsi », or of its return; undefined where it names no warning. */
export function readAccepted(raw: Body, source_id: number): Accepted | undefined {
  const [genre, champ, valeur] = [shown(raw, 'genre'), shown(raw, 'champ'), shown(raw, 'valeur')]
  const fits = isGenre(genre) && champ.length <= MAX && [...valeur].length <= MAX
  return fits ? { source_id, genre, champ, valeur } : undefined
}

/** Pages of ours from which a form comes back to where it was: paths with plain signs alone. */
const BACK = /^\/(?:revue|releves|sources)\/[\w/-]*(?:\?[\w=&%.+-]*)?(?:#[\w-]*)?$/

/** Where the form was sent from, else `otherwise`; nothing but a page of ours. */
export function backOf(raw: Body, otherwise: string): string {
  const back = shown(raw, 'retour')
  return BACK.test(back) && !back.includes('//') ? back : otherwise
}
