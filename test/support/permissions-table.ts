import { FORMATS } from '../../src/web/formats/index.ts'

/**
 * Every route says here what it answers to whom: nowhere else is that written down (decisions.md, section 2). Columns: a member on an
 * object of another section and on one of his own, a section manager likewise, an administrator (« 303/403 »: on others' objects
 * / on his own), and, for pages that need no session, anybody. Forms are sent empty: 422 is « you may, but this is not filled in »;
 * `porte` is the way to the log-in page.
 *
 * A reader is answered like a member, but for the routes of `READER` below.
 *
 * A route without an object has one answer a person. A new route needs its row here: test/matrix.test.ts prints it.
 */
const TABLE = `
  GET /sante                                              200 200 200 200 200  200
  GET /metrics                                            404 404 404 404 404  404
  GET /donnees-personnelles                               200 200 200 200 200  200
  GET /login                                              303 303 303 303 303  200
  POST /login                                             422 422 422 422 422  422
  POST /logout                                            porte porte porte porte porte
  GET /2fa                                                303 303 303 303 303
  POST /2fa                                               303 303 303 303 303
  POST /2fa/renvoyer                                      303 303 303 303 303
  GET /connexion/fournisseur                              303 303 303 303 303
  GET /connexion/fournisseur/retour                       303 303 303 303 303
  GET /recherche/graphies                                 303 303 303 303 303
  GET /recherche/graphies/choix                           303 303 303 303 303
  GET /recherche/repartition                              303 303 303 303 303
  GET /recherche/proches                                  303 303 303 303 303
  GET /recherche/export/csv                               303 303 303 303 303
  GET /register                                           303 303 303 303 303
  POST /register                                          403 403 403 403 403  403
  GET /register/attente                                   200 200 200 200 200  200
  GET /mot-de-passe/oubli                                 200 200 200 200 200  200
  POST /mot-de-passe/oubli                                303 303 303 303 303  303
  GET /mot-de-passe/nouveau/:jeton                        404 404 404 404 404  404
  POST /mot-de-passe/nouveau/:jeton                       404 404 404 404 404  404
  GET /invitation/:jeton                                  404 404 404 404 404  404
  POST /invitation/:jeton                                 404 404 404 404 404  404
  GET /registres/nouvelles/:jeton                         404 404 404 404 404  404
  POST /registres/nouvelles/:jeton                        404 404 404 404 404  404
  GET /desabonnement/:jeton                               404 404 404 404 404  404
  POST /desabonnement/:jeton                              404 404 404 404 404  404
  GET /email/verification/:jeton                          404 404 404 404 404  404
  POST /email/verification/:jeton                         404 404 404 404 404  404
  POST /apparence                                         303 303 303 303 303  303
  GET /logo/:nom                                          404 404 404 404 404  404
  GET /.well-known/security.txt                           404 404 404 404 404 404
  GET /code-source                                        200 200 200 200 200  200
  GET /code-source/licence                                200 200 200 200 200  200
  GET /code-source/:fichier                               404 404 404 404 404  404
  GET /favicon.ico                                        302 302 302 302 302  302
  GET /sources/:id/releves                                404 200 404 200 200
  GET /sources/:id/releves/lot                            404 422 404 422 422
  POST /sources/:id/releves/lot                           404 422 404 422 422
  GET /sources/:id/releves/colonnes                       404 200 404 200 200
  POST /sources/:id/releves/colonnes                      404 422 404 422 422
  GET /sources/:id/releves/passes                         404 200 404 200 200
  POST /sources/:id/releves/passes                        404 303 404 303 303
  GET /sources/:id/releves/nouveau                        404 200 404 200 200
  POST /sources/:id/releves                               404 422 404 422 422
  POST /sources/:id/releves/corriger                      404 422 404 422 422
  GET /sources/:id/avertissements                         404 200 404 200 200
  POST /sources/:id/avertissements/chercher               404 303 404 303 303
  POST /sources/:id/avertissements/admis                  404 404 404 404 404
  POST /sources/:id/avertissements/admis/retirer          404 404 404 404 404
  GET /sources/:id/volet                                  404 200 404 200 200
  GET /sources/:id/tableau                                404 200 404 200 200
  GET /sources/:id/tableau/colonnes                       404 200 404 200 200
  POST /sources/:id/tableau/colonnes                      404 422 404 422 422
  GET /sources/:id/tableau/coller                         404 200 404 200 200
  POST /sources/:id/tableau/coller                        404 422 404 422 422
  GET /dates/comprendre                                   200 200 200 200 200
  GET /sources/:id/import                                 404 200 404 200 200
  POST /sources/:id/import                                404 422 404 422 422
  POST /releves/:id/conflit                               404 409 404 409 409
  GET /releves/:id/champs/:nom                            404 200 404 200 200
  GET /releves/:id/champs/:nom/valeur                     404 200 404 200 200
  POST /releves/:id/champs/:nom                           404 422 404 422 422
  GET /releves/:id/lectures/:nom                          404 200 404 200 200
  POST /releves/:id/lectures/:nom                         404 409 404 409 409
  GET /sources/:id/releves/supprimes                      404 403 404 200 200
  GET /releves/:id/versions/:version                      404 200 404 200 200
  POST /releves/:id/versions/:version/retablir            404 409 404 409 409
  GET /releves/:id                                        404 200 404 200 200
  GET /releves/:id/modifier                               404 200 404 200 200
  POST /releves/:id                                       404 422 404 422 422
  GET /releves/:id/supprimer                              404 200 404 200 200
  POST /releves/:id/supprimer                             404 303 404 303 303
  GET /releves/:id/fils/nouveau                           404 200 404 200 200
  POST /releves/:id/fils                                  404 422 404 422 422
  GET /releves/:id/proposer                               404 200 404 200 200
  POST /releves/:id/proposer                              404 422 404 422 422
  GET /fils/:id                                           404 200 404 200 200
  POST /fils/:id                                          404 422 404 422 422
  POST /fils/:id/clore                                    404 303 404 303 303
  POST /fils/:id/rouvrir                                  404 303 404 303 303
  POST /fils/:id/refuser                                  404 403 404 422 422
  POST /fils/:id/appliquer                                404 403 404 409 409
  GET /sources/:id/fils                                   404 200 404 200 200
  GET /releves/:id/acte                                   404 200 404 200 200
  GET /releves/:id/historique                             404 200 404 200 200
  POST /releves/:id/restauration                          404 403 404 303 303
  GET /completions                                        200 200 200 200 200
  GET /completions/couples                                200 200 200 200 200
  GET /completions/sexe                                   200 200 200 200 200
  POST /completions/ecarter                               422 422 422 422 422
  POST /completions/reprendre                             422 422 422 422 422
  GET /brouillons                                         200 200 200 200 200
  POST /brouillons                                        422 422 422 422 422
  POST /brouillons/:id/supprimer                          404 303 404 303 404/303
  GET /admin/types-sources                                403 403 403 403 200
  GET /admin/types-sources/nouveau                        403 403 403 403 200
  POST /admin/types-sources                               403 403 403 403 422
  GET /admin/types-sources/:id                            403 403 403 403 303
  GET /admin/types-sources/:id/modifier                   403 403 403 403 200
  POST /admin/types-sources/:id                           403 403 403 403 422
  GET /admin/types-sources/:id/copier                     403 403 403 403 200
  POST /admin/types-sources/:id/copier                    403 403 403 403 422
  GET /admin/types-sources/:id/supprimer                  403 403 403 403 200
  POST /admin/types-sources/:id/supprimer                 403 403 403 403 409
  GET /admin/types-sources/:id/champs                     403 403 403 403 200
  POST /admin/types-sources/:id/champs                    403 403 403 403 422
  POST /admin/types-sources/:id/champs/ordre              403 403 403 403 409
  GET /admin/types-sources/:id/champs/:champ/modifier     403 403 403 403 200
  POST /admin/types-sources/:id/champs/:champ             403 403 403 403 422
  POST /admin/types-sources/:id/champs/:champ/monter      403 403 403 403 303
  POST /admin/types-sources/:id/champs/:champ/descendre   403 403 403 403 303
  GET /admin/types-sources/:id/champs/:champ/supprimer    403 403 403 403 200
  POST /admin/types-sources/:id/champs/:champ/supprimer   403 403 403 403 303
  POST /admin/types-sources/:id/groupes                   403 403 403 403 422
  GET /admin/types-sources/:id/groupes/:groupe/modifier   403 403 403 403 200
  POST /admin/types-sources/:id/groupes/:groupe           403 403 403 403 422
  POST /admin/types-sources/:id/groupes/:groupe/copier    403 403 403 403 303
  POST /admin/types-sources/:id/groupes/:groupe/monter    403 403 403 403 303
  POST /admin/types-sources/:id/groupes/:groupe/descendre 403 403 403 403 303
  GET /admin/types-sources/:id/groupes/:groupe/supprimer  403 403 403 403 200
  POST /admin/types-sources/:id/groupes/:groupe/supprimer 403 403 403 403 303
  GET /sources                                            200 200 200 200 200
  GET /sources/lot                                        403 403 422 422 422
  POST /sources/lot                                       403 403 422 422 422
  GET /lots/:id                                           404 404 404 404 200
  POST /lots/:id/defaire                                  404 404 404 404 303
  GET /sources/export/csv                                 200 200 200 200 200
  GET /sources/nouvelle                                   403 403 200 200 200
  POST /sources                                           403 403 422 422 422
  GET /sources/:id                                        404 200 404 200 200
  GET /sources/:id/modifier                               404 403 404 200 200
  POST /sources/:id                                       404 403 404 422 422
  GET /sources/:id/supprimer                              404 403 404 200 200
  POST /sources/:id/supprimer                             404 403 404 422 422
  GET /sources/supprimees                                 403 403 200 200 200
  POST /sources/supprimees/:id/retablir                   404 404 404 404 404
  GET /sources/:id/defauts                                404 403 404 200 200
  POST /sources/:id/defauts                               404 403 404 409 409
  GET /sources/:id/statut                                 404 200 404 200 200
  POST /sources/:id/statut                                404 422 404 422 422
  GET /sources/:id/a-revoir                               404 200 404 200 200
  POST /sources/:id/a-revoir/:acte                        404 404 404 404 404
  GET /sources/:id/seconde-saisie                         404 200 404 200 200
  GET /sources/:id/seconde-saisie/:acte                   404 404 404 404 404
  POST /sources/:id/seconde-saisie/:acte                  404 404 404 404 404
  GET /sources/:id/vues                                   404 200 404 200 200
  POST /sources/:id/vues                                  404 422 404 422 422
  GET /sources/:id/vues/:numero                           404 200 404 200 200
  GET /sources/:id/vues/empreintes                        404 200 404 200 200
  GET /sources/:id/vues/:numero/image                     404 404 404 404 404
  POST /sources/:id/vues/:numero                          404 303 404 303 303
  POST /sources/:id/vues/decalage                         404 422 404 422 422
  POST /sources/:id/vues/manifeste                        404 422 404 422 422
  GET /sources/:id/vues/supprimer                         404 200 404 200 200
  POST /sources/:id/vues/supprimer                        404 422 404 422 422
  GET /revue                                              403 403 200 200 200
  GET /revue/:id                                          404 403 404 200 200
  POST /revue/:id                                         404 403 404 422 422
  GET /revue/:id/acte                                     404 403 404 200 200
  GET /revue/:id/arbitrage                                404 403 404 200 200
  POST /revue/:id/arbitrage/:acte                         404 403 404 409 409
  POST /revue/:id/dispense                                404 403 404 303 303
  POST /revue/touches                                     303 303 303 303 303
  POST /releves/:id/avis                                  404 403 404 303 303
  POST /releves/:id/correction                            404 403 404 404 404
  POST /releves/:id/autre-lecture                         404 403 404 404 404
  GET /notifications                                      200 200 200 200 200
  POST /notifications/lues                                303 303 303 303 303
  POST /notifications/:id/lue                             404 303 404 303 404/303
  POST /profil/courriels                                  303 303 303 303 303
  GET /admin/etat                                         403 403 403 403 200
  GET /admin/registre-traitements                         403 403 403 403 200
  POST /parametres/donnees                                403 403 403 403 422
  POST /admin/etat/jeton                                  403 403 403 403 303
  POST /admin/etat/jeton/retirer                          403 403 403 403 303
  GET /admin/taches                                       403 403 403 403 200
  POST /admin/taches/relancer                             403 403 403 403 303
  POST /admin/taches/:id/relancer                         403 403 403 403 303
  POST /admin/taches/:id/abandonner                       403 403 403 403 303
  GET /preuve                                             303 303 303 303 303
  POST /preuve                                            303 303 303 303 303
  GET /profil                                             200 200 200 200 200
  POST /profil                                            422 422 422 422 422
  POST /profil/pause                                      303 303 303 303 303
  POST /profil/contributeur                               303 303 303 303 303
  POST /profil/verification                               409 409 409 409 409
  GET /profil/mot-de-passe                                200 200 200 200 200
  POST /profil/mot-de-passe                               422 422 422 422 422
  POST /profil/sessions/fermer                            303 303 303 303 303
  GET /profil/donnees                                     200 200 200 200 200
  GET /profil/suppression                                 200 200 200 200 200
  GET /profil/application                                 200 200 200 200 200
  POST /profil/application                                303 303 303 303 303
  POST /profil/application/codes                          303 303 303 303 303
  POST /profil/application/retrait                        303 303 303 303 303
  POST /profil/application/codes/fichier                  303 303 303 303 303
  POST /profil/fournisseur/retrait                        303 303 303 303 303
  GET /profil/cles                                        200 200 200 200 200
  GET /profil/cles/nouvelle                               200 200 200 200 200
  POST /profil/cles/nouvelle                              422 422 422 422 422
  GET /profil/cles/:id                                    404 404 404 404 404
  POST /profil/cles/:id                                   404 404 404 404 404
  POST /profil/cles/:id/retrait                           404 404 404 404 404
  GET /profil/corrections                                 200 200 200 200 200
  POST /profil/corrections/lues                           303 303 303 303 303
  POST /profil/suppression                                422 422 422 422 422
  GET /parametres                                         403 403 403 403 200
  GET /parametres/fournisseur                             403 403 403 403 200
  POST /parametres/fournisseur                            403 403 403 403 422
  GET /parametres/fournisseur/retrait                     403 403 403 403 303
  POST /parametres/fournisseur/retrait                    403 403 403 403 303
  POST /parametres/general                                403 403 403 403 422
  POST /parametres/carte                                  403 403 403 403 303
  POST /parametres/photos                                 403 403 403 403 422
  POST /parametres/smtp                                   403 403 403 403 422
  POST /parametres/connexion                              403 403 403 403 303
  GET /parametres/smtp/supprimer                          403 403 403 403 303
  POST /parametres/smtp/supprimer                         403 403 403 403 303
  POST /parametres/smtp/test                              403 403 403 403 422
  POST /parametres/updates                                403 403 403 403 303
  POST /parametres/fichier                                403 403 403 403 303
  GET /parametres/emporter                                403 403 403 403 200
  GET /parametres/emporter/archive                        403 403 403 403 404
  POST /parametres/emporter                               403 403 403 403 303
  GET /parametres/emporter/remettre                       403 403 403 403 200
  POST /parametres/emporter/remettre                      403 403 403 403 409
  POST /parametres/emporter/remettre/oui                  403 403 403 403 409
  POST /parametres/emporter/remettre/non                  403 403 403 403 409
  GET /parametres/sauvegardes                             403 403 403 403 200
  GET /parametres/sauvegardes/ailleurs                    403 403 403 403 200
  GET /parametres/sauvegardes/ailleurs/copies             403 403 403 403 303
  GET /parametres/sauvegardes/ailleurs/fiche              403 403 403 403 303
  GET /parametres/sauvegardes/ailleurs/supprimer          403 403 403 403 303
  POST /parametres/sauvegardes/ailleurs                   403 403 403 403 422
  POST /parametres/sauvegardes/ailleurs/essai             403 403 403 403 422
  POST /parametres/sauvegardes/ailleurs/copier            403 403 403 403 422
  POST /parametres/sauvegardes/ailleurs/copies            403 403 403 403 303
  POST /parametres/sauvegardes/ailleurs/supprimer         403 403 403 403 303
  GET /parametres/sauvegardes/externe                     403 403 403 403 200
  POST /parametres/sauvegardes/externe                    403 403 403 403 422
  POST /parametres/sauvegardes/externe/faite              403 403 403 403 303
  POST /parametres/sauvegardes/externe/retirer            403 403 403 403 303
  GET /parametres/sauvegardes/:nom                        403 403 403 403 404
  GET /parametres/sauvegardes/:nom/remettre               403 403 403 403 404
  POST /parametres/sauvegardes/:nom/remettre              403 403 403 403 404
  POST /parametres/sauvegardes                            403 403 403 403 303
  POST /parametres/sauvegardes/quotidienne                403 403 403 403 303
  POST /parametres/logo                                   403 403 403 403 422
  POST /parametres/logo/supprimer                         403 403 403 403 303
  GET /                                                   200 200 200 200 200
  GET /recherche                                          200 200 200 200 200
  GET /recherche/famille                                  200 200 200 200 200
  GET /export/source/:source/csv                          404 200 404 200 200
  GET /export/source/:source                              404 200 404 200 200
  GET /export/source/:source/nimegue                      404 200 404 200 200
  GET /export/source/:source/ea32                         404 200 404 200 200
  GET /export/source/:source/ancestris                    404 200 404 200 200
  GET /export/source/:source/nimegue/liste/csv            404 200 404 200 200
  GET /export/source/:source/ea32/liste/csv               404 200 404 200 200
  GET /export/source/:source/ancestris/liste/csv          404 200 404 200 200
  GET /export/section/:section/nimegue                    404 403 404 200 200
  GET /export/section/:section/ea32                       404 403 404 200 200
  GET /export/section/:section/ancestris                  404 403 404 200 200
  GET /export/section/:section/nimegue/liste/csv          404 403 404 200 200
  GET /export/section/:section/ea32/liste/csv             404 403 404 200 200
  GET /export/section/:section/ancestris/liste/csv        404 403 404 200 200
  GET /export/recherche                                   303 303 303 303 303
  GET /export/recherche/nimegue                           303 303 303 303 303
  GET /export/recherche/ea32                              303 303 303 303 303
  GET /export/recherche/ancestris                         303 303 303 303 303
  GET /export/recherche/nimegue/liste/csv                 303 303 303 303 303
  GET /export/recherche/ea32/liste/csv                    303 303 303 303 303
  GET /export/recherche/ancestris/liste/csv               303 303 303 303 303
  GET /export                                             403 403 403 403 200
  GET /export/couverture/csv                              403 403 403 403 200
  GET /export/geneanet                                    403 403 403 403 200
  GET /export/section/:section                            404 403 404 200 200
  GET /export/section/:section/couverture/csv             404 403 404 200 200
  GET /export/section/:section/geneanet                   404 403 404 200 200
  GET /admin                                              403 403 403 403 200
  GET /accueil                                            404 404 404 404 200  404
  POST /parametres/accueil                                403 403 403 403 303
  GET /aide                                               200 200 200 200 200
  GET /aide/:cle                                          404 404 404 404 404
  GET /admin/statistiques                                 403 403 403 403 200
  GET /admin/statistiques/export/csv                      403 403 403 403 200
  GET /admin/utilisateurs/export/csv                      403 403 403 403 200
  GET /admin/utilisateurs/import                          403 403 403 403 200
  GET /admin/utilisateurs/import/modele                   403 403 403 403 200
  POST /admin/utilisateurs/import                         403 403 403 403 422
  POST /admin/utilisateurs/import/:id/mots-de-passe       403 403 403 403 200
  GET /admin/utilisateurs/:id/application                 403 403 403 403 303/403
  POST /admin/utilisateurs/:id/application                403 403 403 403 422/403
  POST /admin/utilisateurs/:id/sessions/fermer            403 403 403 403 303/403
  GET /admin/utilisateurs                                 403 403 403 403 200
  GET /admin/utilisateurs/lot                             403 403 403 403 422
  POST /admin/utilisateurs/lot                            403 403 403 403 422
  GET /admin/utilisateurs/nouveau                         403 403 403 403 200
  POST /admin/utilisateurs                                403 403 403 403 422
  GET /admin/utilisateurs/:id/modifier                    403 403 403 403 200
  POST /admin/utilisateurs/:id                            403 403 403 403 422
  POST /admin/utilisateurs/:id/activer                    403 403 403 403 303
  GET /admin/utilisateurs/:id/refuser                     403 403 403 403 303
  POST /admin/utilisateurs/:id/refuser                    403 403 403 403 409
  GET /admin/utilisateurs/:id/effacer                     403 403 403 403 200/403
  POST /admin/utilisateurs/:id/effacer                    403 403 403 403 422/403
  GET /admin/utilisateurs/:id/fusionner                   403 403 403 403 200/403
  POST /admin/utilisateurs/:id/fusionner                  403 403 403 403 422/403
  GET /admin/utilisateurs/:id/presence                    403 403 403 403 200
  POST /admin/utilisateurs/:id/presence                   403 403 403 403 422
  POST /admin/utilisateurs/:id/desactiver                 403 403 403 403 303/403
  POST /admin/utilisateurs/:id/invitation                 403 403 403 403 303
  POST /admin/utilisateurs/:id/mot-de-passe               403 403 403 403 200/403
  GET /admin/journal                                      403 403 403 403 200
  GET /admin/journal/export/csv                           403 403 403 403 200
  GET /admin/sections                                     403 403 403 403 200
  GET /admin/sections/nouvelle                            403 403 403 403 200
  POST /admin/sections                                    403 403 403 403 422
  GET /admin/sections/:id/modifier                        403 403 403 403 200
  GET /sections/:id/conventions                           404 200 404 200 200
  GET /sections/:id/conventions/modifier                  404 403 404 200 200
  POST /sections/:id/conventions                          404 403 404 409 409
  GET /sections/:id/lecon                                 404 200 404 200 200
  GET /sections/:id/lecon/modifier                        404 403 404 200 200
  POST /sections/:id/lecon                                404 403 404 409 409
  GET /admin/sections/:id                                 403 403 403 403 200
  POST /admin/sections/:id                                403 403 403 403 422
  GET /admin/sections/:id/supprimer                       403 403 403 403 200
  POST /admin/sections/:id/supprimer                      403 403 403 403 409
  GET /sections/:id/personnes                             404 403 404 200 200
  GET /sections/:id/avertissements                        404 403 404 200 200
  POST /sections/:id/personnes                            404 403 404 422 422
  POST /sections/:id/personnes/retirer                    404 403 404 303 303
  POST /sections/:id/invitations                          404 403 404 422 422
  GET /admin/depots                                       403 403 403 403 200
  GET /admin/depots/nouveau                               403 403 403 403 200
  POST /admin/depots                                      403 403 403 403 422
  GET /admin/depots/:id/modifier                          403 403 403 403 200
  POST /admin/depots/:id                                  403 403 403 403 422
  GET /admin/depots/:id/supprimer                         403 403 403 403 200
  POST /admin/depots/:id/supprimer                        403 403 403 403 409
  GET /admin/depots/:id/liens                             403 403 403 403 200
  GET /admin/depots/:id/liens/changement                  403 403 403 403 200
  POST /admin/depots/:id/liens/changement                 403 403 403 403 422
  GET /admin/depots/:id/liens/export/csv                  403 403 403 403 200
  GET /admin/depots/:id/liens/export/xlsx                 403 403 403 403 200
  POST /admin/depots/:id/liens/import                     403 403 403 403 422
  GET /admin/depots/:id/liens/regles/:regle               403 403 403 403 200
  GET /admin/depots/:id/liens/regles/:regle/registres     403 403 403 403 200
  POST /admin/depots/:id/liens/regles/:regle/registres    403 403 403 403 303
  POST /admin/depots/:id/liens/regles/:regle/appliquer    403 403 403 403 409
  POST /admin/depots/:id/liens/regles/:regle/annuler      403 403 403 403 409
  POST /admin/depots/:id/liens/regles/:regle/abandonner   403 403 403 403 303
  GET /admin/types-lieux                                  403 403 403 403 200
  GET /admin/types-lieux/nouveau                          403 403 403 403 200
  POST /admin/types-lieux                                 403 403 403 403 422
  GET /admin/types-lieux/:id/modifier                     403 403 403 403 200
  POST /admin/types-lieux/:id                             403 403 403 403 422
  GET /admin/types-lieux/:id/supprimer                    403 403 403 403 200
  POST /admin/types-lieux/:id/supprimer                   403 403 403 403 303
  GET /lieux/communes                                     403 403 403 403 200
  POST /lieux/communes                                    403 403 403 403 422
  GET /lieux/positions                                    403 403 403 403 200
  POST /lieux/positions                                   403 403 403 403 303
  GET /carte                                              200 200 200 200 200
  GET /carte/data                                         200 200 200 200 200
  GET /carte/lieux/:id                                    404 200 404 200 200
  GET /lieux/:id                                          200 200 200 200 200
  GET /lieux/:id/fusionner                                403 403 403 403 200
  POST /lieux/:id/fusionner                               403 403 403 403 422
  GET /lieux/export/csv                                   200 200 200 200 200
  GET /lieux/import                                       403 403 200 200 200
  POST /lieux/import                                      403 403 422 422 422
  GET /lieux                                              200 200 200 200 200
  GET /lieux/lot                                          403 403 403 403 422
  POST /lieux/lot                                         403 403 403 403 422
  GET /lieux/suggestions                                  200 200 200 200 200
  GET /lieux/nouveau                                      403 403 200 200 200
  POST /lieux                                             403 403 422 422 422
  GET /lieux/:id/modifier                                 403 403 200 200 200
  POST /lieux/:id                                         403 403 422 422 422
  GET /lieux/:id/supprimer                                403 403 403 403 200
  POST /lieux/:id/supprimer                               403 403 403 403 409
  GET /abreviations                                       200 200 200 200 200
  POST /abreviations                                      422 422 422 422 422
  GET /abreviations/poste                                 200 200 200 200 200
  GET /abreviations/nouvelle                              200 200 200 200 200
  GET /abreviations/export/csv                            200 200 200 200 200
  GET /abreviations/import                                200 200 200 200 200
  POST /abreviations/import                               422 422 422 422 422
  POST /abreviations/:id                                  404 422 404 422 404/422
  GET /abreviations/:id/modifier                          404 200 404 200 404/200
  GET /abreviations/:id/supprimer                         404 200 404 200 404/200
  POST /abreviations/:id/supprimer                        404 303 404 303 404/303
  GET /couverture                                         200 200 200 200 200
  GET /couverture/export/csv                              200 200 200 200 200
  GET /lieux/:id/livret                                   200 200 200 200 200
  GET /sources/:id/livret                                 404 200 404 200 200
  GET /statistiques                                       200 200 200 200 200
  GET /statistiques/export/csv                            200 200 200 200 200
  GET /statistiques/noms                                  200 200 200 200 200
  GET /statistiques/noms/export/csv                       200 200 200 200 200
  GET /statistiques/prenoms                               200 200 200 200 200
  GET /statistiques/prenoms/export/csv                    200 200 200 200 200
  GET /statistiques/saisons                               200 200 200 200 200
  GET /statistiques/saisons/export/csv                    200 200 200 200 200
  GET /couverture/trous                                   200 200 200 200 200
  GET /couverture/trous/export/csv                        200 200 200 200 200
  GET /couverture/lieux/:id                               200 200 200 200 200
  GET /registres                                          200 200 200 200 200
  GET /registres/demandes                                 200 200 200 200 200
  POST /registres/demandes                                404 404 404 404 404
  GET /registres/demander                                 404 404 404 404 404
  GET /registres/demandes/:id                             404 404 404 200 200
  POST /registres/demandes/:id                            404 404 404 422 422
  POST /registres/demandes/:id/retirer                    303 303 303 303 303
  POST /registres/rappels/:id                             404 422 404 422 404/422
  POST /registres/sources/:id/proposer                    404 403 404 409 409
  GET /mes-recherches                                     200 200 200 200 200
  POST /mes-recherches                                    422 422 422 422 422
  GET /mes-recherches/:id                                 404 200 404 200 404/200
  POST /mes-recherches/:id                                404 422 404 422 404/422
  GET /mes-recherches/:id/modifier                        404 200 404 200 404/200
  POST /mes-recherches/:id/vue                            404 303 404 303 404/303
  POST /mes-recherches/:id/reprendre                      404 303 404 303 404/303
  POST /mes-recherches/:id/supprimer                      404 303 404 303 404/303
  POST /mes-recherches/attentes                           303 303 303 303 303
  POST /mes-recherches/attentes/:id/supprimer             404 303 404 303 404/303
  GET /inventaire                                         200 200 200 200 200
  POST /inventaire                                        403 403 422 422 422
  GET /inventaire/nouveau                                 403 403 200 200 200
  GET /inventaire/export/csv                              200 200 200 200 200
  GET /inventaire/import                                  403 403 200 200 200
  POST /inventaire/import                                 403 403 422 422 422
  GET /inventaire/lot                                     403 403 422 422 422
  POST /inventaire/lot                                    403 403 422 422 422
  POST /inventaire/:id                                    403 403 422 422 422
  GET /inventaire/:id/modifier                            403 403 200 200 200
  GET /inventaire/:id/supprimer                           403 403 200 200 200
  POST /inventaire/:id/supprimer                          403 403 303 303 303
  GET /orthographes                                       200 200 200 200 200
  POST /orthographes                                      422 422 422 422 422
  GET /orthographes/nouvelle                              200 200 200 200 200
  GET /orthographes/export/csv                            200 200 200 200 200
  GET /orthographes/import                                403 403 200 200 200
  POST /orthographes/import                               403 403 422 422 422
  GET /orthographes/:id                                   200 200 200 200 200
  POST /orthographes/:id                                  403 403 422 422 422
  GET /orthographes/:id/modifier                          403 403 200 200 200
  POST /orthographes/:id/accepter                         403 403 409 409 409
  POST /orthographes/:id/refuser                          403 403 422 422 422
  GET /orthographes/:id/supprimer                         403 200 200 200 200
  POST /orthographes/:id/supprimer                        403 303 303 303 303
  GET /imports                                            200 200 200 200 200
  GET /imports/nouveau                                    403 403 200 200 200
  POST /imports/nouveau                                   403 403 422 422 422
  GET /imports/nouveau/:id                                403 403 404 200 200
  POST /imports/nouveau/:id                               403 403 404 422 422
  POST /imports/nouveau/:id/abandonner                    403 403 404 303 303
  GET /imports/:id                                        404 200 404 200 200
  GET /imports/:id/messages/csv                           404 200 404 200 200
  GET /imports/:id/refus/:n                               404 404 404 404 404
  GET /imports/:id/refus/:n/motifs/csv                    404 404 404 404 404
  GET /imports/:id/colonnes                               404 403 404 303 303
  POST /imports/:id/colonnes                              404 403 404 409 409
  GET /imports/:id/lieux                                  404 404 404 404 404
  POST /imports/:id/lieux                                 404 404 404 404 404
  POST /imports/:id/confirmer                             404 403 404 303 303
  POST /imports/:id/abandonner                            404 403 404 303 303
  GET /imports/:id/annuler                                404 403 404 200 200
  POST /imports/:id/annuler                               404 403 404 409 409
  POST /imports/:id/reprendre                             404 403 404 303 303
`

