// The family page reads all it shows here, as the reader may see it.
import type { Db } from '../../../../db/schema.ts'
import { words } from '../../../../lib/text.ts'
import { indexWord } from '../../../../search/field-words.ts'
import { respell } from '../../../../search/spellings.ts'
import type { CurrentUser } from '../../../../web/env.ts'
import type { FamilyQuestion } from '../form.ts'
import type { Asked } from '../rules/acts.ts'
import { actsOfCouple, type Family, familyOf, type OtherNames, otherNames, yearsOf } from '../rules/family.ts'
import type { Named, Sought } from '../rules/names.ts'
import { readCandidates } from './candidates.ts'
import { frequencyOf } from './frequency.ts'
import { sourcesNear } from './places.ts'

export interface FoundFamily {
  family: Family
  /** Couples of the same surnames and other first names. */
  otherNames: OtherNames[]
  /** Places nearby whose acts were looked at. */
  hasNearby: boolean
}

/** Somebody asked for, with what the community says of the surname at the place. */
async function soughtOf(db: Db, named: Named, lieuId: number | undefined): Promise<Sought> {
  const typed = indexWord(words(named.nom).join(''))
  const { added, apart } = await respell(db, { kind: 'nom', typed, words: [], lieuId })
  return { ...named, same: new Set(added), another: new Set(apart) }
}

export async function readFamily(db: Db, user: CurrentUser, question: FamilyQuestion): Promise<FoundFamily> {
  const { nom, prenom, nom2, prenom2, lieu, annee, releve } = question
  const asked: Asked = {
    one: await soughtOf(db, { nom, prenom }, lieu?.id),
    other: await soughtOf(db, { nom: nom2, prenom: prenom2 }, lieu?.id),
  }
  const sources = lieu === null ? [] : await sourcesNear(db, user, lieu.id)
  const { candidates, isCut } = await readCandidates(db, user, question, sources)
  const acts = actsOfCouple(candidates, asked)
  const years = yearsOf(acts)
  const frequency =
    lieu === null || years === null
      ? undefined
      : await frequencyOf(db, question, sources, { acts: acts.filter(({ isNearby }) => !isNearby), years })
  const registers = sources
    .filter(({ isNearby }) => !isNearby)
    .map(({ acte, annee_debut, annee_fin, nb_releves }) => ({
      acte,
      annee_debut,
      annee_fin,
      isEmpty: nb_releves === 0,
    }))
  const family = familyOf(acts, { asked, annee, releve, isPlaceAsked: lieu !== null, registers, frequency })
  return {
    family: { ...family, isCut: family.isCut || isCut },
    otherNames: otherNames(candidates, asked, new Set(acts.map(({ id }) => id))),
    hasNearby: sources.some(({ isNearby }) => isNearby),
  }
}
