import {
  date,
  heading,
  inRegister,
  lieu,
  type ModelChamp,
  type ModelGroup,
  named,
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
  libelle: string
  /** « de l’époux ». */
  de: string
  veuf: string
}

const parent = (cle: string, de: string, decede: string): ModelChamp[] => [
  ...named(cle, de),
  text(`profession_${cle}`, `Profession ${de}`),
  yesNo(`decede_${cle}`, decede),
]

function spouse({ cle, libelle, de, veuf }: Spouse, names: ModelChamp[]): ModelGroup[] {
  return [
    person(
      'principal',
      [cle, libelle],
      [
        ...names,
        text(`age_${cle}`, `Âge ${de}`),
        date(`date_naissance_${cle}`, `Date de naissance ${de}`),
        lieu(`origine_${cle}`, `Lieu d’origine ${de}`),
        lieu(`domicile_${cle}`, `Domicile ${de}`),
        text(`profession_${cle}`, `Profession ${de}`),
        text(`commentaire_${cle}`, `Commentaire sur ${de.replace('de ', '')}`, { completion: false }),
      ],
    ),
    person(
      'ancien_conjoint',
      [`veuvage_${cle}`, `Conjoint précédent ${de}`, cle],
      [text(`nom_veuvage_${cle}`, `${veuf} (nom)`), text(`prenom_veuvage_${cle}`, `${veuf} (prénoms)`)],
    ),
    person('pere', [`pere_${cle}`, `Père ${de}`, cle], parent(`pere_${cle}`, `du père ${de}`, `Père ${de} décédé`)),
    person('mere', [`mere_${cle}`, `Mère ${de}`, cle], parent(`mere_${cle}`, `de la mère ${de}`, `Mère ${de} décédée`)),
  ]
}

const epoux: Spouse = { cle: 'epoux', libelle: 'Époux', de: 'de l’époux', veuf: 'Époux veuf de' }
const epouse: Spouse = { cle: 'epouse', libelle: 'Épouse', de: 'de l’épouse', veuf: 'Épouse veuve de' }

/** Marriages of parish and town hall differ by what the town hall adds at the end (`fin`). */
export const mariage = (cle: string, nom: string, description: string, fin: ModelChamp[]): TypeModel => ({
  ...{ cle, nom, description },
  acte: 'mariage',
  groupes: [
    heading('reperes', 'Repères', [
      date('date_evenement', 'Date de mariage', { required: true }),
      ...inRegister,
      text('publications', 'Publications', { completion: false, aide: 'Bans, dispenses.' }),
      text('notaire_contrat', 'Notaire du contrat de mariage', { partie: 'nom_complet' }),
      date('date_contrat', 'Date du contrat de mariage'),
    ]),
    ...spouse(epoux, principal('Nom de l’époux', 'Prénoms de l’époux')),
    ...spouse(epouse, [
      text('nom_epouse', 'Nom de l’épouse', { required: true, aide: 'Comme dans le registre, sans corriger.' }),
      text('prenom_epouse', 'Prénoms de l’épouse'),
    ]),
    ...witnesses('temoin', 'Témoin', 4),
    notes(...fin),
  ],
})
