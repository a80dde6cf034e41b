import {
  date,
  inRegister,
  lieu,
  type ModelChamp,
  notes,
  person,
  principal,
  type TypeModel,
  text,
  witnesses,
  yesNo,
} from './pieces.ts'

interface Spouse {
  /** Suffix of the field names: epoux, epouse. */
  cle: string
  /** « de l’époux ». */
  de: string
  veuf: string
}

const parent = (cle: string, de: string, decede: string): ModelChamp[] => [
  ...person(cle, de),
  text(`profession_${cle}`, `Profession ${de}`),
  yesNo(`decede_${cle}`, decede),
]

function spouse({ cle, de, veuf }: Spouse, names: ModelChamp[]): ModelChamp[] {
  return [
    ...names,
    text(`age_${cle}`, `Âge ${de}`),
    date(`date_naissance_${cle}`, `Date de naissance ${de}`),
    lieu(`origine_${cle}`, `Lieu d’origine ${de}`),
    lieu(`domicile_${cle}`, `Domicile ${de}`),
    text(`profession_${cle}`, `Profession ${de}`),
    text(`nom_veuvage_${cle}`, `${veuf} (nom)`),
    text(`prenom_veuvage_${cle}`, `${veuf} (prénoms)`),
    ...parent(`pere_${cle}`, `du père ${de}`, `Père ${de} décédé`),
    ...parent(`mere_${cle}`, `de la mère ${de}`, `Mère ${de} décédée`),
    text(`commentaire_${cle}`, `Commentaire sur ${de.replace('de ', '')}`, { completion: false }),
  ]
}

const epoux: Spouse = { cle: 'epoux', de: 'de l’époux', veuf: 'Époux veuf de' }
const epouse: Spouse = { cle: 'epouse', de: 'de l’épouse', veuf: 'Épouse veuve de' }

/** Marriages of parish and town hall differ by what the town hall adds at the end (`fin`). */
export const mariage = (cle: string, nom: string, description: string, fin: ModelChamp[]): TypeModel => ({
  cle,
  nom,
  description,
  champs: [
    date('date_evenement', 'Date de mariage', { required: true }),
    ...inRegister,
    text('publications', 'Publications', { completion: false, aide: 'Bans, dispenses.' }),
    text('notaire_contrat', 'Notaire du contrat de mariage'),
    date('date_contrat', 'Date du contrat de mariage'),
    ...spouse(epoux, principal('Nom de l’époux', 'Prénoms de l’époux')),
    ...spouse(epouse, [
      text('nom_epouse', 'Nom de l’épouse', { required: true, aide: 'Comme dans le registre, sans corriger.' }),
      text('prenom_epouse', 'Prénoms de l’épouse'),
    ]),
    ...witnesses('temoin', 'témoin', 4),
    ...fin,
    notes,
  ],
})
