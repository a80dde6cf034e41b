// The heaviest table: a page of fifty baptisms, each of whose twenty-six fields holds something, as registers of a village do.
import { metier, person, prenom } from '../../db/seeds/people.ts'
import { Hasard } from '../../db/seeds/random.ts'
import { day, factories } from '../support/factories.ts'
import type { Site } from '../support/site.ts'

const HAMLETS = [
  'La Ville-ès-Meniers',
  'Le Bourg',
  'La Giclais',
  'Le Pont-Prigent',
  'La Basse-Motte',
  'Rue de l’Église',
]
const KIN = ['oncle paternel', 'tante maternelle', 'aïeule de l’enfant', 'cousin germain', 'voisine, signe']
const MARGIN = ['marié à Dinard en', 'décédé à Saint-Servan en', 'légitimé par le mariage de ses parents en']
const WORDS = 'rature au mot de père, encre pâle, signature du recteur, bas de page déchiré, nom répété, deux parrains'

const pad = (n: number) => String(n).padStart(2, '0')

interface Place {
  id: number
  nom_long: string
}

function act(h: Hasard, n: number, lieux: readonly Place[]) {
  const [enfant, mere, parrain, marraine] = [person(h), person(h, undefined, 'F'), person(h, undefined, 'M'), person(h)]
  const dates = [1, 2].map((after) =>
    day(`1787-${pad(1 + Math.floor(n / 5))}-${pad(after + (n % 5) * 5 + h.entier(0, 3))}`),
  )
  const domicile = h.parmi(lieux)
  return {
    ...{ date_evenement: dates[1], vue: '45', numero_acte: 112 + n, nom: enfant.nom, prenom: enfant.prenom },
    ...{ sexe: enfant.sexe, date_naissance: dates[0], legitimite: 'légitime', ondoye: h.chance(0.5) },
    ...{
      nom_pere: enfant.nom,
      prenom_pere: prenom(h, 'M'),
      profession_pere: metier(h, 'M'),
      pere_decede: h.chance(0.1),
    },
    ...{ domicile: { id: domicile.id, nom_long: domicile.nom_long }, mere_decedee: h.chance(0.1) },
    ...{ nom_mere: mere.nom, prenom_mere: mere.prenom, profession_mere: metier(h, 'F') },
    ...{ nom_parrain: parrain.nom, prenom_parrain: parrain.prenom, commentaire_parrain: h.parmi(KIN) },
    ...{ nom_marraine: marraine.nom, prenom_marraine: marraine.prenom, commentaire_marraine: h.parmi(KIN) },
    mention_marginale: `${h.parmi(MARGIN)} ${h.entier(1805, 1830)}`,
    notes: h.parmi(WORDS.split(', ')),
  }
}

/** A source with that page, of a section of its own; everybody who sees all sources may type in it. */
export async function fullTable(site: Site): Promise<{ source: number; path: string }> {
  const { db } = site.deps
  const make = factories(db)
  const type = await db
    .selectFrom('types_sources')
    .select(['id', 'nom'])
    .where('nom', '=', 'Baptêmes')
    .executeTakeFirstOrThrow()
  const parent = await make.lieu({ nom: 'Pleurtuit-en-Rance' })
  const lieux = await Promise.all(HAMLETS.map((nom) => make.lieu({ nom, parent })))
  const source = await make.source({
    type,
    titre: 'Baptêmes de Pleurtuit-en-Rance',
    annee_debut: 1780,
    annee_fin: 1792,
  })
  const h = new Hasard(45)
  for (let n = 0; n < 50; n += 1) await make.releve(source, act(h, n, lieux))
  return { source: source.id, path: `/sources/${source.id}/tableau?vue=45` }
}
