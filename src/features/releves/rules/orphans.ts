import type { Champ } from '../../../champs/kind.ts'
import { type Body, shown } from '../../../lib/body.ts'

/** The text of a field, or its state. */
const TYPED = /^(?:(?:texte:)?data|etats)\[([a-z][a-z0-9_]*)\](?:\[valeur\])?$/

/** [name, text] of whatever a posted form says in fields that its source does not have any more. A state « sûr » says nothing. */
export function orphansOf(champs: readonly Champ[], posted: Body): [nom: string, text: string][] {
  const known = new Set(champs.map((champ) => champ.nom))
  const orphans = new Map<string, string>()
  for (const name of Object.keys(posted)) {
    const nom = TYPED.exec(name)?.[1]
    const text = shown(posted, name).trim()
    if (nom === undefined || known.has(nom) || text === '' || (name.startsWith('etats[') && text === 'sur')) continue
    // The words of a place say more than its number, and any text more than a state.
    if (name.startsWith('texte:') || !orphans.has(nom)) orphans.set(nom, text)
  }
  return [...orphans]
}
