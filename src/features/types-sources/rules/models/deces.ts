import type { ActKind } from '../../../../db/schema-persons.ts'
import {
  date,
  heading,
  inRegister,
  lieu,
  list,
  named,
  notes,
  person,
  principal,
  SEXES,
  type TypeModel,
  text,
  witnesses,
  yesNo,
} from './pieces.ts'

interface Words {
  evenement: string
  temoin: 'Témoin' | 'Déclarant'
}

/** Burials and deaths: the same person, parents and spouse; the dates and those who declare differ. */
export const deces = (
  acte: ActKind,
  [cle, nom, description]: [cle: string, nom: string, description: string],
  words: Words,
): TypeModel => ({
  ...{ cle, nom, description, acte },
  groupes: [
    heading('reperes', 'Repères', [date('date_evenement', words.evenement, { required: true }), ...inRegister]),
    person(
      'principal',
      ['defunt', 'Défunt'],
      [
        date('date_deces', 'Date de décès'),
        ...principal(),
        list('sexe', 'Sexe', SEXES),
        text('age', 'Âge', { aide: 'Comme dans l’acte : 3 mois, environ 60 ans.' }),
        date('date_naissance', 'Date de naissance'),
        lieu('lieu_naissance', 'Lieu de naissance'),
        lieu('domicile', 'Domicile'),
        text('profession', 'Profession'),
        yesNo('veuf', 'Veuf ou veuve'),
        text('cause', 'Cause du décès'),
        text('lieu_inhumation', 'Lieu d’inhumation', { aide: 'Église, cimetière, chapelle.' }),
      ],
    ),
    person(
      'conjoint',
      ['conjoint', 'Conjoint', 'defunt'],
      [...named('conjoint', 'du conjoint'), text('profession_conjoint', 'Profession du conjoint')],
    ),
    person(
      'pere',
      ['pere', 'Père', 'defunt'],
      [...named('pere', 'du père'), text('profession_pere', 'Profession du père')],
    ),
    person(
      'mere',
      ['mere', 'Mère', 'defunt'],
      [...named('mere', 'de la mère'), text('profession_mere', 'Profession de la mère')],
    ),
    ...witnesses(words.temoin === 'Déclarant' ? 'declarant' : 'temoin', words.temoin, 2),
    notes(),
  ],
})
