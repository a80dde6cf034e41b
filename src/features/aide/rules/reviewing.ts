import type { HelpPage } from './page.ts'

/** Pages about reading over what others typed. */
export const REVIEWING_PAGES: readonly HelpPage[] = [
  {
    cle: 'revue',
    titre: 'La validation',
    chapeau: 'Les sources dont la saisie est finie attendent ici qu’un gestionnaire les relise.',
    parties: [
      {
        titre: 'Relire',
        lignes: [
          'La plus ancienne est en tête. Ouvrez-la et comparez quelques actes au registre.',
          '« Valider » la ferme. « Rejeter » la rend à qui l’a saisie, avec le motif que vous écrivez.',
          'Un bon motif dit où et quoi : « Les dates de 1575 sont à revoir ».',
        ],
      },
      {
        titre: 'Ce que dit la relecture',
        lignes: [
          'Au-dessus de la décision : les erreurs trouvées, selon leur gravité, par décennie et par champ, et ce qui reste ouvert.',
          '« Au plus 5,8 % » : d’après l’échantillon, la source a sans doute moins d’actes fautifs que cela.',
          'Le motif du rejet est écrit d’avance avec ces erreurs. Relisez-le, changez-le.',
        ],
      },
      {
        titre: 'Mes corrections',
        lignes: [
          'Dans le menu à votre nom : ce que d’autres ont corrigé dans vos actes, avant et après, avec la raison.',
          '« Je ne suis pas d’accord » écrit à la personne qui a corrigé, sur ce champ.',
          'Vous seul voyez cette page. Personne n’y est comparé à personne.',
        ],
      },
    ],
  },
]
