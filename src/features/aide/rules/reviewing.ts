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
        titre: 'Les touches',
        lignes: [
          'Une lettre suffit tant qu’aucun champ n’est actif : V bon, C corriger, A autre lecture, D douteux, Q question, N passer.',
          'Elles se coupent sous l’acte, ou dans votre profil : les boutons restent.',
        ],
      },
    ],
    voir: ['lectures'],
  },
  {
    cle: 'lectures',
    titre: 'Lectures et corrections',
    chapeau: 'Deux personnes ne lisent pas toujours la même chose dans un acte : ce que le site en garde.',
    parties: [
      {
        titre: 'Une autre lecture',
        lignes: [
          '« Autre lecture » (A) garde ce que vous lisez à côté de la valeur, sans la changer : « LE GOF (autre lecture : LE GOFF) ».',
          'En corrigeant, « Garder… comme autre lecture » laisse l’ancienne valeur à côté de la nouvelle. Ce n’est pas compté comme une erreur.',
          'La recherche trouve l’acte par chaque lecture. Le fichier de la source les a dans une colonne « (autre lecture) », que l’import relit.',
          'Sur la page du relevé, qui peut le corriger les change ou les retire.',
        ],
      },
      {
        titre: 'La seconde saisie',
        lignes: [
          'Une source peut demander, sur sa page « Modifier », qu’une part de ses actes soit saisie deux fois. Ils sont tirés quand elle est soumise.',
          'Une autre personne les saisit d’après l’image, sans voir la première saisie. « LE GOFF » et « Legoff » ne font pas une différence.',
          'Les différences s’arbitrent une à une : 1 garde la première lecture, 2 la seconde, A en écrit une autre.',
          'La source se valide quand tout est saisi et arbitré. Un gestionnaire peut dispenser du reste, avec une raison qui est gardée.',
        ],
      },
      {
        titre: 'Mes corrections',
        lignes: [
          'Dans le menu à votre nom : ce que d’autres ont corrigé dans vos actes, avant et après, avec la raison.',
          '« Ce mois-ci » dit aussi combien de fois d’autres ont ouvert vos actes ; qui les a ouverts n’est noté nulle part.',
          '« Je ne suis pas d’accord » écrit à la personne qui a corrigé, sur ce champ.',
          'Vous seul voyez cette page. Personne n’y est comparé à personne.',
        ],
      },
    ],
    voir: ['revue'],
  },
]
