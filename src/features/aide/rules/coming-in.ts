import type { HelpPage } from './page.ts'

/** Pages about what one comes in with beside a password. */
export const COMING_IN_PAGES: readonly HelpPage[] = [
  {
    cle: 'cles-d-acces',
    titre: 'Les clés d’accès',
    chapeau: 'Un téléphone, un ordinateur ou une clé USB termine la connexion d’un geste.',
    voir: ['profil'],
    parties: [
      {
        titre: 'En ajouter une',
        lignes: [
          'Une clé d’accès (« passkey ») remplace le code après le mot de passe : une empreinte, un visage ou un bouton suffit.',
          'Ajoutez-la depuis « Mon profil », et donnez-lui le nom de l’appareil. Deux valent mieux qu’une.',
          'La première vous donne dix codes de secours : ils ouvrent sans JavaScript, ou avec un vieux navigateur.',
        ],
      },
      {
        titre: 'Quand elle ne sert pas',
        lignes: [
          'Elle ne sert qu’à l’adresse du site pour laquelle elle a été faite, et demande une adresse en « https ».',
          'Perdue : entrez par un code de secours, puis retirez-la. Plus de codes : un administrateur retire votre second facteur.',
        ],
      },
    ],
  },
  {
    cle: 'fournisseur',
    titre: 'Se connecter avec Nextcloud',
    chapeau: 'Un autre compte de l’association ouvre ce site, à côté du mot de passe.',
    pour: ['admin'],
    voir: ['parametres'],
    parties: [
      {
        titre: 'Le régler',
        lignes: [
          'Dans Nextcloud, l’application « OIDC Identity Provider » ajoute un client : donnez-lui l’adresse de retour que montre la page.',
          'Elle vous rend un identifiant et un secret : recopiez-les ici, avec l’adresse du Nextcloud.',
          'Le site vérifie qu’il répond avant d’enregistrer. Keycloak, Authentik et d’autres se règlent de même.',
        ],
      },
      {
        titre: 'Qui entre ainsi',
        lignes: [
          'Personne n’y gagne un compte : il en faut déjà un ici, avec la même adresse électronique, vérifiée des deux côtés.',
          'La première fois relie les deux comptes ; le profil les délie.',
          'Qui a une application ou une clé d’accès la montre encore. Le mot de passe d’ici ouvre toujours.',
        ],
      },
    ],
  },
]
