import type { Hasard } from './random.ts'

const NOMS =
  `Briand Hervé Lemoine Gautier Dagorne Rouxel Lebret Hamon Robidou Le_Mée Guérin Blanchard Bénard Durand Trehen Leroux
  L’Hôtellier Jouan Michel Legendre Le_Breton Hingant Lefebvre Renaud Thébault Daniel Guillou Le_Gall Morvan Le_Bihan Cadoret Lucas
  Rio Jégo Le_Port Le_Roux Belz Kerzerho Madec Ezanno`
    .split(/\s+/)
    .map((nom) => nom.replace('_', ' ').toUpperCase())

const HOMMES =
  `Jean Pierre François Julien Guillaume Mathurin Jacques Olivier Louis Yves Joseph Servan Gilles Vincent Charles Alain
  Jean-Baptiste Augustin Étienne Noël`.split(/\s+/)
const FEMMES =
  `Marie Jeanne Françoise Perrine Anne Julienne Hélène Mathurine Renée Guillemette Olive Servanne Rose Pélagie Thérèse
  Marguerite Catherine Louise Vincente Gillette`.split(/\s+/)
const METIERS = {
  M: `laboureur tisserand matelot meunier journalier pêcheur charpentier maréchal tailleur sabotier marin aubergiste
    cordonnier maçon cultivateur tonnelier notaire`.split(/\s+/),
  F: 'fileuse couturière laboureuse journalière lingère aubergiste marchande'.split(' '),
}

export interface Person {
  nom: string
  prenom: string
  sexe: 'M' | 'F'
}

export const nom = (h: Hasard): string => h.parmi(NOMS)
export const metier = (h: Hasard, sexe: 'M' | 'F'): string => h.parmi(METIERS[sexe])

export function prenom(h: Hasard, sexe: 'M' | 'F'): string {
  const list = sexe === 'M' ? HOMMES : FEMMES
  const first = h.parmi(list)
  const second = h.parmi(list)
  return h.chance(0.25) && second !== first ? `${first} ${second}` : first
}

export function person(h: Hasard, famille?: string, sexe: 'M' | 'F' = h.chance(0.51) ? 'M' : 'F'): Person {
  return { nom: famille ?? nom(h), prenom: prenom(h, sexe), sexe }
}