/** A reader is answered so about an object of his own section, where a member is answered otherwise. */
const READER = `
  GET /sources/:id/avertissements               403
  POST /sources/:id/avertissements/chercher     403
  POST /sources/:id/avertissements/admis        403
  POST /sources/:id/avertissements/admis/retirer 403
  GET /sources/:id/releves/passes               403
  POST /sources/:id/releves/passes              403
  GET /sources/:id/releves/lot                  403
  POST /sources/:id/releves/lot                 403
  GET /sources/:id/releves/nouveau              403
  POST /sources/:id/releves                     403
  POST /sources/:id/releves/corriger            403
  GET /sources/:id/tableau                      403
  GET /sources/:id/tableau/colonnes             403
  POST /sources/:id/tableau/colonnes            403
  GET /sources/:id/tableau/coller               403
  POST /sources/:id/tableau/coller              403
  GET /sources/:id/import                       403
  POST /sources/:id/import                      403
  POST /sources/:id/a-revoir/:acte              403
  GET /sources/:id/seconde-saisie               403
  GET /sources/:id/seconde-saisie/:acte         403
  POST /sources/:id/seconde-saisie/:acte        403
  GET /sources/:id/vues/empreintes              403
  POST /sources/:id/vues                        403
  POST /sources/:id/vues/:numero                403
  POST /sources/:id/vues/decalage               403
  POST /sources/:id/vues/manifeste              403
  GET /sources/:id/vues/supprimer               403
  POST /sources/:id/vues/supprimer              403
  POST /releves/:id/conflit                     403
  GET /releves/:id/champs/:nom                  403
  GET /releves/:id/champs/:nom/valeur           403
  POST /releves/:id/champs/:nom                 403
  GET /releves/:id/lectures/:nom                403
  POST /releves/:id/lectures/:nom               403
  POST /releves/:id/versions/:version/retablir  403
  GET /releves/:id/modifier                     403
  POST /releves/:id                             403
  GET /releves/:id/supprimer                    403
  POST /releves/:id/supprimer                   403
  GET /releves/:id/fils/nouveau                 403
  POST /releves/:id/fils                        403
  POST /fils/:id                                403
  POST /fils/:id/clore                          403
  POST /fils/:id/rouvrir                        403
`

/** The routes of `READER` with what it says of them. */
export const READER_EXPECTED: ReadonlyMap<string, string> = new Map(
  READER.trim()
    .split('\n')
    .map((line) => {
      const [method, path, code = ''] = line.trim().split(/\s+/)
      return [`${method} ${path}`, code]
    }),
)

/** « GET /sources/:id » → what the table says of it. */
export const EXPECTED: ReadonlyMap<string, string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [method, path = '', ...codes] = line.trim().split(/\s+/)
      return inEachFormat(path).map((one): [string, string[]] => [`${method} ${one}`, codes])
    }),
)

/** An export answers alike in every format: the rows of its CSV stand for the others. */
function inEachFormat(path: string): string[] {
  if (!path.endsWith('/csv')) return [path]
  return FORMATS.map(({ extension }) => path.replace(/csv$/, extension))
}

/** A row as it is written above. */
export const row = (route: string, codes: readonly string[]): string => `${route.padEnd(55)} ${codes.join(' ')}`
