// Twenty baptisms of Pleurtuit, August to October 1787, as a transcriber reads them one after the other.

export interface Bapteme {
  /** The day is as typed, with the month where it changes. */
  jour: string
  /** The day that it must become. */
  iso: string
  nom: string
  prenom: string
  sexe: 'M' | 'F'
  pere: string
  mere: [nom: string, prenom: string]
  parrain: [nom: string, prenom: string]
  marraine: [nom: string, prenom: string]
}

const NOMS = ['LEBRET', 'HERVE', 'ROUXEL', 'MORIN', 'BRIAND', 'LEMOINE', 'ROBIDOU']
const HOMMES = ['Jean', 'Pierre Marie', 'Guillaume', 'Mathurin', 'Julien']
const FEMMES = ['Anne', 'Julie Marie', 'Perrine', 'Jeanne', 'Renee Francoise', 'Olive']

const of = (list: readonly string[], n: number): string => list[n % list.length] as string

/** Days as they follow each other in the register. */
const JOURS = '31/8 1/9 3 4 4 9 12 15 15 21 28 30 2/10 3 7 11 19 19 24 30'.split(' ')

let mois = 8
export const BAPTEMES: Bapteme[] = JOURS.map((jour, n) => {
  const [day = '', month] = jour.split('/')
  mois = month === undefined ? mois : Number(month)
  const isGirl = n % 3 !== 0
  return {
    jour,
    iso: `1787-${String(mois).padStart(2, '0')}-${day.padStart(2, '0')}`,
    nom: of(NOMS, n),
    prenom: of(isGirl ? FEMMES : HOMMES, n + 2),
    sexe: isGirl ? 'F' : 'M',
    pere: of(HOMMES, n + 1),
    mere: [of(NOMS, n + 3), of(FEMMES, n + 1)],
    parrain: [of(NOMS, n + 5), of(HOMMES, n + 4)],
    marraine: [of(NOMS, n + 2), of(FEMMES, n + 3)],
  }
})
