const PERSONS: Record<string, string> = {
  '': '',
  pere_: 'père',
  mere_: 'mère',
  conjoint_: 'conjoint',
  ex_: 'conjoint précédent',
}
const PARTS: Record<string, string> = {
  nom: 'Nom',
  prenom: 'Prénoms',
  commentaire: 'Commentaire',
  profession: 'Profession',
  sexe: 'Sexe',
  origine: 'Origine',
  naissance: 'Date de naissance',
  age: 'Âge',
}
const ALONE: Record<string, string> = {
  cote: 'Cote',
  libre: 'Repère',
  date_republicaine: 'Date républicaine',
  sigle: 'Sigle',
  libelle: 'Libellé',
  commentaire_general: 'Commentaire général',
  photos: 'Photo',
  photographe: 'Photographie',
  releveur: 'Relevé par',
  verificateur: 'Vérifié par',
}

/** The label under which a column stands in the notes where it has no field: « Commentaire (père de l’épouse) ». */
export function columnLabel(column: string): string {
  const alone = ALONE[column]
  if (alone !== undefined) return alone
  const [, side = '', n, kin = '', part = ''] =
    /^(epouse_|second_)?(?:temoin_([1-4])_)?(pere_|mere_|ex_|conjoint_)?(.+)$/.exec(column) ?? []
  const sides: Record<string, string> = { epouse_: 'épouse', second_: 'seconde partie' }
  const who = [n === undefined ? PERSONS[kin] : `témoin ${n}`, sides[side]].filter(Boolean).join(', ')
  const what = PARTS[part] ?? part
  return who === '' ? what : `${what} (${who})`
}
