/** The sigles of column V 11; of a deed that is none of these, the first letters of its name. */
const SIGLES: Readonly<Record<string, string>> = {
  'contrat de mariage': 'CM',
  testament: 'TE',
  inventaire: 'INV',
  vente: 'VE',
  bail: 'BA',
  partage: 'PA',
  donation: 'DO',
  quittance: 'QU',
  apprentissage: 'AP',
  obligation: 'OB',
  tutelle: 'TU',
}

/** Ancestris reads the kind of an act here and nowhere else: it is never empty. */
export const sigleOf = (deed: string): string => SIGLES[deed] ?? 'DIV'
