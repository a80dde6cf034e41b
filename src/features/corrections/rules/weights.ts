import { type Held, sameField } from '../../../champs/held.ts'
import { champText, isPlaceField, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Weight } from '../../../db/schema-revue.ts'
import { words } from '../../../lib/text.ts'

/** These persons lead to the family of the act. */
const FAMILY = new Set(['principal', 'pere', 'mere'])

const yearOf = (champ: Champ, { data }: Held): string | undefined => {
  const value = storedValue(data, champ.nom)
  const iso = typeof value === 'object' && value !== null && 'iso' in value ? value.iso : undefined
  return typeof iso === 'string' ? iso.slice(0, 4) : undefined
}

/** Capitals, accents, signs and blanks are form: the search finds the act under either. */
function isForm(champ: Champ, before: Held, after: Held): boolean {
  const [was, is] = [before, after].map(({ data }) => words(champText(champ, data)).join(' '))
  return was === is
}

function nameWeight(champ: Champ): Weight {
  if (champ.partie === 'nom' || champ.nom === 'nom' || champ.nom === 'prenom') return 3
  return FAMILY.has(champ.groupe?.role ?? '') ? 3 : 2
}

const isName = ({ nom, partie }: Champ): boolean =>
  nom === 'nom' || nom === 'prenom' || partie === 'nom' || partie === 'prenom' || partie === 'nom_complet'

const isRemark = ({ type, partie }: Champ): boolean => type === 'textarea' || partie === 'commentaire'

/**
 * How much the error mattered that a correction of this field mended: 3 where the act would not have been found, or would have led
 * to a wrong family, 2 where it tells something wrong, 1 where only its form changes, 0 where the value stays and another reading
 * stands beside it. A reviewer may say otherwise.
 */
export function proposedWeight(champ: Champ, before: Held, after: Held): Weight {
  if (sameField(champ, before, after)) return 0
  if (isRemark(champ) || isForm(champ, before, after)) return 1
  if (isName(champ)) return nameWeight(champ)
  if (champ.nom === 'date_evenement') return yearOf(champ, before) === yearOf(champ, after) ? 2 : 3
  // A place that is told of no person is where the act was made.
  return isPlaceField(champ) && champ.partie === null ? 3 : 2
}
