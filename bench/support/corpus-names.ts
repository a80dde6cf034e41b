// Names, words and places of the corpus of search.md, section 1.
import { type Chance, chance } from './random.ts'

const REAL_SURNAMES = `Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David
Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Lefèvre Faure André Mercier Blanc Guérin Boyer
Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand
Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud
Martinez Gérard Roche Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier
Philippe Bourgeois Pierre Benoît Rey Leclerc Payet Rolland Leclercq Guillaume Lecomte López Jean Dupuy Guillot Hubert Berger
Carpentier Sánchez Dupuis Moulin Louis Deschamps Huet Vasseur Perez Boucher Fleury Royer Klein Jacquet Adam Paris Poirier Marty
Aubry Guyot Carré Charles Renault Charpentier Ménard Maillard Baron Bertin Bailly Hervé Schneider Fernandez Collet Léger Bouvier
Julien Prévost Millet Perrot Daniel Cousin Germain Breton Besson Langlois Rémy Pelletier Lévêque Perrier Leblanc Barré Lebrun
Marchal Weber Mallet Hamon Boulanger Jacob Monnier Michaud Rodríguez Guichard Gillet Étienne Grondin Poulain Tessier Chevallier
Collin Chauvin Bouchet Gay Lemaître Bénard Maréchal Humbert Reynaud Antoine Hoarau Perret Barthélemy Cordier Pichon Lejeune Gilbert
Lamy Delaunay Pasquier Carlier Laporte Besançon Tanguy Le_Gall Le_Roux Kerdoncuff Quéméneur Nédélec d’Abadie de_La_Tour
Saint-Martin Hénault Esnault Thibault Tibaut Regnault Le_Normand Lenormand Lefébure Le_Febvre`
const MEN = `Jean Pierre François Jacques Louis Joseph Antoine Charles Nicolas Étienne Michel Claude Guillaume Martin André Mathieu
Philippe Simon Laurent Julien Gabriel René Denis Yves Thomas Robert Henri Paul Vincent Barthélemy Augustin Benoît Alexandre Georges
Léonard Gilles Mathurin Honoré Germain Eugène Émile Auguste Jules Victor Alphonse Adrien Sébastien Ambroise Toussaint Noël`
const WOMEN = `Marie Jeanne Anne Catherine Marguerite Françoise Madeleine Louise Élisabeth Jacquette Antoinette Claudine Perrine
Julienne Michelle Renée Charlotte Barbe Rose Geneviève Thérèse Suzanne Gabrielle Henriette Joséphine Virginie Adélaïde Agathe
Angélique Cécile Guillemette Mathurine Reine Rosalie Sophie Victoire Véronique Eugénie Hélène Simone Pétronille Radegonde`
const TRADES = `laboureur journalier tisserand meunier vigneron marchand notaire maréchal sabotier charpentier tonnelier domestique
couturière fileuse cultivateur boulanger maçon bûcheron pêcheur soldat`
const STEMS = `acte enfant mort né veuf veuve paroisse témoin signé curé vicaire légitime naturel époux épouse fils fille feu défunt
inhumé cimetière présence majeur mineur dispense bans consentement contrat notaire étranger malade âgé environ ans mois jours heures
matin soir marge illisible déchiré tache rature voir page suivante renvoi maison village hameau moulin château ferme bourg`

const list = (text: string): string[] => text.split(/\s+/).map((word) => word.replaceAll('_', ' '))
const ONSETS = list('b br c ch cl cr d dr f fl g gr gu h j l m n p pl pr qu r s t tr v vr')
const VOWELS = list('a e i o u ou ai au é è oi eu an en on in')
const SURNAME_ENDS = list(
  'ier et ot eau ard in on el eux ault ou ac ec ic oz ez aud ert and ois elle ette ine as is y é',
)
const PLACE_ENDS = list(
  'ville court y ac an ay ey ières ois mont gny sur-Loire bourg euil ône an-le-Vieux aux el oux igny',
)
const WORD_ENDS = list('er ment tion age é ée oir ure ance eur')

export const pick = <T>(next: Chance, from: readonly T[]): T => from[next() % from.length] as T
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The list, then made ones until there are `n`. */
function upTo(n: number, start: readonly string[], make: () => string): string[] {
  const all = new Set(start)
  while (all.size < n) all.add(make())
  return [...all]
}

export interface Names {
  surnames: string[]
  men: string[]
  women: string[]
  words: string[]
  trades: string[]
  /** A name for a place. */
  place: () => string
}

export function names(seed: number): Names {
  const next = chance(seed)
  const one = (from: readonly string[]) => pick(next, from)
  const stem = () => one(ONSETS) + one(VOWELS)
  const surname = () => {
    const drawn = next() % 100
    const made = capital(`${stem()}${drawn < 60 ? stem() : ''}${one(ONSETS)}${one(SURNAME_ENDS)}`)
    return drawn % 20 === 0 ? `Le ${made}` : made
  }
  const first = (ends: string[]) => () => capital(`${stem()}${stem()}${one(ends)}`)
  return {
    surnames: upTo(20_000, list(REAL_SURNAMES), surname),
    men: upTo(1000, list(MEN), first(list('n s l c d'))),
    women: upTo(1000, list(WOMEN), first(list('ne tte lle sse de'))),
    words: upTo(3000, list(STEMS), () => stem() + one(ONSETS) + one(WORD_ENDS)),
    trades: list(TRADES),
    place: () => {
      const saint = next() % 5 === 0 ? `Saint-${one(list(MEN))}-` : ''
      return `${saint}${capital(`${stem()}${next() % 2 ? stem() : ''}${one(ONSETS)}${one(PLACE_ENDS)}`)}`
    },
  }
}
