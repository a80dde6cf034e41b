import { type Held, sameField } from '../../../champs/held.ts'
import { etatName, fieldName, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { etatOf } from '../../../champs/states.ts'
import type { Reading } from '../../../db/schema-revue.ts'
import type { Body } from '../../../lib/body.ts'

type Proposition = Record<string, { avant: Reading; apres: Reading }>

/** The fields of which a form says anything else than it was given: what was wrong before is not asked of whoever corrects another. */
export function touchedChamps(champs: readonly Champ[], given: Body, posted: Body): Champ[] {
  const text = (body: Body, key: string): string => String(body[key] ?? '')
  const keys = [...new Set([...Object.keys(given), ...Object.keys(posted)])]
  return champs.filter((champ) => {
    const [name, etat] = [fieldName(champ), etatName(champ)]
    const isMarked = text(posted, etat) !== '' && (text(given, etat) || 'sur') !== text(posted, etat)
    const own = keys.filter((key) => key === name || key.startsWith(`${name}[`))
    return isMarked || own.some((key) => text(given, key) !== text(posted, key))
  })
}

const readingOf = ({ nom }: Champ, { data, etats }: Held): Reading => {
  const etat = etatOf(etats, nom)
  return { valeur: storedValue(data, nom) ?? null, etat: etat === 'sur' ? null : etat }
}

/** Gives what is proposed, by name of the field; the fields that mean the same are left out. */
export function propositionOf(champs: readonly Champ[], stored: Held, typed: Held): Proposition {
  const changed = champs.filter((champ) => !sameField(champ, stored, typed))
  return Object.fromEntries(
    changed.map((champ) => [champ.nom, { avant: readingOf(champ, stored), apres: readingOf(champ, typed) }]),
  )
}

/** A field as a reading has it, as if it were all of a record. */
export const heldOf = ({ nom }: Champ, { valeur, etat }: Reading): Held => ({
  data: valeur === null ? {} : { [nom]: valeur },
  etats: etat === null ? {} : { [nom]: etat as Held['etats'][string] },
})
