import type { TestApp } from '../../support/app.ts'

const gregorien = (valeur: string) => ({
  valeur,
  calendrier: 'gregorien',
  iso: `${valeur.replaceAll('?', '0')}-01-01`.slice(0, 10),
})

export const jour = {
  gregorien,
  julien: (valeur: string, iso: string) => ({ valeur, calendrier: 'julien', iso }),
  republicain: (valeur: string, iso: string | null) => ({ valeur, calendrier: 'republicain', iso }),
}

const MARIAGE = [
  { nom: 'date_evenement', label: 'Date', type: 'date' as const },
  { nom: 'nom', label: 'Nom de l’époux' },
  { nom: 'prenom', label: 'Prénoms de l’époux' },
  { nom: 'epouse', label: 'Épouse' },
  { nom: 'origine', label: 'Origine', type: 'place' as const },
  { nom: 'notes', label: 'Notes', type: 'textarea' as const },
]

/** Two sections, three sources, a dozen records; ids are 1, 2, 3… in the order below, on both engines. */
export async function corpus(t: TestApp) {
  const { make } = t
  const bretagne = await make.lieu({ nom: 'Bretagne' })
  const ille = await make.lieu({ nom: 'Ille-et-Vilaine', parent: bretagne })
  const pleurtuit = await make.lieu({ nom: 'Pleurtuit', parent: ille })
  const morbihan = await make.lieu({ nom: 'Morbihan', parent: bretagne })
  const vannes = await make.lieu({ nom: 'Vannes', parent: morbihan })
  const baptemes = await make.typeSource({ nom: 'Baptêmes' })
  const mariages = await make.typeSource({ nom: 'Mariages', champs: MARIAGE })
  const pleurtuitB = await make.source({
    titre: 'Baptêmes de Pleurtuit',
    type: baptemes,
    lieu: pleurtuit,
    section: t.saintMalo,
  })
  const pleurtuitM = await make.source({
    titre: 'Mariages de Pleurtuit',
    type: mariages,
    lieu: pleurtuit,
    section: t.saintMalo,
  })
  const vannesM = await make.source({ titre: 'Mariages de Vannes', type: mariages, lieu: vannes, section: t.vannes })

  const acts: [{ id: number }, Record<string, unknown>][] = [
    [pleurtuitB, { nom: 'Martin', prenom: 'Marie Anne', date_evenement: gregorien('1787-08-12') }], // 1
    [pleurtuitB, { nom: 'Martin', prenom: 'Jean', date_evenement: gregorien('1750-03-01') }], // 2
    [pleurtuitB, { nom: 'Le Goff', prenom: 'Éloïse', notes: 'parrain : Jean MARTIN, laboureur' }], // 3, undated
    [
      pleurtuitB,
      { nom: 'Œillet', prenom: 'François', date_evenement: jour.republicain('14 thermidor an II', '1794-08-01') },
    ], // 4
    [pleurtuitB, { nom: 'MARTINEAU', prenom: 'Pierre', date_evenement: gregorien('1788') }], // 5
    [
      pleurtuitM,
      { nom: 'Martin', prenom: 'Guillaume', epouse: 'Perrine Lhôtelier', date_evenement: gregorien('1788-01-01') },
    ], // 6
    [
      pleurtuitM,
      {
        nom: 'd’Argentré',
        prenom: 'Yves-Marie',
        epouse: 'Anne O’Brien',
        date_evenement: jour.julien('1549-12-22', '1550-01-01'),
      },
    ], // 7
    [
      vannesM,
      { nom: 'Martin', prenom: 'Marie Perrine', epouse: 'CANARI Jeanne', date_evenement: gregorien('1787-08-12') },
    ], // 8
    [
      vannesM,
      {
        nom: 'Le Goff',
        prenom: 'Yves',
        notes: 'near Vannes AND Auray, NOT found <b>gras</b> & "cité"',
        date_evenement: gregorien('1900-12-31'),
      },
    ], // 9
    [
      vannesM,
      {
        nom: 'Kerambrun',
        prenom: 'José',
        origine: { id: pleurtuit.id, nom_long: 'Ancien nom' },
        date_evenement: gregorien('2001-05-06'),
      },
    ], // 10
  ]
  for (const [source, data] of acts) await make.releve(source, data)
  return { bretagne, ille, pleurtuit, morbihan, vannes, baptemes, mariages, pleurtuitB, pleurtuitM, vannesM }
}
