/**
 * Places of the demonstration: real communes, codes of the Code officiel géographique (INSEE, Licence Ouverte Etalab),
 * coordinates of GeoNames (CC BY 4.0). Parents stand before their children.
 * Columns: nom | code | type | parent | latitude | longitude
 */
const LINES = `
France|FR|Pays||46.6|2.4
Bretagne|53|Région|France||
Normandie|28|Région|France||
Ille-et-Vilaine|35|Département|Bretagne||
Côtes-d’Armor|22|Département|Bretagne||
Morbihan|56|Département|Bretagne||
Finistère|29|Département|Bretagne||
Manche|50|Département|Normandie||
Saint-Malo|35288|Commune|Ille-et-Vilaine|48.64738|-2.00877
Pleurtuit|35228|Commune|Ille-et-Vilaine|48.57939|-2.05984
Dinard|35093|Commune|Ille-et-Vilaine|48.63293|-2.06274
Cancale|35049|Commune|Ille-et-Vilaine|48.6766|-1.85216
Saint-Coulomb|35263|Commune|Ille-et-Vilaine|48.67548|-1.91119
Saint-Lunaire|35287|Commune|Ille-et-Vilaine|48.63433|-2.10939
Saint-Méloir-des-Ondes|35299|Commune|Ille-et-Vilaine|48.6379|-1.90439
La Richardais|35241|Commune|Ille-et-Vilaine|48.60685|-2.03574
Le Minihic-sur-Rance|35181|Commune|Ille-et-Vilaine|48.57659|-2.01221
Dol-de-Bretagne|35095|Commune|Ille-et-Vilaine|48.54976|-1.75104
Combourg|35085|Commune|Ille-et-Vilaine|48.40883|-1.75146
Rennes|35238|Commune|Ille-et-Vilaine|48.11109|-1.67431
Dinan|22050|Commune|Côtes-d’Armor|48.45553|-2.05049
Corseul|22048|Commune|Côtes-d’Armor|48.48155|-2.16979
Plancoët|22172|Commune|Côtes-d’Armor|48.5232|-2.23427
Erquy|22054|Commune|Côtes-d’Armor|48.63126|-2.46507
Vannes|56260|Commune|Morbihan|47.65688|-2.76205
Auray|56007|Commune|Morbihan|47.66692|-2.98421
Carnac|56034|Commune|Morbihan|47.58433|-3.07872
Sarzeau|56240|Commune|Morbihan|47.52746|-2.76996
Plouharnel|56168|Commune|Morbihan|47.59856|-3.11442
Quiberon|56186|Commune|Morbihan|47.48368|-3.11986
Locmariaquer|56116|Commune|Morbihan|47.56926|-2.94515
Questembert|56184|Commune|Morbihan|47.661|-2.45323
Quimper|29232|Commune|Finistère|47.99597|-4.09795
Granville|50218|Commune|Manche|48.83792|-1.59714
Avranches|50025|Commune|Manche|48.68436|-1.35686
Saint-Pierre||Paroisse|Pleurtuit||
Saint-Méen||Paroisse|Cancale||
Saint-Patern||Paroisse|Vannes||
Saint-Antoine||Lieu-dit|Pleurtuit||
La Ville ès Brets||Lieu-dit|Pleurtuit||
Le Port||Lieu-dit|Cancale||
Kermario||Lieu-dit|Carnac||
`

export interface LieuDemo {
  nom: string
  code: string | null
  type: string
  parent: string | null
  latitude: number | null
  longitude: number | null
}

const number = (text: string): number | null => (text === '' ? null : Number(text))

export const LIEUX: LieuDemo[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [nom = '', code = '', type = '', parent = '', latitude = '', longitude = ''] = line.split('|')
    return {
      nom,
      code: code || null,
      type,
      parent: parent || null,
      latitude: number(latitude),
      longitude: number(longitude),
    }
  })
