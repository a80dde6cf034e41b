import type { Migration } from 'kysely/migration'
import * as comptes from './0001_comptes.ts'
import * as lieux from './0002_lieux.ts'
import * as sources from './0003_sources.ts'
import * as releves from './0004_releves.ts'
import * as recherche from './0005_recherche.ts'
import * as lieuxRecherche from './0006_lieux_recherche.ts'
import * as taches from './0007_taches.ts'
import * as imports from './0008_imports.ts'
import * as notifications from './0009_notifications.ts'
import * as lieuxFusions from './0010_lieux_fusions.ts'
import * as sourcesDefauts from './0011_sources_defauts.ts'
import * as saisie from './0012_saisie.ts'
import * as relevesImport from './0013_releves_import.ts'
import * as lieuxNoms from './0014_lieux_noms.ts'
import * as rechercheMarques from './0015_recherche_marques.ts'
import * as acces from './0016_acces.ts'
import * as lieuxCites from './0019_lieux_cites.ts'
import * as echeances from './0020_echeances.ts'
import * as importsCles from './0021_imports_cles.ts'
import * as rechercheSons from './0027_recherche_sons.ts'
import * as activite from './0028_activite.ts'
import * as brouillonsHorsSession from './0030_brouillons_hors_session.ts'
import * as nomsSemblables from './0035_noms_semblables.ts'
import * as communes from './0040_communes.ts'
import * as champsAnciennes from './0055_champs_anciennes.ts'
import * as notificationsDeTout from './0056_notifications_de_tout.ts'
import * as groupes from './0060_groupes.ts'
import * as recherchePersonnes from './0061_recherche_personnes.ts'
import * as orthographes from './0062_orthographes.ts'
import * as colonnes from './0063_colonnes.ts'
import * as motsDesSources from './0064_mots_des_sources.ts'
import * as jetonsReleves from './0065_jetons_releves.ts'
import * as rangs from './0066_rangs.ts'
import * as colonnesTableau from './0067_colonnes_tableau.ts'
import * as valeursGenres from './0068_valeurs_genres.ts'
import * as recherchePeriodes from './0069_recherche_periodes.ts'
import * as abreviations from './0070_abreviations.ts'
import * as champsPasses from './0071_champs_passes.ts'
import * as vues from './0072_vues.ts'
import * as indexDesNoms from './0075_index_des_noms.ts'
import * as lecteurs from './0076_lecteurs.ts'
import * as demandes from './0077_demandes.ts'
import * as lots from './0080_lots.ts'
import * as sourcesSupprimees from './0081_sources_supprimees.ts'
import * as saisies from './0084_saisies.ts'
import * as conventions from './0085_conventions.ts'
import * as feuilles from './0086_feuilles.ts'
import * as correspondances from './0087_correspondances.ts'
import * as importLieux from './0088_import_lieux.ts'
import * as actesImportes from './0089_actes_importes.ts'
import * as notesDesComptes from './0091_notes_des_comptes.ts'
import * as remises from './0093_remises.ts'
import * as vuesDesSources from './0094_vues_des_sources.ts'
import * as imagesGardees from './0096_images_gardees.ts'
import * as relecture from './0098_relecture.ts'
import * as photosRelues from './0102_photos_relues.ts'
import * as reglesDesLiens from './0103_regles_des_liens.ts'
import * as couverture from './0105_couverture.ts'
import * as correctionsLues from './0106_corrections_lues.ts'
import * as secondeSaisie from './0108_seconde_saisie.ts'
import * as registresPris from './0112_registres_pris.ts'
import * as alertes from './0114_alertes.ts'
import * as statistiques from './0116_statistiques.ts'
import * as contributeurs from './0118_contributeurs.ts'
import * as secondsFacteurs from './0122_seconds_facteurs.ts'
import * as comptesInutilises from './0124_comptes_inutilises.ts'
import * as comptesFusionnes from './0128_comptes_fusionnes.ts'
import * as numerosLarges from './0132_numeros_larges.ts'
import * as clesAcces from './0134_cles_acces.ts'
import * as identites from './0136_identites.ts'
import * as fichiers from './0138_fichiers.ts'
import * as valeursListes from './0140_valeurs_listes.ts'

/** Append only: a released migration never changes. One list serves both engines. */
export const migrations: Record<string, Migration> = {
  '0001_comptes': comptes,
  '0002_lieux': lieux,
  '0003_sources': sources,
  '0004_releves': releves,
  '0005_recherche': recherche,
  '0006_lieux_recherche': lieuxRecherche,
  '0007_taches': taches,
  '0008_imports': imports,
  '0009_notifications': notifications,
  '0010_lieux_fusions': lieuxFusions,
  '0011_sources_defauts': sourcesDefauts,
  '0012_saisie': saisie,
  '0013_releves_import': relevesImport,
  '0014_lieux_noms': lieuxNoms,
  '0015_recherche_marques': rechercheMarques,
  '0016_acces': acces,
  '0019_lieux_cites': lieuxCites,
  '0020_echeances': echeances,
  '0021_imports_cles': importsCles,
  '0027_recherche_sons': rechercheSons,
  '0028_activite': activite,
  '0030_brouillons_hors_session': brouillonsHorsSession,
  '0035_noms_semblables': nomsSemblables,
  '0040_communes': communes,
  '0055_champs_anciennes': champsAnciennes,
  '0056_notifications_de_tout': notificationsDeTout,
  '0060_groupes': groupes,
  '0061_recherche_personnes': recherchePersonnes,
  '0062_orthographes': orthographes,
  '0063_colonnes': colonnes,
  '0064_mots_des_sources': motsDesSources,
  '0065_jetons_releves': jetonsReleves,
  '0066_rangs': rangs,
  '0067_colonnes_tableau': colonnesTableau,
  '0068_valeurs_genres': valeursGenres,
  '0069_recherche_periodes': recherchePeriodes,
  '0070_abreviations': abreviations,
  '0071_champs_passes': champsPasses,
  '0072_vues': vues,
  '0075_index_des_noms': indexDesNoms,
  '0076_lecteurs': lecteurs,
  '0077_demandes': demandes,
  '0080_lots': lots,
  '0081_sources_supprimees': sourcesSupprimees,
  '0084_saisies': saisies,
  '0085_conventions': conventions,
  '0086_feuilles': feuilles,
  '0087_correspondances': correspondances,
  '0088_import_lieux': importLieux,
  '0089_actes_importes': actesImportes,
  '0091_notes_des_comptes': notesDesComptes,
  '0093_remises': remises,
  '0094_vues_des_sources': vuesDesSources,
  '0096_images_gardees': imagesGardees,
  '0098_relecture': relecture,
  '0102_photos_relues': photosRelues,
  '0103_regles_des_liens': reglesDesLiens,
  '0105_couverture': couverture,
  '0106_corrections_lues': correctionsLues,
  '0108_seconde_saisie': secondeSaisie,
  '0112_registres_pris': registresPris,
  '0114_alertes': alertes,
  '0116_statistiques': statistiques,
  '0118_contributeurs': contributeurs,
  '0122_seconds_facteurs': secondsFacteurs,
  '0124_comptes_inutilises': comptesInutilises,
  '0128_comptes_fusionnes': comptesFusionnes,
  '0132_numeros_larges': numerosLarges,
  '0134_cles_acces': clesAcces,
  '0136_identites': identites,
  '0138_fichiers': fichiers,
  '0140_valeurs_listes': valeursListes,
}
