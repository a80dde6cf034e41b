import { type Held, heldText, sameField } from '../../../champs/held.ts'
import { storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { foreignValues } from '../../../champs/read.ts'
import { etatOf } from '../../../champs/states.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import { type Body, shown } from '../../../lib/body.ts'

/** `mien`: what the person who saves typed; `actuel`: what is stored. */
export type Version = 'mien' | 'actuel'

/** A field that the two versions do not agree on. */
export interface Difference {
  champ: Champ
  mien: string
  actuel: string
  /** Both started from this; undefined where that is not known any more. */
  avant: string | undefined
  /** The one to propose: whose writer alone changed the field. undefined where both did. */
  choix: Version | undefined
}

/** Name of the form field that holds the choice for a champ. */
export const choiceName = ({ nom }: { nom: string }): string => `choix[${nom}]`

function proposed(champ: Champ, base: Held | undefined, mine: Held, stored: Held): Version | undefined {
  if (base === undefined) return undefined
  const [isMine, isStored] = [!sameField(champ, base, mine), !sameField(champ, base, stored)]
  if (isMine === isStored) return undefined
  return isMine ? 'mien' : 'actuel'
}

/** The fields to choose for, in the order of the register. `base`: the version that the form was made from. */
export function differencesOf(
  champs: readonly Champ[],
  base: Held | undefined,
  mine: Held,
  stored: Held,
): Difference[] {
  return champs
    .filter((champ) => !sameField(champ, mine, stored))
    .map((champ) => ({
      champ,
      mien: heldText(champ, mine),
      actuel: heldText(champ, stored),
      avant: base && heldText(champ, base),
      choix: proposed(champ, base, mine, stored),
    }))
}

/** The choices made on the page, by name of the champ; what is no choice is left out. */
export function choicesOf(champs: readonly Champ[], posted: Body): Map<string, Version> {
  const choices = new Map<string, Version>()
  for (const champ of champs) {
    const choice = shown(posted, choiceName(champ))
    if (choice === 'mien' || choice === 'actuel') choices.set(champ.nom, choice)
  }
  return choices
}

/** The stored version with the fields of mine that `isMine` says; values under names that are no field any more stay. */
export function mergeOf(champs: readonly Champ[], mine: Held, stored: Held, isMine: (nom: string) => boolean): Held {
  const data: ReleveData = Object.assign(Object.create(null), foreignValues(champs, stored.data))
  const etats: ReleveEtats = Object.assign(Object.create(null), foreignValues(champs, stored.etats))
  for (const champ of champs) {
    const held = isMine(champ.nom) ? mine : stored
    const value = storedValue(held.data, champ.nom)
    const etat = etatOf(held.etats, champ.nom)
    if (value !== undefined) data[champ.nom] = value
    if (etat !== 'sur') etats[champ.nom] = etat
  }
  return { data, etats }
}
