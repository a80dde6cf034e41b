import type { SourceStatus } from '../../../src/db/schema.ts'
import { type Answer, type TestApp, testApp } from '../../support/app.ts'

export interface Feature {
  type: string
  geometry: { type: string; coordinates: number[] }
  properties: {
    id: number
    nom_long: string
    sources: number
    releves: number
    annee_debut: number | null
    annee_fin: number | null
    statuts: Record<SourceStatus, number>
  }
}

export const featuresOf = (answer: Answer): Feature[] => JSON.parse(answer.text).features

/** « Pleurtuit 2/3 » of each place: sources and records. */
export const inShort = (answer: Answer): string[] =>
  featuresOf(answer).map(({ properties: p }) => `${p.nom_long.split(',')[0]} ${p.sources}/${p.releves}`)

/** Three places with records, one without, one that nobody knows the position of. */
export async function archive(app?: TestApp) {
  const t = app ?? (await testApp())
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const at = (nom: string, latitude: number, longitude: number) =>
    t.make.lieu({ nom, parent: bretagne, latitude, longitude })
  const lieux = {
    pleurtuit: await at('Pleurtuit', 48.5793, -2.0571),
    dinard: await at('Dinard', 48.63267, -2.06161),
    vannes: await at('Vannes', 47.658236, -2.760847),
    vide: await at('Vide', 48.1, -3.1),
    perdu: await t.make.lieu({ nom: 'Perdu', parent: bretagne }),
  }
  const [baptemes, mariages] = [
    await t.make.typeSource({ nom: 'Baptêmes' }),
    await t.make.typeSource({ nom: 'Mariages' }),
  ]
  const sources = {
    ancienne: await t.make.source({
      titre: 'Baptêmes anciens',
      type: baptemes,
      lieu: lieux.pleurtuit,
      section: t.saintMalo,
      annee_debut: 1700,
      annee_fin: 1720,
      status: 'validee',
    }),
    recente: await t.make.source({
      titre: 'Mariages récents',
      type: mariages,
      lieu: lieux.pleurtuit,
      section: t.saintMalo,
      annee_debut: 1850,
      status: 'en_cours',
    }),
    vierge: await t.make.source({
      titre: 'À relever',
      type: mariages,
      lieu: lieux.pleurtuit,
      section: t.saintMalo,
      annee_debut: 1900,
      annee_fin: 1902,
      status: 'a_relever',
    }),
    dinard: await t.make.source({ titre: 'Dinard', type: baptemes, lieu: lieux.dinard, section: t.saintMalo }),
    vannes: await t.make.source({ titre: 'Zyxcanari', type: baptemes, lieu: lieux.vannes, section: t.vannes }),
    vide: await t.make.source({ titre: 'Sans relevé', type: baptemes, lieu: lieux.vide, section: t.saintMalo }),
    perdu: await t.make.source({ titre: 'Quelque part', type: baptemes, lieu: lieux.perdu, section: t.saintMalo }),
    sansLieu: await t.make.source({ titre: 'Nulle part', type: baptemes, section: t.saintMalo }),
  }
  const releves: Record<string, number> = {}
  for (const name of ['ancienne', 'recente', 'dinard', 'vannes', 'perdu', 'sansLieu'] as const)
    releves[name] = await t.make.releve(sources[name])
  await t.make.releve(sources.ancienne)
  return { t, lieux, sources, releves, types: { baptemes, mariages } }
}
