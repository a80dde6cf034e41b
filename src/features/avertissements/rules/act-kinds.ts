// Days and ages that an act says against itself; the rules are those of the desk.
import { actDoubts, type DoubtKind } from '../../releves/rules/doubts.ts'
import type { Hit, Material, WarningKind } from './kind.ts'

const found = new WeakMap<Material, Map<DoubtKind, Hit[]>>()

/** All doubts of all acts, once for the five kinds. */
function hitsOf(material: Material, genre: DoubtKind): Hit[] {
  const known = found.get(material) ?? new Map<DoubtKind, Hit[]>()
  if (!found.has(material)) {
    found.set(material, known)
    for (const { id, data } of material.acts)
      for (const { genre: kind, champ, valeur, phrase } of actDoubts(material.champs, data)) {
        const list = known.get(kind) ?? []
        known.set(kind, list)
        list.push({ releve_id: id, champ, valeur, detail: { phrase } })
      }
  }
  return known.get(genre) ?? []
}

const doubt = (genre: DoubtKind, label: string, caution: string): WarningKind => ({
  label,
  weight: 2,
  caution,
  sentence: ({ detail }) => String(detail.phrase ?? label),
  find: (material) => hitsOf(material, genre),
})

export const ACT_KINDS = {
  naissance_apres: doubt(
    'naissance_apres',
    'Naissance après l’acte',
    'Le registre lui-même peut se tromper de jour, ou le baptême être daté du jour de l’inscription.',
  ),
  deces_apres: doubt(
    'deces_apres',
    'Décès loin de l’inhumation',
    'Un corps rapporté de loin, un acte dressé après un jugement.',
  ),
  age_naissance: doubt(
    'age_naissance',
    'Âge contre date de naissance',
    'Les âges des registres sont souvent arrondis\u00a0: de petits écarts ne sont pas signalés.',
  ),
  mariage_12: doubt(
    'mariage_12',
    'Mariage avant 12\u00a0ans',
    'Des fiançailles ou une promesse relevées comme mariage.',
  ),
  mere_55: doubt(
    'mere_55',
    'Mère de plus de 55\u00a0ans',
    'L’âge est celui d’une autre femme citée, ou mal lu par le prêtre.',
  ),
} satisfies Record<DoubtKind, WarningKind>
