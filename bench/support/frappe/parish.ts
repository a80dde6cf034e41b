// A parish: couples who have children every other year, their trades and hamlets, and the same godparents over and over.
import type { CalendarType } from '../../../src/lib/calendar.ts'
import { type Chance, chance } from '../random.ts'

export interface Day {
  /** As the register has it: `04/08/1793`, `14 vendémiaire an II`. */
  texte: string
  calendrier: CalendarType
}

/** Tells an act by name of the field, a place by its own name; fields that the register leaves out are absent. */
export interface Act {
  dates: Record<string, Day>
  places: Record<string, string>
  /** Everything else, as it is to be stored. */
  texts: Record<string, string>
  yes: readonly string[]
  numbers: Record<string, number>
}

export interface Adult {
  nom: string
  prenom: string
}

export interface Couple {
  pere: Adult
  mere: Adult
  profession: string
  hameau: string
}

const NOMS =
  `Briand Hervé Lemoine Gautier Dagorne Rouxel Lebret Hamon Robidou Le_Mée Guérin Blanchard Bénard Durand Trehen Leroux Jouan
  Legendre Le_Breton Hingant Lefebvre Renaud Thébault Guillou Morvan Cadoret Lucas Kerzerho Ezanno Delahaye Desvaux Boutier
  Chauchix Samson Miniac Ladvocat Picot Lesnard Josselin Gicquel`
    .split(/\s+/)
    .map((nom) => nom.replace('_', ' ').toLocaleUpperCase('fr'))
export const HOMMES =
  `Jean Jean_Baptiste Pierre Pierre_Marie François Julien Guillaume Mathurin Jean_Marie Jacques Joseph_Marie Olivier
  Louis Yves Joseph Servan Gilles Vincent Charles Augustin Étienne`
    .split(/\s+/)
    .map((one) => one.replace('_', ' '))
export const FEMMES =
  `Marie Jeanne Marie_Jeanne Françoise Perrine Anne_Marie Julienne Hélène Jeanne_Françoise Mathurine Renée
  Guillemette Anne Olive Servanne Rose Pélagie Thérèse Marguerite Catherine`
    .split(/\s+/)
    .map((one) => one.replace('_', ' '))
const METIERS = `laboureur laboureur laboureur tisserand matelot matelot meunier journalier pêcheur charpentier maréchal
  tailleur sabotier`.split(/\s+/)
export const HAMEAUX =
  'La Ville ès Meniers|La Hisse|Le Minihic|Jouvente|La Ville Biais|Trémereuc|Le Pont|La Crochais'.split('|')

/** Draws by chance, most often among the first. */
export class Draw {
  readonly next: Chance
  constructor(seed: number) {
    this.next = chance(seed)
    this.next()
  }

  of<T>(list: readonly T[]): T {
    return list[this.next() % list.length] as T
  }

  /** As names are borne: the square of chance makes the first ones common. */
  common<T>(list: readonly T[]): T {
    const part = (this.next() % 1000) / 1000
    return list[Math.floor(part * part * list.length)] as T
  }

  /** `percent`: times in a hundred. */
  often(percent: number): boolean {
    return this.next() % 100 < percent
  }
}

const adult = (draw: Draw, isMan: boolean, nom = draw.common(NOMS)): Adult => ({
  nom,
  prenom: draw.common(isMan ? HOMMES : FEMMES),
})

/** The couples of a parish, no two of them alike. */
export function couples(draw: Draw, count: number): Couple[] {
  const known = new Map<string, Couple>()
  while (known.size < count) {
    const couple = {
      pere: adult(draw, true),
      mere: adult(draw, false),
      profession: draw.of(METIERS),
      hameau: draw.of(HAMEAUX),
    }
    known.set(JSON.stringify([couple.pere, couple.mere]), couple)
  }
  return [...known.values()]
}

/** A relative of the father or of the mother as often as not, else a neighbour: always somebody who has children of their own. */
export function godparent(draw: Draw, all: readonly Couple[], { pere, mere }: Couple, isMan: boolean): Adult {
  const adults = all.map((couple) => (isMan ? couple.pere : couple.mere))
  const kin = adults.filter(({ nom }) => nom === pere.nom || nom === mere.nom)
  return draw.of(kin.length > 0 && draw.often(60) ? kin : adults)
}

/** A typist of some practice has these: what the register says again and again. */
export const ABBREVIATIONS: Readonly<Record<string, string>> = {
  lab: 'laboureur',
  tis: 'tisserand',
  mat: 'matelot',
  jou: 'journalier',
  cha: 'charpentier',
  op: 'oncle paternel',
  om: 'oncle maternel',
  tp: 'tante paternelle',
  tm: 'tante maternelle',
  oe: 'oncle de l’époux',
  oee: 'oncle de l’épouse',
  fe: 'frère de l’époux',
  fee: 'frère de l’épouse',
  b3: 'trois bans',
  b2: 'deux bans, dispense du troisième',
  b1: 'un ban, dispense de deux',
  ps: 'le parrain signe',
  pn: 'parrain et marraine ne signent',
  eps: 'les époux signent',
  epn: 'les époux ne signent',
}
